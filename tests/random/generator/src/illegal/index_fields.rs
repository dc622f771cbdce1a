//! Rules of the fields of an index.

use super::rules;
use super::when::{has_no_version, header, may_be_indexed};
use crate::spec::Table;

/// The start of a struct whose columns may be indexed.
fn start(table: &Table) -> Option<String> {
    may_be_indexed(table).then(|| header(table))
}

/// The same with several key parts.
fn of_several_parts(table: &Table) -> Option<String> {
    start(table).filter(|_| table.key.parts.len() > 1)
}

rules! {
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] #[column(counter)] pub stray: i64," => "`#[index]` on `stray`, which is a counter";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] #[column(default)] pub stray: u8," => "`#[index]` on `stray`, which is a column with a `default`";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] #[column(skip)] pub stray: u8," => "`#[index]` on `stray`, which is not stored";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] #[column(flatten)] pub stray: Group0," => "`#[index]` on `stray`, which is a group of columns";
    Field |table| may_be_indexed(table) && has_no_version(table), "#[index(\"RANDOM:BY_STRAY\")] #[column(dynamic)] pub stray: Dynamic<String, u32>," => "`#[index]` on `stray`, which is a map of columns";
    Field |table| may_be_indexed(table) && has_no_version(table), "#[index(\"RANDOM:BY_STRAY\")] #[timestamp] pub stray: Timestamp," => "`#[timestamp]` in a table with an index";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", fields(stray, other))] pub stray: u8," => "`fields` is not an option of `#[index]`: it belongs in `#[index]` on the struct";
    Replace start, "pub struct Item { #[index(\"RANDOM:BY_PART\")]" => "which is a part of the key: scans find it";
    Replace of_several_parts, "#[index(\"RANDOM:BY_KEY\", fields({part}, {last}))] pub struct Item {" => "an index of key parts alone";
    Attribute may_be_indexed, "#[index(\"RANDOM:BY_NONE\")]" => "`#[index]` on the struct lists no fields";
    Replace start, "#[index(\"RANDOM:BY_ONE\", fields(stray))] pub struct Item { pub stray: u8," => "an index of one field";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields = stray)] pub struct Item { pub stray: u8," => "`fields` takes a list in parentheses";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(\"stray\", other))] pub struct Item { pub stray: u8, pub other: u8," => "`fields(…)` takes names of fields without quotes";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, others))] pub struct Item { pub stray: u8, pub other: u8," => "unknown field `others`";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other, stray))] pub struct Item { pub stray: u8, pub other: u8," => "`stray` is in the index already";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other, 5))] pub struct Item { pub stray: u8, pub other: u8," => "`#[index]` on the struct takes no value by itself";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other), fields(stray, other))] pub struct Item { pub stray: u8, pub other: u8," => "duplicate option `fields` in `#[index]` on the struct";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other), field(stray))] pub struct Item { pub stray: u8, pub other: u8," => "unknown option `field` in `#[index]` on the struct";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other), versions = 3)] pub struct Item { pub stray: u8, pub other: u8," => "`versions` is not an option of `#[index]` on the struct";
    Replace start, "#[index(\"RANDOM:BY_ALL\", fields(a, b, c, d, e, f, g, h, i))] pub struct Item { pub a: u8, pub b: u8, pub c: u8, pub d: u8, pub e: u8, pub f: u8, pub g: u8, pub h: u8, pub i: u8," => "an index of 9 fields, the maximum is 8";
}
