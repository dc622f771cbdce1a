//! Rules about types, which only the compiler can check.

pub(super) mod bounds;
pub(super) mod calls;
pub(super) mod columns;
pub(super) mod constants;
pub(super) mod scans;

use crate::spec::{Encoding, Table};
use crate::types::Kind;

use super::when::{is_plain, part_is};

/// Whether a part has no options, and neither feeds the salt nor comes first.
fn is_typed(table: &Table, at: usize) -> bool {
    at > 0 && part_is(&table.key, at, |part| is_plain(part) && !part.optional)
}

/// Whether a part has only this encoding.
fn is_encoded(table: &Table, at: usize, is: fn(Encoding) -> bool) -> bool {
    let part = &table.key.parts[at];
    let is_alone = !part.desc && !part.reverse && !part.truncate && !part.omit_none;
    is(part.encoding) && is_alone && part.salt.is_none()
}

/// Whether all parts have fixed widths and no separators.
fn is_binary(table: &Table) -> bool {
    table.key.separator.is_none()
        && table
            .key
            .parts
            .iter()
            .all(|part| part.separator.is_none() && part.width().is_some())
}

/// The splits of a key without a salt whose first part is an integer.
fn splits_of_integer(table: &Table) -> Option<String> {
    let is_integer = matches!(table.key.parts[0].of.kind, Kind::Int { .. });
    let mut options = table.options.iter();
    let splits = options.find(|option| option.starts_with("splits = uniform("));
    splits.filter(|_| is_integer).cloned()
}
