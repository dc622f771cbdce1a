//! Rules of lists at the end of a key.

use super::rules;
use super::when::{is_inner, is_plain, is_plain_last, lacks, part_is};
use crate::spec::Table;

/// Whether the only part has no options.
fn is_plain_only(table: &Table, at: usize) -> bool {
    let is_only = table.key.parts.len() == 1 && table.key.separator.is_none();
    is_only && part_is(&table.key, at, is_plain) && lacks(table, &["splits"])
}

/// Whether a part before others has no options.
fn is_plain_inner(table: &Table, at: usize) -> bool {
    is_inner(table, at) && part_is(&table.key, at, is_plain)
}

/// Whether the last part has no options, and nothing separates it from the one before.
fn follows_directly(table: &Table, at: usize) -> bool {
    let is_separated = || table.key.parts[at - 1].end(&table.key).is_some();
    is_plain_last(table, at) && !is_separated()
}

rules! {
    Part is_plain_last, "sorted" => "`sorted` is about the elements of a list";
    Part is_plain_last, "repeat = 2" => "`repeat` takes no value";
    Part is_plain_last, "repeat, java" => "`java` cannot be combined with `repeat`: the types of the elements determine their bytes";
    Part is_plain_last, "repeat, terminator = b\"\\0\"" => "`terminator` cannot be combined with `repeat`: a list ends where the key does";
    Part follows_directly, "repeat, omit_none" => "`omit_none` cannot be combined with `repeat`: a list without elements has no bytes already";
    Part is_plain_inner, "repeat" => "ends where the key does, but";
    Part is_plain_only, "repeat" => "`repeat` on the only part: without elements, the key would be empty";
}
