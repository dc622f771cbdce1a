//! Rules of tables with an index.

use super::rules;
use super::when::{
    has_one_family, has_only_columns, header, is_free, is_strict, lacks, may_be_indexed,
};
use crate::spec::Table;

/// The start of a struct whose columns may be indexed.
fn start(table: &Table) -> Option<String> {
    may_be_indexed(table).then(|| header(table))
}

/// The same for a table that has an index, and no version, which excludes some fields too.
fn indexed(table: &Table) -> Option<String> {
    let is_indexed = has_one_family(table) && table.has_index() && table.version().is_none();
    is_indexed.then(|| header(table))
}

fn is_indexed(table: &Table) -> bool {
    indexed(table).is_some()
}

/// Whether two families expire at different times, and the columns may be indexed.
fn expire_apart(table: &Table) -> Option<String> {
    let [first, second] = table.families.as_slice() else {
        return None;
    };
    let may_be = has_only_columns(table)
        && is_free(table)
        && table.unit().is_none()
        && table.key.salt.is_computed();
    (first.ttl_ms != second.ttl_ms && may_be).then(|| header(table))
}

/// Whether only the salt excludes an index.
fn is_salted_at_random(table: &Table) -> bool {
    !table.key.salt.is_computed()
        && has_one_family(table)
        && has_only_columns(table)
        && table.unit().is_none()
}

rules! {
    Field is_indexed, "#[column(counter)] pub stray: i64," => "the counter `stray` in a table with an index";
    Field is_indexed, "#[column(dynamic)] pub stray: Dynamic<String, u32>," => "the dynamic columns `stray` in a table with an index";
    Field is_indexed, "#[timestamp] pub stray: Timestamp," => "`#[timestamp]` in a table with an index";
    Table |table| is_indexed(table) && lacks(table, &["durability"]), "durability = skip_wal" => "`durability = skip_wal` in a table with an index";
    Family |table| table.indexes.len() == 1 && table.indexes[0].fields.len() == 1 && is_indexed(table) && table.families[0].versions > 1, "min_versions = 1" => "whose family `D1` has `min_versions`";
    Replace |table| is_indexed(table).then(|| "#[family(\"D1\"".to_owned()), "#[family(\"STAMP\"" => "the family `STAMP` of a table with an index contains the stamps of its rows";
    Replace indexed, "pub struct Item<T> {" => "`Item` has parameters, and rows that an index finds are read as one type";
    Field is_salted_at_random, "#[index(\"RANDOM:BY_STRAY\")] pub stray: u8," => "a random or round-robin salt in a table with an index";
    Field |table| table.unit().is_some() && has_one_family(table) && has_only_columns(table) && table.key.salt.is_computed(), "#[index(\"RANDOM:BY_STRAY\")] pub stray: u8," => "has a table for each period, and an index is for one table";
    Field may_be_indexed, "#[index] pub stray: u8," => "`#[index]` names no table";
    Field may_be_indexed, "#[index(name = \"RANDOM:BY_STRAY\")] pub stray: u8," => "`name` is not written";
    Field may_be_indexed, "#[index(\"RANDOM:BY_{yyyy}\")] pub stray: u8," => "the name of an index's table contains no date";
    Field may_be_indexed, "#[index(\"{table}\")] pub stray: u8," => "is the table itself";
    Field may_be_indexed, "#[index(\"RANDOM:INDEX_STATES\")] pub stray: u8," => "is the table of the indexes' states";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\")] pub stray: u8, #[index(\"RANDOM:BY_STRAY\")] pub other: u8," => "is the table of another index";
    Field |table| may_be_indexed(table) && is_strict(table), "#[index(\"RANDOM:BY_STRAY\")] pub stray: u8, #[column(\"OTHER\")] pub by_stray: u8," => "the index of `stray` and the column `by_stray` would both be the constant `BY_STRAY`";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = uniform(6), buckets(3))] pub stray: u8," => "`splits` of an index with `buckets`";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", buckets = 3)] pub stray: u8," => "`buckets` takes a number in parentheses";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", buckets(1))] pub stray: u8," => "`buckets` is 2 to 256";
    Field may_be_indexed, "#[index(\"RANDOM:BY_STRAY\", splits = number_pipe(6))] pub stray: u8," => "the splits `number_pipe` are for keys that start with a salt";
    Field |table| may_be_indexed(table) && table.families[0].ttl_ms.is_none(), "#[index(\"RANDOM:BY_STRAY\", ttl = \"365d\")] pub stray: u8," => "has no `ttl`: leave out the index's";
    Field |table| has_one_family(table) && has_only_columns(table) && is_free(table) && table.unit().is_none() && table.key.salt.is_computed() && table.families[0].ttl_ms.is_some(), "#[index(\"RANDOM:BY_STRAY\", ttl = \"10s\")] pub stray: u8," => "entries of an index must outlive their rows, by the duration of a query";
    Replace expire_apart, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other))] pub struct Item { #[family(\"D1\")] pub stray: u8, #[family(\"D2\")] pub other: u8," => "which has another `ttl` than the family `D1` of `stray`";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other))] #[index(\"RANDOM:BY_TWO\", fields(stray, other))] pub struct Item { pub stray: u8, pub other: u8," => "a second index of `stray`, `other`, in this order";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other))] #[index(\"RANDOM:BY_TWO\", fields(stray, desc(other)))] pub struct Item { pub stray: u8, pub other: u8," => "would both be the constant `BY_STRAY_OTHER`: leave one out";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, desc(stray, other)))] pub struct Item { pub stray: u8, pub other: u8," => "`desc` takes the name of one field: write `desc` for each";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, desc()))] pub struct Item { pub stray: u8," => "`desc` takes the name of one field: write `desc(sent)`";
    Replace start, "#[index(\"RANDOM:BY_BOTH\", fields(stray, other), desc)] pub struct Item { pub stray: u8, pub other: u8," => "`desc` is written at its field";
    Replace start, "#[index(\"RANDOM:BY_ABC\", fields(a_b, c))] #[index(\"RANDOM:BY_TWO\", fields(a, b_c))] pub struct Item { pub a_b: u8, pub c: u8, pub a: u8, pub b_c: u8," => "would both be the constant `BY_A_B_C`";
}
