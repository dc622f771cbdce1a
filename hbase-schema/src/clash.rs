//! Checks at compile time that the columns of a table have different names. The columns of a
//! flattened group are known only from its type.
//!
//! Fixed and dynamic columns are compared by prefixes and by the widths of qualifiers. This is a
//! const assertion, since only types determine the widths and the columns of flattened groups.

use crate::schema::{ColumnEntry, ColumnSchema, DynamicSchema};

/// Whether no column of the group at `index` is also a column of another entry. If two groups have the same column, this
/// is false only for the second one, so that they cause one error.
pub const fn is_free(entries: &[ColumnEntry], index: usize) -> bool {
    let ColumnEntry::Group(group) = entries[index] else {
        return true;
    };
    let mut column = 0;
    while column < group.columns.len() {
        let name = Name {
            family: group.family,
            prefix: group.prefix.bytes(),
            rest: group.columns[column].qualifier.bytes(),
        };
        if count(entries, index, &name) > 1 {
            return false;
        }
        column += 1;
    }
    true
}

/// A family, and a qualifier in two halves.
struct Name {
    family: &'static str,
    prefix: &'static [u8],
    rest: &'static [u8],
}

/// The number of columns with this name, without those of groups after `index`.
const fn count(entries: &[ColumnEntry], index: usize, name: &Name) -> usize {
    let mut found = 0;
    let mut at = 0;
    while at < entries.len() {
        found += match entries[at] {
            ColumnEntry::Cell(column) => is_named(name, column.family, b"", column) as usize,
            ColumnEntry::Group(group) if at <= index => {
                count_in(group.family, group.prefix.bytes(), group.columns, name)
            }
            ColumnEntry::Group(_) | ColumnEntry::Dynamic(_) => 0,
        };
        at += 1;
    }
    found
}

const fn count_in(
    family: &'static str,
    prefix: &'static [u8],
    columns: &[ColumnSchema],
    name: &Name,
) -> usize {
    let mut found = 0;
    let mut at = 0;
    while at < columns.len() {
        found += is_named(name, family, prefix, &columns[at]) as usize;
        at += 1;
    }
    found
}

const fn is_named(name: &Name, family: &str, prefix: &[u8], column: &ColumnSchema) -> bool {
    is_same(name.family, family)
        && joined_eq(name.prefix, name.rest, prefix, column.qualifier.bytes())
}

/// Whether no dynamic column of the entry at `index` can have the name of another entry's column.
pub const fn is_apart(entries: &[ColumnEntry], index: usize) -> bool {
    let ColumnEntry::Dynamic(dynamic) = entries[index] else {
        return true;
    };
    let mut at = 0;
    while at < entries.len() {
        if at != index && meets(dynamic, &entries[at]) {
            return false;
        }
        at += 1;
    }
    true
}

const fn meets(dynamic: &DynamicSchema, entry: &ColumnEntry) -> bool {
    match entry {
        ColumnEntry::Cell(column) => {
            is_same(dynamic.family, column.family) && dynamic.may_be(b"", column.qualifier.bytes())
        }
        ColumnEntry::Group(group) => {
            let mut at = 0;
            while at < group.columns.len() {
                let end = group.columns[at].qualifier.bytes();
                let is_met = dynamic.may_be(group.prefix.bytes(), end);
                if is_met && is_same(dynamic.family, group.family) {
                    return true;
                }
                at += 1;
            }
            false
        }
        ColumnEntry::Dynamic(other) => {
            is_same(dynamic.family, other.family) && dynamic.may_meet(other)
        }
    }
}

/// Whether two texts are equal.
pub(crate) const fn is_same(a: &str, b: &str) -> bool {
    joined_eq(a.as_bytes(), b"", b.as_bytes(), b"")
}

/// Whether two byte strings, each in two halves, are equal.
const fn joined_eq(a: &[u8], b: &[u8], c: &[u8], d: &[u8]) -> bool {
    if a.len() + b.len() != c.len() + d.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() + b.len() {
        if byte(a, b, at) != byte(c, d, at) {
            return false;
        }
        at += 1;
    }
    true
}

const fn byte(front: &[u8], back: &[u8], at: usize) -> u8 {
    match at.checked_sub(front.len()) {
        None => front[at],
        Some(behind) => back[behind],
    }
}
