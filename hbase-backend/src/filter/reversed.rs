//! Filters of reversed scans, in which `HBase` loses cells.
//!
//! An `Or` compares a filter's hint ("seek to this column") with the next cell in the wrong order, and silently omits that
//! cell. Filters that give hints are therefore replaced: selections by qualifier become comparisons, which pass the same
//! cells one by one.

use std::mem::take;

use super::{Comparator, CompareOp, Filter};

impl Filter {
    /// The same filter for a reversed scan: without hints in an [`Or`](Self::Or), since they make `HBase` lose
    /// cells. Prefixes and ranges of qualifiers become comparisons. The filter must not contain
    /// [`Not`](Self::Not).
    ///
    /// `None` if comparisons cannot replace them: next to filters that count cells or decide on whole rows, and
    /// for ranges and patterns of rows.
    ///
    /// ```
    /// use hbase_backend::{Comparator, CompareOp, Filter};
    /// let rows = || Filter::RowPrefix(b"r".to_vec());
    /// let or = Filter::Or(vec![Filter::QualifierPrefix(b"a".to_vec()), rows()]);
    /// let prefix = Filter::Qualifier(CompareOp::Equal, Comparator::BinaryPrefix(b"a".to_vec()));
    /// assert_eq!(or.in_reverse(), Some(Filter::Or(vec![prefix, rows()])));
    /// ```
    pub fn in_reverse(self) -> Option<Self> {
        if loses_cells(&self) {
            without_hints(self)
        } else {
            Some(self)
        }
    }
}

fn loses_cells(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::Or(_)) && part.any(&gives_hints))
}

fn gives_hints(filter: &Filter) -> bool {
    matches!(
        filter,
        Filter::QualifierPrefix(_)
            | Filter::QualifierPrefixes(_)
            | Filter::QualifierRange { .. }
            | Filter::RowRanges(_)
            | Filter::FuzzyRow(_)
    )
}

/// Replaces filters with hints. This is possible only if each cell is filtered by itself: a filter that
/// counts cells, or decides on a row by the cells that it has seen, sees more cells without hints.
fn without_hints(mut filter: Filter) -> Option<Filter> {
    let each = |filters: &mut Vec<Filter>| {
        let sent = take(filters).into_iter().map(without_hints);
        sent.collect::<Option<Vec<_>>>()
    };
    Some(match &mut filter {
        Filter::And(filters) => Filter::And(each(filters)?),
        Filter::Or(filters) => Filter::Or(each(filters)?),
        Filter::QualifierPrefix(prefix) => has_prefix(take(prefix)),
        Filter::QualifierPrefixes(prefixes) if are_disjoint(prefixes) => {
            Filter::Or(take(prefixes).into_iter().map(has_prefix).collect())
        }
        Filter::QualifierRange {
            min,
            min_inclusive,
            max,
            max_inclusive,
        } => in_range((min.take(), *min_inclusive), (max.take(), *max_inclusive)),
        Filter::RowPrefix(_)
        | Filter::Row(..)
        | Filter::Family(..)
        | Filter::Qualifier(..)
        | Filter::Value(..)
        | Filter::Timestamps(_)
        | Filter::KeyOnly(_) => filter,
        _ => return None,
    })
}

fn has_prefix(prefix: Vec<u8>) -> Filter {
    Filter::Qualifier(CompareOp::Equal, Comparator::BinaryPrefix(prefix))
}

/// Whether no prefix starts with another one: of two such prefixes `HBase` applies only the longer.
fn are_disjoint(prefixes: &[Vec<u8>]) -> bool {
    let begins = |a: &Vec<u8>| prefixes.iter().filter(|b| b.starts_with(a)).count() > 1;
    !prefixes.is_empty() && !prefixes.iter().any(begins)
}

type Bound = (Option<Vec<u8>>, bool);

fn in_range((min, min_inclusive): Bound, (max, max_inclusive): Bound) -> Filter {
    let above = if min_inclusive {
        CompareOp::GreaterOrEqual
    } else {
        CompareOp::Greater
    };
    let below = if max_inclusive {
        CompareOp::LessOrEqual
    } else {
        CompareOp::Less
    };
    let bounds = [(above, min), (below, max)].into_iter();
    let bounds = bounds.filter_map(|(op, bound)| Some((op, bound?)));
    let bounds: Vec<_> = bounds
        .map(|(op, bound)| Filter::Qualifier(op, Comparator::Binary(bound)))
        .collect();
    if bounds.is_empty() {
        return has_prefix(Vec::new());
    }
    Filter::And(bounds)
}
