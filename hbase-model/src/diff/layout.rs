//! A declared key layout, compared with a known older one.

use super::{Difference, DifferenceKind, Help};
use crate::layout::separator::shown;
use crate::layout::{KeyLayout, PartLayout, SaltLayout, SaltText};
use crate::lock::{self, Class, Comparison, Fact, LayoutRecord, TableFacts};

/// The help for rows that were written with another key layout.
pub(super) const ADVICE: &str = "existing rows would not be found under the declared key, and \
     `alter` cannot change keys: declare the old key; or declare a new table, and copy the rows: \
     read them with the old struct, and write them with the new one";

/// Compares the declared key layout with the one of the existing rows: salt, encodings, widths,
/// order, separators. Names of parts, and limits that only reject values, are ignored.
///
/// ```
/// use hbase_model::diff::compare_layouts;
/// use hbase_model::{KeyLayout, Salt, SaltLayout};
/// let of = |count| KeyLayout {
///     salt: Some(SaltLayout { salt: Salt::Buckets { count, text: false }, separator: None }),
///     parts: vec![].into(),
/// };
/// assert_eq!(compare_layouts(&of(16), &of(16)), []);
/// let found = compare_layouts(&of(32), &of(16));
/// let expected = "key layout: declared salt buckets(32), live salt buckets(16): existing rows";
/// assert!(found[0].to_string().starts_with(expected));
/// ```
pub fn compare_layouts(declared: &KeyLayout, before: &KeyLayout) -> Vec<Difference> {
    let mut differences = Vec::new();
    let mut note = |what: String, declared: String, before: String| {
        if declared != before {
            differences.push(Difference {
                kind: DifferenceKind::KeyLayout,
                declared: format!("{what} {declared}"),
                live: format!("{what} {before}"),
                help: Help::NoStep(ADVICE.to_owned()),
            });
        }
    };
    note(
        "salt".to_owned(),
        salt(declared.salt.as_ref()),
        salt(before.salt.as_ref()),
    );
    for at in 0..declared.parts.len().max(before.parts.len()) {
        let (now, then) = (declared.parts.get(at), before.parts.get(at));
        let name = now.or(then).map_or("", |part| part.name.as_ref());
        note(format!("part {} `{name}`:", at + 1), part(now), part(then));
    }
    differences
}

/// Compares the facts of a table with those of the struct that wrote the rows, by the rules of [locks](crate::lock): changes of
/// columns and indexes after which existing rows do not decode, decode as other values, or lack values that they have. Keys
/// are compared by [`compare_layouts`], families with those of the live table.
pub fn compare_facts(declared: &TableFacts, before: &TableFacts) -> Vec<Difference> {
    let table = declared.table.to_string();
    let comparison = Comparison::new(&before.lines, &declared.lines, &table);
    let found = comparison.differences().into_iter();
    let found = found.filter(|found| found.class >= Class::Read && !is_of_key(found.fact));
    found.map(|found| of_change(&found)).collect()
}

/// Compares the facts of a struct with the layout that is recorded in its live table: changes that existing rows, or the programs of
/// the recorded layout, do not survive. Columns whose types the facts do not show are not compared.
pub fn compare_record(declared: &TableFacts, record: &LayoutRecord) -> Vec<Difference> {
    if record.has(declared.fingerprint) {
        return Vec::new();
    }
    let (declared, _) = declared.known_from(record.lines());
    let found = record.harm(&declared, true);
    found.iter().map(of_change).collect()
}

fn of_change(found: &lock::Difference<'_>) -> Difference {
    Difference {
        kind: DifferenceKind::Cells(found.about()),
        declared: or_none(found.is()),
        live: or_none(found.was()),
        help: Help::NoStep(found.advice()),
    }
}

const fn is_of_key(fact: Fact) -> bool {
    matches!(
        fact,
        Fact::Salt | Fact::RandomSalt | Fact::KeyPart | Fact::KeyPartName
    )
}

fn or_none(words: &str) -> String {
    if words.is_empty() { "none" } else { words }.to_owned()
}

fn salt(salt: Option<&SaltLayout>) -> String {
    let Some(SaltLayout { salt, separator }) = salt else {
        return "none".to_owned();
    };
    let form = if salt.is_text() { " as text" } else { "" };
    match separator {
        Some(separator) => format!("{salt}{form}, before `{}`", shown(separator)),
        None => format!("{salt}{form}"),
    }
}

fn part(part: Option<&PartLayout>) -> String {
    let Some(part) = part else {
        return "none".to_owned();
    };
    let mut words = vec![part.to_string()];
    if let Some(separator) = &part.separator {
        let before = if part.terminated {
            "ended by"
        } else {
            "before"
        };
        words.push(format!("{before} `{}`", shown(separator)));
    }
    match &part.salt {
        None => {}
        Some(SaltText::Whole) => words.push("feeds the salt".to_owned()),
        Some(text) => words.push(format!("feeds the salt by {text}")),
    }
    words.join(", ")
}
