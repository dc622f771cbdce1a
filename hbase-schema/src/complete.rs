//! Whether every value of a row has a cell, so that a second record of a period leaves nothing of the first.

use crate::cell::Absence;
use crate::schema::{ColumnEntry, ColumnSchema};

/// Whether a put always writes the column at this index, or all columns of the group. Counters,
/// which puts do not write, count as written.
pub const fn is_complete(entries: &[ColumnEntry], index: usize) -> bool {
    match entries[index] {
        ColumnEntry::Cell(column) => is_written(column),
        // Those that are read with their row are written with it too, unless they are counters.
        ColumnEntry::Dynamic(columns) => columns.limit.is_none() || columns.counter,
        ColumnEntry::Group(group) => {
            let mut at = 0;
            while at < group.columns.len() {
                if !is_written(&group.columns[at]) {
                    return false;
                }
                at += 1;
            }
            !group.may_be_absent
        }
    }
}

const fn is_written(column: &ColumnSchema) -> bool {
    column.counter || !matches!(column.facts.absence, Absence::NoCell)
}
