//! Compares a struct with the layout records of a live table, and adds records to new tables.

use std::borrow::Cow;

use hbase_backend::{Capabilities, Capability};
use hbase_model::TableDescriptor;
use hbase_model::lock::{Difference, LayoutRecord, MAX_RECORD, RECORD_PREFIX, TableFacts};

use crate::db::error::LiveLayout;
use crate::lock::{Locked, field_of};
use crate::schema::TableSchema;

/// Maximum changes that an error lists.
const SHOWN: usize = 3;

/// Whether a struct fits the layout records of a table.
pub(super) enum Fit {
    Fits,
    Differs(Box<LiveLayout>),
    /// It has no record, and contradicts that of another struct. It may be a view of the same bytes.
    Contradicts(Box<LiveLayout>),
    Unreadable(&'static str),
}

const UNREADABLE: &str = "its record is not one that this version can read";

/// Compares a struct with the records of a live table. Its own record decides. Without one, it is compared with those of the other structs,
/// with which it shares the key and columns.
pub(super) fn fit(schema: &'static TableSchema, live: &TableDescriptor) -> Fit {
    let name = &schema.table.name;
    let mut own = live.records(name).into_iter();
    // In most cases, without the text of the facts.
    match own.find(|(row, _)| row == schema.row) {
        Some((_, Some(record))) if record.has(Locked::of(schema).fingerprint()) => Fit::Fits,
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
    let records = live.records(&facts.table);
    let compare = |of: &str, record: &LayoutRecord| {
        let found = record.harm(facts, of == row);
        if record.has(facts.fingerprint) || found.is_empty() {
            return None;
        }
        let shown = found.iter().take(SHOWN);
        Some(Box::new(LiveLayout {
            of: of.to_owned(),
            layout: record.layout(),
            fingerprints: [record.fingerprint(), facts.fingerprint],
            changes: shown.map(|found| change(field, found)).collect(),
            more: found.len().saturating_sub(SHOWN),
        }))
    };
    match records.iter().find(|(of, _)| of == row) {
        Some((_, None)) => Fit::Unreadable(UNREADABLE),
        Some((of, Some(record))) => compare(of, record).map_or(Fit::Fits, Fit::Differs),
        None => {
            let mut found = records
                .iter()
                .filter_map(|(of, record)| compare(of, record.as_ref()?));
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
    format!("{about} {}", found.predicate())
}

/// The descriptor of a table that is to be created, with the record of its struct, if the backend takes it.
pub(in crate::db) fn recorded<'t>(
    table: &'t TableDescriptor,
    schema: &'static TableSchema,
    capabilities: Capabilities,
) -> Cow<'t, TableDescriptor> {
    if !capabilities.has(Capability::AllAttributes) {
        return Cow::Borrowed(table);
    }
    let record = LayoutRecord::of(&schema.facts());
    match attribute(schema.row, &record) {
        Err(error) => {
            error.warn();
            Cow::Borrowed(table)
        }
        Ok(pair) => {
            let mut recorded = table.clone();
            recorded.metadata.to_mut().push(pair);
            Cow::Owned(recorded)
        }
    }
}

/// The attribute of a record.
///
/// # Errors
/// A record that is too long.
pub(super) fn attribute(
    row: &str,
    record: &LayoutRecord,
) -> Result<(Cow<'static, str>, Cow<'static, str>), TooLong> {
    let text = record.to_string();
    if text.len() > MAX_RECORD {
        let (row, bytes) = (row.to_owned(), text.len());
        return Err(TooLong { row, bytes });
    }
    Ok((format!("{RECORD_PREFIX}{row}").into(), text.into()))
}

/// The layout of a struct is too long for an attribute of its table.
#[derive(Debug, thiserror::Error)]
#[error(
    "the layout of `{row}` has {bytes} bytes as text, and at most {MAX_RECORD} can be recorded in its table: it is not compared \
     with the table, unless you declare fewer columns, for example as dynamic columns"
)]
pub(super) struct TooLong {
    row: String,
    bytes: usize,
}

impl TooLong {
    /// Warns where a call goes on without a record.
    pub(super) fn warn(&self) {
        tracing::warn!(target: "hbase_schema", "{self}");
    }
}

#[cfg(test)]
mod tests {
    use hbase_model::{FamilyDescriptor, TableName};

    use super::*;

    /// A record of a family whose name makes it this long.
    fn record(name_len: usize) -> LayoutRecord {
        let name = TableName::from_static("S", "T");
        let mut table = TableDescriptor::new(name.clone());
        let family = FamilyDescriptor::with_name("F".repeat(name_len).into());
        table.families = vec![family].into();
        LayoutRecord::of(&TableFacts::of(&name, |facts| facts.table(&table, false)))
    }

    #[test]
    fn a_record_has_at_most_64_kib() {
        let rest = record(1).to_string().len() - 1;
        let most = MAX_RECORD - rest;
        assert_eq!(record(most).to_string().len(), MAX_RECORD);
        for length in [most - 1, most] {
            let (name, text) = attribute("Row", &record(length)).unwrap();
            assert_eq!(name, "HBASE_SCHEMA_LAYOUT:Row");
            assert_eq!(text, record(length).to_string());
        }
        let error = attribute("Row", &record(most + 1)).unwrap_err();
        let expected = format!("`Row` has {} bytes as text", MAX_RECORD + 1);
        assert!(error.to_string().contains(&expected), "{error}");
    }
}
