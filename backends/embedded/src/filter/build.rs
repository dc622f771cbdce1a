//! Builds a filter's tree for evaluation.

use hbase_backend::{Comparator, Error, Filter, Result};

use super::Node;
use super::cells::{Family, FirstKeyOnly, KeyOnly, Prefixes, Qualifier, QualifierRange};
use super::cells::{Timestamps, Value};
use super::column_value::{ColumnState, ColumnValue};
use super::compare::Compare;
use super::fuzzy::FuzzyRow;
use super::list::{And, Or};
use super::paging::{ColumnPage, Page};
use super::ranges::RowRanges;
use super::rows::{RowKey, RowPrefix};
use super::wrap::{Skip, WhileMatch};

/// Prepares a [valid](Filter::validate) filter for a scan in ascending or descending order.
///
/// # Errors
/// [`Error::InvalidRequest`] for a filter nested too deeply, a pattern that is not a regular expression, and a
/// negation that cannot be pushed down to the leaves.
pub(crate) fn build(filter: &Filter, is_reversed: bool) -> Result<Box<dyn Node>> {
    node(&filter.push_down_not()?, is_reversed)
}

/// The longest common prefix of the row keys that can pass, if a read may skip the other rows without
/// evaluating them. It must not if a comparison can fail or a row can end the scan.
pub(crate) fn row_prefix(filter: &Filter) -> Option<&[u8]> {
    match filter {
        Filter::RowPrefix(prefix) => Some(prefix),
        Filter::And(filters) => {
            let prefixes = filters.iter().filter_map(|part| match part {
                Filter::RowPrefix(prefix) => Some(prefix.as_slice()),
                _ => None,
            });
            let longest = prefixes.max_by_key(|prefix| prefix.len())?;
            let minds_passed_rows = filter.any(&|part| match part {
                Filter::WhileMatch(_) => true,
                Filter::Row(_, with)
                | Filter::Family(_, with)
                | Filter::Qualifier(_, with)
                | Filter::Value(_, with)
                | Filter::ColumnValue {
                    comparator: with, ..
                } => matches!(with, Comparator::Long(_)),
                _ => false,
            });
            (!minds_passed_rows).then_some(longest)
        }
        _ => None,
    }
}

fn node(filter: &Filter, is_reversed: bool) -> Result<Box<dyn Node>> {
    Ok(match filter {
        Filter::And(filters) => Box::new(And::new(nodes(filters, is_reversed)?)),
        Filter::Or(filters) => Box::new(Or::new(nodes(filters, is_reversed)?)),
        Filter::Skip(inner) => Box::new(Skip::new(node(inner, is_reversed)?)),
        Filter::WhileMatch(inner) => Box::new(WhileMatch::new(node(inner, is_reversed)?)),
        Filter::RowPrefix(prefix) => Box::new(RowPrefix::new(prefix.clone(), is_reversed)),
        Filter::Row(op, comparator) => Box::new(RowKey::new(Compare::new(*op, comparator)?)),
        Filter::RowRanges(ranges) => Box::new(RowRanges::new(ranges, is_reversed)),
        Filter::FuzzyRow(patterns) => Box::new(FuzzyRow::new(patterns, is_reversed)),
        Filter::Page(size) => Box::new(Page::new(*size)),
        other => return leaf(other),
    })
}

fn nodes(filters: &[Filter], is_reversed: bool) -> Result<Vec<Box<dyn Node>>> {
    filters
        .iter()
        .map(|inner| node(inner, is_reversed))
        .collect()
}

/// The leaves that test cells.
fn leaf(filter: &Filter) -> Result<Box<dyn Node>> {
    Ok(match filter {
        Filter::ColumnValue {
            family,
            qualifier,
            op,
            comparator,
            filter_if_missing,
            latest_version_only,
        } => Box::new(ColumnValue {
            family: family.clone(),
            qualifier: qualifier.clone(),
            compare: Compare::new(*op, comparator)?,
            filter_if_missing: *filter_if_missing,
            latest_version_only: *latest_version_only,
            state: ColumnState::default(),
        }),
        Filter::Family(op, comparator) => Box::new(Family(Compare::new(*op, comparator)?)),
        Filter::Qualifier(op, comparator) => Box::new(Qualifier(Compare::new(*op, comparator)?)),
        Filter::Value(op, comparator) => Box::new(Value(Compare::new(*op, comparator)?)),
        Filter::QualifierPrefix(prefix) => Box::new(Prefixes::new(std::slice::from_ref(prefix))),
        Filter::QualifierPrefixes(prefixes) => Box::new(Prefixes::new(prefixes)),
        Filter::QualifierRange {
            min,
            min_inclusive,
            max,
            max_inclusive,
        } => Box::new(QualifierRange {
            min: min.clone(),
            min_inclusive: *min_inclusive,
            max: max.clone(),
            max_inclusive: *max_inclusive,
        }),
        Filter::Timestamps(timestamps) => {
            Box::new(Timestamps(timestamps.iter().copied().collect()))
        }
        Filter::KeyOnly(length_as_value) => Box::new(KeyOnly {
            length_as_value: *length_as_value,
        }),
        Filter::FirstKeyOnly => Box::<FirstKeyOnly>::default(),
        Filter::ColumnPage { limit, offset } => Box::new(ColumnPage::new(*limit, *offset)),
        other => return Err(unknown(other)),
    })
}

#[cold]
fn unknown(filter: &Filter) -> Error {
    Error::invalid(format!(
        "the filter {filter:?} is not known to this backend"
    ))
}

#[cfg(test)]
mod tests {
    use hbase_backend::MAX_FILTER_DEPTH;

    use super::*;

    fn nested(depth: usize) -> Filter {
        let leaf = Filter::FirstKeyOnly;
        (1..depth).fold(leaf, |inner, _| Filter::And(vec![inner]))
    }

    #[test]
    fn a_filter_is_wide_but_not_deep() {
        assert!(build(&nested(MAX_FILTER_DEPTH), false).is_ok());
        let error = build(&nested(MAX_FILTER_DEPTH + 1), false).unwrap_err();
        assert!(matches!(error, Error::InvalidRequest { .. }), "{error}");
        let wide = Filter::Or(vec![nested(3); 10_000]);
        assert!(build(&wide, false).is_ok());
    }

    #[test]
    fn a_prefix_narrows_a_scan_where_no_other_row_matters() {
        let prefix = |bytes: &str| Filter::RowPrefix(bytes.into());
        let and = |filters: Vec<Filter>| Filter::And(filters);
        assert_eq!(row_prefix(&prefix("a")), Some(b"a".as_slice()));
        let both = and(vec![prefix("a"), Filter::Page(3), prefix("ab")]);
        assert_eq!(row_prefix(&both), Some(b"ab".as_slice()));
        let ends = Filter::WhileMatch(Box::new(Filter::FirstKeyOnly));
        assert_eq!(row_prefix(&and(vec![prefix("a"), ends])), None);
        let fails = Filter::Value(hbase_backend::CompareOp::Less, Comparator::Long(1));
        assert_eq!(row_prefix(&and(vec![prefix("a"), fails])), None);
        assert_eq!(row_prefix(&Filter::Or(vec![prefix("a")])), None);
    }
}
