//! The columns to keep of rows whose families are read whole.

use std::cmp::Ordering;

use bytes::Bytes;
use hbase_backend::{CellRef, ReadOptions};

/// A column to keep; without a qualifier, a whole family. Columns sort like the cells of a row.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Column {
    family: Bytes,
    qualifier: Option<Bytes>,
}

/// The columns of a read, sorted.
pub(super) fn of(read: &ReadOptions) -> Vec<Column> {
    let mut columns = Vec::new();
    for selection in &read.columns {
        let family = Bytes::copy_from_slice(&selection.family);
        let column = |qualifier| Column {
            family: family.clone(),
            qualifier,
        };
        if selection.qualifiers.is_empty() {
            columns.push(column(None));
        }
        let names = selection.qualifiers.iter();
        columns.extend(names.map(|name| column(Some(Bytes::copy_from_slice(name)))));
    }
    columns.sort();
    columns
}

/// Whether a cell belongs to one of the columns. Cells come in order, so it belongs to no column before `at`.
pub(super) fn contain(columns: &[Column], at: &mut usize, cell: &CellRef<'_>) -> bool {
    while let Some(column) = columns.get(*at) {
        let order = cell.family.cmp(&column.family).then_with(|| {
            let qualifier = column.qualifier.as_deref();
            qualifier.map_or(Ordering::Equal, |name| cell.qualifier.cmp(name))
        });
        match order {
            Ordering::Less => return false,
            Ordering::Equal => return true,
            Ordering::Greater => *at += 1,
        }
    }
    false
}
