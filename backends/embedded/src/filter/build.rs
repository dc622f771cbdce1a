//! A filter's tree, ready to be evaluated.

use hbase_model::{Error, Filter, Result};

use super::Node;
use super::cells::{Family, FirstKeyOnly, KeyOnly, Prefixes, Qualifier, QualifierRange};
use super::cells::{Timestamps, Value};
use super::column_value::{ColumnValue, State};
use super::compare::Compare;
use super::list::{And, Or};
use super::paging::{ColumnPage, Page};
use super::rows::{FuzzyRow, RowKey, RowPrefix, RowRanges};
use super::wrap::{Skip, WhileMatch};

/// Prepares a filter for a scan along or against the key order.
///
/// # Errors
/// [`Error::InvalidRequest`] for a pattern that is no regular expression, for a negation that
/// cannot be pushed down to the leaves, and for what `HBase`'s constructors refuse.
pub(crate) fn build(filter: &Filter, is_reversed: bool) -> Result<Box<dyn Node>> {
    node(&filter.push_down_not()?, is_reversed)
}

fn node(filter: &Filter, is_reversed: bool) -> Result<Box<dyn Node>> {
    Ok(match filter {
        Filter::And(filters) => Box::new(And(nodes(filters, is_reversed)?)),
        Filter::Or(filters) => Box::new(Or::new(nodes(filters, is_reversed)?)),
        Filter::Skip(inner) => Box::new(Skip::new(node(inner, is_reversed)?)),
        Filter::WhileMatch(inner) => Box::new(WhileMatch::new(node(inner, is_reversed)?)),
        Filter::RowPrefix(prefix) => Box::new(RowPrefix::new(prefix.clone(), is_reversed)),
        Filter::Row(op, comparator) => Box::new(RowKey::new(Compare::new(*op, comparator)?)),
        Filter::RowRanges(ranges) => Box::new(RowRanges::new(ranges, is_reversed)?),
        Filter::FuzzyRow(patterns) => Box::new(FuzzyRow::new(patterns)?),
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

/// The leaves that look at cells.
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
            state: State::default(),
        }),
        Filter::Family(op, comparator) => Box::new(Family(Compare::new(*op, comparator)?)),
        Filter::Qualifier(op, comparator) => Box::new(Qualifier(Compare::new(*op, comparator)?)),
        Filter::Value(op, comparator) => Box::new(Value(Compare::new(*op, comparator)?)),
        Filter::QualifierPrefix(prefix) => Box::new(Prefixes::new(std::slice::from_ref(prefix))?),
        Filter::QualifierPrefixes(prefixes) => Box::new(Prefixes::new(prefixes)?),
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
        other => {
            return Err(Error::invalid(format!(
                "the filter {other:?} is not known to this backend"
            )));
        }
    })
}
