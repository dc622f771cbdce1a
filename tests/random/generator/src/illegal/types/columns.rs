//! Rules about the types of fields that are not key parts.

use super::super::rules;
use super::super::version::may_count;
use super::super::when::{has_one_family, is_free, is_strict, may_be_indexed, may_be_stamped};
use crate::spec::{FieldRole, Stamp, Table};

/// Whether a further column is legal: a period forbids absent values.
fn may_grow(table: &Table) -> bool {
    has_one_family(table) && is_strict(table)
}

fn is_plain_table(table: &Table) -> bool {
    may_grow(table) && is_free(table) && !has_dynamic(table)
}

fn has_dynamic(table: &Table) -> bool {
    table
        .fields
        .iter()
        .any(|field| matches!(field.role, FieldRole::Dynamic(_)))
}

/// The field of a timestamp with a period.
fn stamp(table: &Table) -> Option<String> {
    let (_, stamp) = table.stamp()?;
    matches!(stamp, Stamp::Period("day", None)).then(|| "pub stamp: Timestamp,".to_owned())
}

rules! {
    Field |table| is_plain_table(table) && may_count(table), "#[version] pub stray: String," => "`String` cannot be the type of a `#[version]`";
    Field may_grow, "pub stray: usize," => "`usize` cannot be written as a cell";
    Field may_grow, "#[column(text)] pub stray: Vec<u8>," => "`Vec<u8>` cannot be written as a cell";
    Field may_grow, "#[column(json)] pub stray: Letters," => "`Letters` cannot be written as a cell";
    Field is_plain_table, "#[column(counter)] pub stray: u32," => "a counter must be an `i64`, found `u32`";
    Field is_plain_table, "pub stray: Option<Option<u32>>," => "a cell cannot distinguish `None` from `Some(None)`";
    Field may_grow, "#[column(default)] pub stray: Letters," => "the trait bound `Letters: Default` is not satisfied";
    Field is_plain_table, "#[column(flatten)] pub stray: u32," => "`u32` cannot be flattened into a table";
    Field is_plain_table, "pub stray: BTreeMap<u32, u32>," => "`BTreeMap<u32, u32>` cannot be written as a cell";
    Field is_plain_table, "#[column(dynamic, prefix = \"ZZ_\")] pub stray: Vec<(u32, u32)>," => "`Vec<(u32, u32)>` holds no dynamic columns";
    Field is_plain_table, "#[column(dynamic, prefix = \"ZZ_\")] pub stray: BTreeMap<(String, u32), u32>," => "`(String, u32)` cannot be the qualifier of dynamic columns";
    Field is_plain_table, "#[column(dynamic, prefix = \"ZZ_\")] pub stray: BTreeMap<u32, usize>," => "`usize` cannot be written as a cell";
    Field is_plain_table, "#[column(dynamic, json, prefix = \"ZZ_\")] pub stray: BTreeMap<u32, Letters>," => "`Letters` cannot be written as a cell";
    Field may_be_stamped, "#[timestamp] pub stray: String," => "`#[timestamp]` needs a `Timestamp` or a number of your own, found `String`";
    Field |table| may_be_stamped(table) && table.families[0].ttl_ms.is_some(), "#[timestamp] pub stray: i64," => "that is not in milliseconds since 1970 cannot have a `ttl`";
    Replace stamp, "pub stamp: i64," => "`#[timestamp]` with a period needs a time, found `i64`";
    Replace |table| table.unit().map(|_| "pub period: Timestamp,".to_owned()), "pub period: String," => "`String` cannot be the date in a table's name";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] pub stray: Vec<u8>," => "`Vec<u8>` cannot be indexed";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] pub stray: Option<u32>," => "`Option<u32>` cannot be indexed";
}
