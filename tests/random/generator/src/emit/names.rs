//! Names and types in the source of tables.

use crate::spec::{Absence, Codec, Column, FieldRole, Part, Table};

/// The type of a part.
pub(crate) fn part_type(part: &Part) -> String {
    if part.optional {
        format!("Option<{}>", part.of.rust)
    } else {
        part.of.rust.to_owned()
    }
}

/// The type of a column.
pub(crate) fn column_type(column: &Column) -> String {
    let of = column.of.rust;
    match column.absence {
        Absence::Never => of.to_owned(),
        Absence::Option | Absence::Stored => format!("Option<{of}>"),
        Absence::Alias(name) | Absence::Newtype(name) => name.to_owned(),
    }
}

pub(crate) fn group_name(field: &str) -> String {
    format!("Group{}", field.replace("extra_", ""))
}

/// Whether filters can search the text of a column.
pub(crate) fn is_searched(column: &Column) -> bool {
    let is_text = column.of.rust == "String" || column.of.rust == "Words";
    is_text
        && column.codec == Codec::Native
        && matches!(
            column.absence,
            Absence::Never | Absence::Option | Absence::Stored | Absence::Alias(_)
        )
}

/// The type of the values that a column's filters compare; `None` if they cannot compare values.
pub(crate) fn compared(column: &Column) -> Option<&'static str> {
    let by_type = match (column.codec, column.of.rust) {
        (Codec::Native, "Box<str>" | "Arc<str>" | "Box<[u8]>") => return None,
        (Codec::Native, of) if !column.of.kind.is_enum() => of,
        (Codec::Part(_), of) => of,
        (Codec::Text, "String") => "String",
        _ => return None,
    };
    (!matches!(column.absence, Absence::Newtype(_))).then_some(by_type)
}

pub(super) fn columns(table: &Table) -> impl Iterator<Item = (usize, &str, &Column)> {
    let parts = table.key.parts.len();
    table
        .fields
        .iter()
        .enumerate()
        .filter_map(move |(at, field)| match &field.role {
            FieldRole::Column(column) => Some((parts + at, &*field.name, column)),
            _ => None,
        })
}

pub(super) fn counters(table: &Table) -> impl Iterator<Item = (usize, &str)> {
    let parts = table.key.parts.len();
    let fields = table.fields.iter().enumerate();
    fields
        .filter(|(_, field)| matches!(field.role, FieldRole::Counter))
        .map(move |(at, field)| (parts + at, &*field.name))
}

pub(super) fn token(name: &str) -> String {
    format!("Self::{}", name.to_ascii_uppercase())
}
