//! Rules of groups and of dynamic columns.

use super::rules;
use super::when::has_one_family;
use crate::spec::Table;

fn has_no_index(table: &Table) -> bool {
    has_one_family(table) && !table.has_index()
}

rules! {
    Field has_one_family, "#[column(flatten, \"STRAY\")] pub stray: Group0," => "a name has no effect together with `flatten`";
    Field has_one_family, "#[column(flatten, json)] pub stray: Group0," => "`json` has no effect together with `flatten`";
    Field has_no_index, "#[column(flatten, dynamic)] pub stray: Group0," => "`dynamic` and `flatten` are two ways to store a field";
    Field has_no_index, "#[column(dynamic, \"STRAY\")] pub stray: Dynamic<String, u32>," => "a name has no effect together with `dynamic`";
    Field has_no_index, "#[column(dynamic, rename = \"STRAY\")] pub stray: Dynamic<String, u32>," => "`rename` has no effect together with `dynamic`";
    Field has_no_index, "#[column(dynamic, default)] pub stray: Dynamic<String, u32>," => "`default` has no effect together with `dynamic`";
    Field |table| has_no_index(table) && table.stamp().is_none(), "#[column(dynamic, counter, json)] pub stray: Dynamic<String, i64>," => "`json` cannot be combined with `counter`";
    Field |table| has_no_index(table) && table.stamp().is_some(), "#[column(dynamic, counter)] pub stray: Dynamic<String, i64>," => "the dynamic counters `stray` in a struct with `#[timestamp]`";
    Field has_one_family, "#[column = \"STRAY\"] pub stray: u8," => "`#[column]` takes its options in parentheses";
}
