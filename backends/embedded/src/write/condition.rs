//! Conditions on rows (`HRegion.checkAndMutate`).

use std::cmp::Ordering;

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
        holds: holds(
            op,
            given,
            found.as_ref().map(|found| found.value.as_slice()),
        ),
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

/// `given op cell`. An empty given value tests for absence: an empty cell counts as absent, and
/// every operator but `NotEqual` means `Equal`. An absent cell matches no other comparison.
fn holds(op: CompareOp, given: &[u8], cell: Option<&[u8]>) -> bool {
    if given.is_empty() {
        let is_absent = cell.is_none_or(<[u8]>::is_empty);
        return is_absent == (op != CompareOp::NotEqual);
    }
    cell.is_some_and(|cell| {
        let order: Ordering = given.cmp(cell);
        op.holds(order)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_given_value_stands_on_the_left() {
        assert!(!holds(CompareOp::Less, b"6", Some(b"5")));
        assert!(holds(CompareOp::Less, b"4", Some(b"5")));
        assert!(holds(CompareOp::Greater, b"6", Some(b"5")));
    }

    #[test]
    fn absent_and_empty_are_one() {
        for op in [CompareOp::Equal, CompareOp::Less, CompareOp::Greater] {
            assert!(holds(op, b"", None));
            assert!(holds(op, b"", Some(b"")));
            assert!(!holds(op, b"", Some(b"x")));
        }
        assert!(!holds(CompareOp::NotEqual, b"", None));
        assert!(holds(CompareOp::NotEqual, b"", Some(b"x")));
        assert!(!holds(CompareOp::NotEqual, b"x", None));
    }
}
