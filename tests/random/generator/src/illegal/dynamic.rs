//! Rules of groups and of dynamic columns.

use super::rules;
use super::when::has_one_family;
use crate::spec::Table;

fn has_no_index(table: &Table) -> bool {
    has_one_family(table) && !table.has_index() && table.version().is_none()
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
    Field has_one_family, "#[column(since(hour))] pub stray: u8," => "`since` has no effect without `dynamic`";
    Field has_one_family, "#[column(flatten, since(hour))] pub stray: Group0," => "`since` has no effect together with `flatten`";
    Field has_no_index, "#[column(dynamic, since(nothing))] pub stray: Dynamic<u32, u32>," => "the key has no part `nothing`";
    Field |table| has_no_index(table) && !table.key.parts[0].is_aligned(), "#[column(dynamic, since({part}))] pub stray: Dynamic<u32, u32>," => "has no `align`, so that nothing says how much time a row holds";
    Field |table| has_no_index(table) && table.key.parts[0].has_periods(), "#[column(dynamic, since({part}, unit = \"7s\"))] pub stray: Dynamic<u32, u32>," => "is not a multiple of it: write a unit that divides it";
    Field |table| has_no_index(table) && table.key.parts.last().is_some_and(|part| part.is_aligned() && part.omit_none), "#[column(dynamic, since({last}))] pub stray: Dynamic<u32, u32>," => "a key may end without the part";
    Field has_no_index, "#[column(dynamic, since({part}, unit = \"0s\"))] pub stray: Dynamic<u32, u32>," => "`unit = \"0s\"`: it is not a unit of time";
    Field has_no_index, "#[column(dynamic, since({part}, unit = \"xms\"))] pub stray: Dynamic<u32, u32>," => "`unit = \"xms\"`: it is not a number of milliseconds";
    Field has_no_index, "#[column(dynamic, since({part}, unit = \"8w\"))] pub stray: Dynamic<u32, u32>," => "`unit = \"8w\"`: it is over 49 days";
    Field has_no_index, "#[column(dynamic, since({part}, size = \"1s\"))] pub stray: Dynamic<u32, u32>," => "`since` has one option, `unit`";
    Field has_no_index, "#[column(dynamic, since(\"hour\"))] pub stray: Dynamic<u32, u32>," => "`since` takes the name of a key part";
    Field has_one_family, "#[column = \"STRAY\"] pub stray: u8," => "`#[column]` takes its options in parentheses";
}
