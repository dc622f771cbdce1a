//! Conditions on rows as they were read, decided as a server would decide them.
//!
//! The row's stamp is part of the condition with which the row is written, so the decision still holds then. The server
//! itself could not decide both: it has no condition on a missing row that also compares a stamp, and a gateway takes no
//! filter in a condition.

use std::cmp::Ordering;

use hbase_backend::{Comparator, Condition, Filter, Row};

use crate::column::literal;

/// Whether a condition holds for a row; `None` is a row without cells.
///
/// # Errors
/// A text with the filter or comparison that only a server decides.
pub(super) fn holds(condition: &Condition, row: Option<&Row>) -> Result<bool, String> {
    let value = |family: &[u8], qualifier: &[u8]| row.and_then(|row| row.value(family, qualifier));
    match condition {
        Condition::Absent { family, qualifier } => {
            Ok(value(family, qualifier).is_none_or(<[u8]>::is_empty))
        }
        Condition::Compare {
            family,
            qualifier,
            op,
            comparator: Comparator::Binary(given),
        } => Ok(op.holds_in_condition(given, value(family, qualifier))),
        Condition::Filter(filter) => {
            let filter = filter.push_down_not().map_err(|error| error.to_string())?;
            row.map_or(Ok(false), |row| passes(&filter, row))
        }
        other => Err(unknown(other)),
    }
}

/// Whether a row passes a filter of columns.
fn passes(filter: &Filter, row: &Row) -> Result<bool, String> {
    let each = |filters: &[Filter]| {
        let passed = filters.iter().map(|filter| passes(filter, row));
        passed.collect::<Result<Vec<_>, _>>()
    };
    match filter {
        Filter::And(filters) => Ok(each(filters)?.into_iter().all(|passes| passes)),
        Filter::Or(filters) => Ok(each(filters)?.into_iter().any(|passes| passes)),
        Filter::ColumnValue {
            family,
            qualifier,
            op,
            comparator,
            filter_if_missing,
            latest_version_only: true,
        } => match row.value(family, qualifier) {
            Some(cell) => Ok(op.holds(order(cell, comparator)?)),
            None => Ok(!filter_if_missing),
        },
        other => Err(unknown(other)),
    }
}

/// The order of a cell and the comparator's value. Comparators without an order support only `=` and `!=`.
fn order(cell: &[u8], comparator: &Comparator) -> Result<Ordering, String> {
    let equal = |is_equal| {
        if is_equal {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    };
    match comparator {
        Comparator::Binary(value) => Ok(cell.cmp(value)),
        Comparator::BinaryPrefix(value) => Ok(cell[..cell.len().min(value.len())].cmp(value)),
        Comparator::Regex(pattern) => match literal::text_of(pattern) {
            Some(text) => Ok(equal(memchr::memmem::find(cell, text.as_bytes()).is_some())),
            None => Err(unknown(comparator)),
        },
        other => Err(unknown(other)),
    }
}

fn unknown(found: &dyn std::fmt::Debug) -> String {
    format!(
        "a condition with {found:?}, expected comparisons of columns: in a table with indexes the condition is decided by this program"
    )
}

#[cfg(test)]
mod tests {
    use hbase_backend::{CellBlock, CellKind, CellRef, CompareOp};

    use super::*;

    fn row(value: &[u8]) -> Row {
        let mut cells = CellBlock::new();
        let cell = CellRef {
            row: b"r",
            family: b"D1",
            qualifier: b"C",
            timestamp: 1,
            kind: CellKind::Put,
            value,
        };
        cells.push(cell).unwrap();
        Row::from_trusted(cells.take())
    }

    fn column(op: CompareOp, comparator: Comparator, filter_if_missing: bool) -> Filter {
        Filter::ColumnValue {
            family: b"D1".to_vec(),
            qualifier: b"C".to_vec(),
            op,
            comparator,
            filter_if_missing,
            latest_version_only: true,
        }
    }

    #[test]
    fn a_row_without_cells_passes_no_filter() {
        let any = Condition::Filter(column(
            CompareOp::Equal,
            Comparator::Binary(b"1".to_vec()),
            false,
        ));
        assert_eq!(holds(&any, None), Ok(false));
        assert_eq!(holds(&any, Some(&row(b"1"))), Ok(true));
    }

    #[test]
    fn not_is_pushed_down_to_the_columns() {
        let equal = column(CompareOp::Equal, Comparator::Binary(b"1".to_vec()), true);
        let not = Condition::Filter(Filter::Not(Box::new(Filter::And(vec![equal]))));
        assert_eq!(holds(&not, Some(&row(b"1"))), Ok(false));
        assert_eq!(holds(&not, Some(&row(b"2"))), Ok(true));
    }

    #[test]
    fn a_pattern_of_one_text_is_searched_as_a_text() {
        let contains = |pattern: &str| {
            let filter = column(CompareOp::Equal, Comparator::Regex(pattern.into()), true);
            holds(&Condition::Filter(filter), Some(&row(b"xa.b")))
        };
        assert_eq!(contains("a\\.b"), Ok(true));
        assert_eq!(contains("a\\.c"), Ok(false));
        assert!(contains("a.b").is_err() && contains("\\d").is_err());
    }

    #[test]
    fn what_only_a_server_decides_is_an_error() {
        let error = holds(
            &Condition::Filter(Filter::RowPrefix(b"a".to_vec())),
            Some(&row(b"1")),
        );
        assert!(error.unwrap_err().contains("RowPrefix"));
    }

    #[test]
    fn an_empty_cell_counts_as_absent_in_a_condition() {
        let absent = Condition::unchanged("D1", b"C".as_slice(), None);
        for (row, expected) in [
            (None, true),
            (Some(row(b"")), true),
            (Some(row(b"1")), false),
        ] {
            assert_eq!(holds(&absent, row.as_ref()), Ok(expected));
        }
        let other = Condition::unchanged("D1", b"OTHER".as_slice(), None);
        assert_eq!(holds(&other, Some(&row(b"1"))), Ok(true));
    }

    #[test]
    fn filters_of_columns_are_combined() {
        let is = |value: &[u8]| column(CompareOp::Equal, Comparator::Binary(value.into()), true);
        let of = |filter: Filter| holds(&Condition::Filter(filter), Some(&row(b"1")));
        for (filter, expected) in [
            (Filter::And(vec![is(b"1"), is(b"1")]), true),
            (Filter::And(vec![is(b"1"), is(b"2")]), false),
            (Filter::Or(vec![is(b"1"), is(b"2")]), true),
            (Filter::Or(vec![is(b"3"), is(b"2")]), false),
        ] {
            assert_eq!(of(filter), Ok(expected));
        }
    }

    #[test]
    fn a_missing_column_passes_unless_the_filter_excludes_it() {
        let of = |if_missing: bool, qualifier: &[u8]| {
            let filter = Filter::ColumnValue {
                family: b"D1".to_vec(),
                qualifier: qualifier.to_vec(),
                op: CompareOp::Equal,
                comparator: Comparator::Binary(b"1".to_vec()),
                filter_if_missing: if_missing,
                latest_version_only: true,
            };
            holds(&Condition::Filter(filter), Some(&row(b"2")))
        };
        assert_eq!(of(true, b"NONE"), Ok(false));
        assert_eq!(of(false, b"NONE"), Ok(true));
        assert_eq!(of(false, b"C"), Ok(false));
    }

    #[test]
    fn a_prefix_is_compared_with_the_start_of_the_cell() {
        let of = |op, prefix: &[u8]| {
            let filter = column(op, Comparator::BinaryPrefix(prefix.to_vec()), true);
            holds(&Condition::Filter(filter), Some(&row(b"bcd")))
        };
        assert_eq!(of(CompareOp::Equal, b"bc"), Ok(true));
        assert_eq!(of(CompareOp::Equal, b"bd"), Ok(false));
        assert_eq!(of(CompareOp::Equal, b"bcde"), Ok(false));
        assert_eq!(of(CompareOp::Less, b"bd"), Ok(true));
        assert_eq!(of(CompareOp::NotEqual, b"xx"), Ok(true));
    }
}
