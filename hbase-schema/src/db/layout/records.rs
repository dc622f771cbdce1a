//! Compares a struct with the stamps of a live table, and stamps tables.

use std::borrow::Cow;

use hbase_backend::Capabilities;
use hbase_backend::Capability;
use hbase_model::TableDescriptor;
use hbase_model::lock::{Difference, MAX_STAMP, STAMP_PREFIX, Stamp, TableFacts};

use crate::db::error::LiveLayout;
use crate::lock::{field_of, fingerprint};
use crate::schema::TableSchema;

/// Maximum changes that an error lists.
const SHOWN: usize = 3;

/// Whether a struct fits the stamps of a table.
pub(super) enum Fit {
    Fits,
    Differs(Box<LiveLayout>),
    /// It has no stamp, and contradicts that of another struct. It may be a view of the same bytes.
    Contradicts(Box<LiveLayout>),
    Unreadable(&'static str),
}

const UNREADABLE: &str = "its stamp is not one that this version can read";

/// Compares a struct with the stamps of a live table. Its own stamp decides. Without one, it is compared with those of the other structs,
/// with which it shares the key and columns.
pub(super) fn fit(schema: &'static TableSchema, live: &TableDescriptor) -> Fit {
    let name = &schema.table.name;
    let mut own = live.stamps(name).into_iter();
    // In most cases, without the text of the facts.
    match own.find(|(row, _)| row == schema.row) {
        Some((_, Some(stamp))) if stamp.has(fingerprint(schema)) => Fit::Fits,
        None if live.metadata.is_empty() => Fit::Fits,
        _ => {
            let field = |line| field_of(schema, line).1;
            fit_of_facts(schema.row, &schema.facts(), &field, live)
        }
    }
}

/// The same for facts of a struct. `field` returns the name of the field of a fact, which may be empty.
pub(super) fn fit_of_facts(
    row: &str,
    facts: &TableFacts,
    field: &dyn Fn(usize) -> &'static str,
    live: &TableDescriptor,
) -> Fit {
    let stamps = live.stamps(&facts.table);
    let compare = |of: &str, stamp: &Stamp| {
        let found = stamp.harm(facts, of == row);
        if stamp.has(facts.fingerprint) || found.is_empty() {
            return None;
        }
        let shown = found.iter().take(SHOWN);
        Some(Box::new(LiveLayout {
            of: of.to_owned(),
            layout: stamp.layout(),
            fingerprints: [stamp.fingerprint(), facts.fingerprint],
            changes: shown.map(|found| change(field, found)).collect(),
            more: found.len().saturating_sub(SHOWN),
        }))
    };
    match stamps.iter().find(|(of, _)| of == row) {
        Some((_, None)) => Fit::Unreadable(UNREADABLE),
        Some((of, Some(stamp))) => compare(of, stamp).map_or(Fit::Fits, Fit::Differs),
        None => {
            let mut found = stamps
                .iter()
                .filter_map(|(of, stamp)| compare(of, stamp.as_ref()?));
            found.next().map_or(Fit::Fits, Fit::Contradicts)
        }
    }
}

/// A change in words: the field, what it was, what it is, and what that does to rows.
fn change(field: &dyn Fn(usize) -> &'static str, found: &Difference<'_>) -> String {
    let field = found.line.map_or("", field);
    let about = if field.is_empty() {
        found.about()
    } else {
        format!("`{field}` ({})", found.about())
    };
    let values = match (found.was(), found.is()) {
        ("", is) => format!("is new, {is}"),
        (was, "") => format!("is gone, was {was}"),
        (was, is) => format!("was {was}, is {is}"),
    };
    format!(
        "{about} {values}: {} [{}]",
        found.effect(),
        found.class.name()
    )
}

/// The descriptor of a table that is to be created, with the stamp of its struct, if the backend takes it.
pub(in crate::db) fn stamped<'t>(
    table: &'t TableDescriptor,
    schema: &'static TableSchema,
    capabilities: Capabilities,
) -> Cow<'t, TableDescriptor> {
    if !capabilities.has(Capability::AllAttributes) {
        return Cow::Borrowed(table);
    }
    let stamp = Stamp::of(&schema.facts());
    match attribute(schema.row, &stamp) {
        None => Cow::Borrowed(table),
        Some(pair) => {
            let mut stamped = table.clone();
            stamped.metadata.to_mut().push(pair);
            Cow::Owned(stamped)
        }
    }
}

/// The attribute of a stamp; `None` for one that is too long.
pub(super) fn attribute(
    row: &str,
    stamp: &Stamp,
) -> Option<(Cow<'static, str>, Cow<'static, str>)> {
    let text = stamp.to_string();
    if text.len() > MAX_STAMP {
        tracing::warn!(
            target: "hbase_schema", row, bytes = text.len(), most = MAX_STAMP,
            "the layout of a struct is too long to be recorded in its table, so it is not compared"
        );
        return None;
    }
    Some((format!("{STAMP_PREFIX}{row}").into(), text.into()))
}
