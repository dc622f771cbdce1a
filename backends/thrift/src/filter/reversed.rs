//! Filters of scans in reverse, which `HBase` reads in two ways otherwise than meant.
//!
//! An `Or` compares a filter's hint ("go on at this column") with the next cell the wrong way round,
//! and leaves out that cell without an error. So hints are not used there: what selects by qualifier
//! is sent as comparisons, which pass the same cells one by one.
//!
//! A filter on a column's value reads other families on demand, which scans in reverse refuse. The
//! gateway cannot switch that off, but in a list with a filter that needs every family nothing is read
//! on demand: `PrefixFilter('')`, which passes every row.

use std::mem::take;

use hbase_model::{Comparator, CompareOp, Filter, Result};

use super::no_word;

/// The filter as it is sent with a scan in reverse; all `Not`s are pushed down.
///
/// # Errors
/// [`Unsupported`](hbase_model::Error::Unsupported) for an `Or` with a hint, where comparisons would
/// not give the same.
pub(super) fn in_reverse(filter: Filter) -> Result<Filter> {
    let filter = if loses_cells(&filter) {
        without_hints(filter)?
    } else {
        filter
    };
    if filter.any(&|part| matches!(part, Filter::ColumnValue { .. })) {
        return Ok(Filter::And(vec![Filter::RowPrefix(Vec::new()), filter]));
    }
    Ok(filter)
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

/// Only where each cell is judged by itself: what counts cells, or judges a row by the cells that it
/// was asked about, sees other cells where no hint passes over them.
fn without_hints(mut filter: Filter) -> Result<Filter> {
    let each = |filters: &mut Vec<Filter>| {
        let sent = take(filters).into_iter().map(without_hints);
        sent.collect::<Result<Vec<_>>>()
    };
    Ok(match &mut filter {
        Filter::And(filters) => Filter::And(each(filters)?),
        Filter::Or(filters) => Filter::Or(each(filters)?),
        Filter::QualifierPrefix(prefix) => has_prefix(take(prefix)),
        Filter::QualifierPrefixes(prefixes) if are_apart(prefixes) => {
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
        _ => {
            return Err(no_word(
                "an `Or` with prefixes or ranges of qualifiers, beside what counts cells or judges whole rows, in reverse: HBase loses cells there; select them with `Filter::Qualifier`",
            ));
        }
    })
}

fn has_prefix(prefix: Vec<u8>) -> Filter {
    Filter::Qualifier(CompareOp::Equal, Comparator::BinaryPrefix(prefix))
}

/// Whether no prefix begins with another one: of such two, only the longer is looked at behind it.
fn are_apart(prefixes: &[Vec<u8>]) -> bool {
    let begins = |a: &Vec<u8>| prefixes.iter().filter(|b| b.starts_with(a)).count() > 1;
    !prefixes.is_empty() && !prefixes.iter().any(begins)
}

type Bound = (Option<Vec<u8>>, bool);

fn in_range((min, min_inclusive): Bound, (max, max_inclusive): Bound) -> Filter {
    let mut bounds = Vec::new();
    if let Some(min) = min {
        let op = if min_inclusive {
            CompareOp::GreaterOrEqual
        } else {
            CompareOp::Greater
        };
        bounds.push(Filter::Qualifier(op, Comparator::Binary(min)));
    }
    if let Some(max) = max {
        let op = if max_inclusive {
            CompareOp::LessOrEqual
        } else {
            CompareOp::Less
        };
        bounds.push(Filter::Qualifier(op, Comparator::Binary(max)));
    }
    if bounds.is_empty() {
        return has_prefix(Vec::new());
    }
    Filter::And(bounds)
}
