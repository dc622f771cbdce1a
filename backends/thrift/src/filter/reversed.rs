//! Filters of reversed scans, in which `HBase` has two bugs: hints in an `Or` ([`Filter::in_reverse`]), and another one.
//!
//! A filter on a column's value loads other families on demand, which reversed scans reject. The gateway
//! cannot disable that, but a list loads nothing on demand if one of its filters needs every family,
//! such as `PrefixFilter('')`, which passes every row.

use hbase_backend::{Filter, Result};

use super::error::inexpressible;

/// The filter to send with a reversed scan; all `Not`s are pushed down.
///
/// # Errors
/// [`Unsupported`](hbase_backend::Error::Unsupported) for an `Or` with hints that comparisons cannot replace.
pub(super) fn in_reverse(filter: Filter) -> Result<Filter> {
    let filter = filter.in_reverse().ok_or_else(|| {
        inexpressible(
            "an `Or` with prefixes or ranges of qualifiers, next to filters that count cells or decide on whole rows, in reverse: HBase loses cells there; select them with `Filter::Qualifier`",
        )
    })?;
    if filter.any(&|part| matches!(part, Filter::ColumnValue { .. })) {
        return Ok(Filter::And(vec![Filter::RowPrefix(Vec::new()), filter]));
    }
    Ok(filter)
}
