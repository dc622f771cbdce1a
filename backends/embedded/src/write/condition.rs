//! Conditions on rows (`HRegion.checkAndMutate`).

use hbase_backend::{CheckAndMutate, Comparator, CompareOp, Condition, Error, ReadOptions, Result};

use crate::point;
use crate::store::Store;
use crate::table::Table;
use crate::work::Work;

/// The result of evaluating a condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Observed {
    pub(crate) holds: bool,
    /// The timestamp of the compared cell, 0 without one. The following write must not be older.
    pub(crate) timestamp: i64,
}

/// Evaluates a condition. The caller holds the row's lock.
///
/// # Errors
/// [`Error::InvalidRequest`] for comparators other than of bytes: `HBase` would compare their serialized form.
pub(crate) fn observe(
    store: &Store,
    table: &Table,
    check: &CheckAndMutate,
    work: &mut Work,
) -> Result<Observed> {
    let mut read = ReadOptions {
        time_range: check.time_range,
        ..ReadOptions::default()
    };
    let (op, given): (CompareOp, &[u8]) = match &check.condition {
        Condition::Filter(filter) => {
            read.filter = Some(filter.clone());
            return observe_filter(store, table, check, &read, work);
        }
        Condition::Absent { family, qualifier } => {
            read.add_column(family, qualifier);
            (CompareOp::Equal, b"")
        }
        Condition::Compare {
            family,
            qualifier,
            op,
            comparator,
        } => {
            read.add_column(family, qualifier);
            (*op, given(comparator)?)
        }
        other => {
            return Err(Error::invalid(format!(
                "the condition {other:?} is not known to this backend"
            )));
        }
    };
    let found = point::newest_cell(store, table, check.mutation.row(), &read, work)?;
    Ok(Observed {
        holds: op.holds_in_condition(given, found.as_ref().map(|found| found.value.as_slice())),
        timestamp: found.map_or(0, |found| found.timestamp),
    })
}

fn observe_filter(
    store: &Store,
    table: &Table,
    check: &CheckAndMutate,
    read: &ReadOptions,
    work: &mut Work,
) -> Result<Observed> {
    let row = point::read_row(store, table, check.mutation.row(), read, work)?;
    let first = row.as_ref().and_then(|row| row.cells().next());
    Ok(Observed {
        holds: first.is_some(),
        timestamp: first.map_or(0, |cell| cell.timestamp),
    })
}

fn given(comparator: &Comparator) -> Result<&[u8]> {
    match comparator {
        Comparator::Binary(bytes) => Ok(bytes),
        Comparator::Null => Ok(b""),
        other => Err(Error::invalid(format!(
            "a condition with {other:?}: HBase compares bytes alone here, so give the bytes, or \
             use a filter as the condition"
        ))),
    }
}
