//! Negation, pushed down to the leaves: `HBase` has no filter that negates another.

use super::{Comparator, CompareOp, Filter};
use crate::error::{Error, Result};

impl Filter {
    /// The same filter without [`Not`](Self::Not): each leaf below one is replaced by its negation,
    /// and `And` and `Or` are swapped.
    ///
    /// ```
    /// use hbase_backend::{Comparator, CompareOp, Filter};
    /// let value = |op| Filter::Value(op, Comparator::Binary(b"5".to_vec()));
    /// let not = Filter::Not(Box::new(Filter::And(vec![
    ///     value(CompareOp::Less),
    ///     Filter::RowPrefix(b"a".to_vec()),
    /// ])));
    /// assert_eq!(
    ///     not.push_down_not()?,
    ///     Filter::Or(vec![
    ///         value(CompareOp::GreaterOrEqual),
    ///         Filter::Row(CompareOp::NotEqual, Comparator::BinaryPrefix(b"a".to_vec())),
    ///     ])
    /// );
    /// # Ok::<(), hbase_backend::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for a leaf without a negation (filters that count or change cells,
    /// timestamps, fuzzy rows, and a column's value in any of its versions), and for a tree more
    /// than [`MAX_FILTER_DEPTH`](super::MAX_FILTER_DEPTH) deep.
    pub fn push_down_not(&self) -> Result<Self> {
        self.check_depth()?;
        self.pushed_down()
    }

    fn pushed_down(&self) -> Result<Self> {
        match self {
            Self::Not(inner) => inner.opposite(),
            Self::And(filters) => Ok(Self::And(each(filters, Self::pushed_down)?)),
            Self::Or(filters) => Ok(Self::Or(each(filters, Self::pushed_down)?)),
            Self::Skip(inner) => Ok(Self::Skip(Box::new(inner.pushed_down()?))),
            Self::WhileMatch(inner) => Ok(Self::WhileMatch(Box::new(inner.pushed_down()?))),
            leaf => Ok(leaf.clone()),
        }
    }

    fn opposite(&self) -> Result<Self> {
        Ok(match self {
            Self::Not(inner) => inner.pushed_down()?,
            Self::And(filters) if !filters.is_empty() => Self::Or(each(filters, Self::opposite)?),
            Self::Or(filters) if !filters.is_empty() => Self::And(each(filters, Self::opposite)?),
            Self::RowPrefix(prefix) => Self::Row(CompareOp::NotEqual, starts_with(prefix)),
            Self::Row(op, comparator) => Self::Row(op.negate(), comparator.clone()),
            Self::RowRanges(ranges) => gaps(ranges)?,
            Self::Family(op, comparator) => Self::Family(op.negate(), comparator.clone()),
            Self::Qualifier(op, comparator) => Self::Qualifier(op.negate(), comparator.clone()),
            Self::Value(op, comparator) => Self::Value(op.negate(), comparator.clone()),
            Self::QualifierPrefix(prefix) => {
                Self::Qualifier(CompareOp::NotEqual, starts_with(prefix))
            }
            Self::QualifierPrefixes(prefixes) if are_apart(prefixes) => Self::And(
                prefixes
                    .iter()
                    .map(|prefix| Self::Qualifier(CompareOp::NotEqual, starts_with(prefix)))
                    .collect(),
            ),
            Self::QualifierRange { .. } => self.outside_of_range()?,
            Self::ColumnValue { .. } => self.other_value()?,
            other => return Err(no_opposite(other)),
        })
    }

    /// The qualifiers below and above a range.
    fn outside_of_range(&self) -> Result<Self> {
        let Self::QualifierRange {
            min,
            min_inclusive,
            max,
            max_inclusive,
        } = self
        else {
            return Err(no_opposite(self));
        };
        let below = min.as_ref().map(|min| {
            let op = if *min_inclusive {
                CompareOp::Less
            } else {
                CompareOp::LessOrEqual
            };
            Self::Qualifier(op, Comparator::Binary(min.clone()))
        });
        let above = max.as_ref().map(|max| {
            let op = if *max_inclusive {
                CompareOp::Greater
            } else {
                CompareOp::GreaterOrEqual
            };
            Self::Qualifier(op, Comparator::Binary(max.clone()))
        });
        match (below, above) {
            (Some(below), Some(above)) => Ok(Self::Or(vec![below, above])),
            (Some(one), None) | (None, Some(one)) => Ok(one),
            (None, None) => Err(no_opposite(self)),
        }
    }

    /// If only the newest version counts, a row has one value or none.
    fn other_value(&self) -> Result<Self> {
        match self {
            Self::ColumnValue {
                family,
                qualifier,
                op,
                comparator,
                filter_if_missing,
                latest_version_only: true,
            } => Ok(Self::ColumnValue {
                family: family.clone(),
                qualifier: qualifier.clone(),
                op: op.negate(),
                comparator: comparator.clone(),
                filter_if_missing: !filter_if_missing,
                latest_version_only: true,
            }),
            other => Err(no_opposite(other)),
        }
    }
}

fn each(filters: &[Filter], turn: fn(&Filter) -> Result<Filter>) -> Result<Vec<Filter>> {
    filters.iter().map(turn).collect()
}

/// Whether no prefix starts with another. Otherwise `HBase` excludes some qualifiers that do start with a
/// prefix, and no filter passes exactly the qualifiers that are excluded.
fn are_apart(prefixes: &[Vec<u8>]) -> bool {
    let mut sorted: Vec<_> = prefixes.iter().collect();
    sorted.sort();
    !sorted.is_empty() && sorted.windows(2).all(|two| !two[1].starts_with(two[0]))
}

fn starts_with(prefix: &[u8]) -> Comparator {
    Comparator::BinaryPrefix(prefix.to_vec())
}

fn no_opposite(filter: &Filter) -> Error {
    Error::invalid(format!(
        "this filter cannot be negated: filter for what should pass instead: {filter:?}"
    ))
}

/// The row ranges between the ranges.
fn gaps(ranges: &[(Vec<u8>, Vec<u8>)]) -> Result<Filter> {
    let mut sorted: Vec<_> = ranges.to_vec();
    sorted.sort();
    let mut gaps = Vec::new();
    let mut from = Some(Vec::new());
    for (start, stop) in sorted {
        let Some(reached) = from else { break };
        if reached < start {
            gaps.push((reached.clone(), start));
        }
        from = (!stop.is_empty()).then(|| reached.max(stop));
    }
    if let Some(from) = from {
        gaps.push((from, Vec::new()));
    }
    if gaps.is_empty() {
        return Err(no_opposite(&Filter::RowRanges(ranges.to_vec())));
    }
    Ok(Filter::RowRanges(gaps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(start: &[u8], stop: &[u8]) -> (Vec<u8>, Vec<u8>) {
        (start.to_vec(), stop.to_vec())
    }

    fn not(filter: Filter) -> Result<Filter> {
        Filter::Not(Box::new(filter)).push_down_not()
    }

    #[test]
    fn row_ranges_turn_into_their_gaps() {
        let ranges = vec![range(b"d", b"f"), range(b"a", b"c"), range(b"e", b"g")];
        let expected = vec![range(b"", b"a"), range(b"c", b"d"), range(b"g", b"")];
        assert_eq!(
            not(Filter::RowRanges(ranges)).unwrap(),
            Filter::RowRanges(expected)
        );
        assert!(not(Filter::RowRanges(vec![range(b"", b"")])).is_err());
    }

    #[test]
    fn prefixes_that_lie_apart_are_negated_one_by_one() {
        let prefixes = vec![b"ab".to_vec(), b"ac".to_vec()];
        let not = not(Filter::QualifierPrefixes(prefixes)).unwrap();
        assert!(matches!(&not, Filter::And(all) if all.len() == 2));
    }

    #[test]
    fn twice_negated_is_as_before() {
        let filter = Filter::Value(CompareOp::Less, Comparator::Binary(b"x".to_vec()));
        assert_eq!(not(Filter::Not(Box::new(filter.clone()))).unwrap(), filter);
    }

    #[test]
    fn what_has_no_opposite_is_an_error() {
        for filter in [
            Filter::Page(1),
            Filter::FirstKeyOnly,
            Filter::KeyOnly(false),
            Filter::And(vec![Filter::Timestamps(vec![1])]),
            Filter::QualifierPrefixes(Vec::new()),
            // Neither these nor their negation would pass `ac`.
            Filter::QualifierPrefixes(vec![b"ab".to_vec(), b"a".to_vec()]),
        ] {
            assert!(not(filter).is_err());
        }
    }
}
