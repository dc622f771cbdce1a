//! Converts filters: each to the name of its Java class and an encoded message.

use bytes::Bytes;
use hbase_backend::{Comparator, CompareOp, Error, Filter, Result};
use hbase_rpc::message::{
    self, BytesBytesPair, ColumnPaginationFilter, ColumnPrefixFilter, ColumnRangeFilter,
    CompareFilter, FamilyFilter, FilterList, FilterListOperator, FirstKeyOnlyFilter,
    FuzzyRowFilter, KeyOnlyFilter, MultiRowRangeFilter, MultipleColumnPrefixFilter, PageFilter,
    PrefixFilter, QualifierFilter, RowFilter, RowRange, SingleColumnValueFilter, SkipFilter,
    TimestampsFilter, ValueFilter, WhileMatchFilter,
};
use prost::Message;

use super::comparator::{PACKAGE, comparator, operator};
use super::unknown;

/// Converts a filter, with negations pushed down, to the server's format.
///
/// # Errors
/// [`Error::InvalidRequest`] for a leaf without a negation, for a number that exceeds Java's range, and for an
/// `Or` that would lose cells in a reversed scan.
pub(crate) fn filter(filter: &Filter, reversed: bool) -> Result<message::Filter> {
    let filter = filter.push_down_not()?;
    if !reversed {
        return tree(&filter);
    }
    let sent = filter.in_reverse().ok_or_else(|| {
        Error::invalid(
            "a reversed scan with an `Or` of ranges or patterns of rows, or of prefixes or ranges of qualifiers next to filters that count cells or decide on whole rows: HBase loses cells there; scan in ascending order, or select them by `Filter::Row` and `Filter::Qualifier`",
        )
    })?;
    tree(&sent)
}

fn tree(filter: &Filter) -> Result<message::Filter> {
    Ok(match filter {
        Filter::And(filters) => list(FilterListOperator::MustPassAll, filters)?,
        Filter::Or(filters) => list(FilterListOperator::MustPassOne, filters)?,
        Filter::Skip(inner) => {
            let filter = tree(inner)?;
            named("SkipFilter", &SkipFilter { filter })
        }
        Filter::WhileMatch(inner) => {
            let filter = tree(inner)?;
            named("WhileMatchFilter", &WhileMatchFilter { filter })
        }
        leaf => return of_rows(leaf),
    })
}

fn list(operator: FilterListOperator, filters: &[Filter]) -> Result<message::Filter> {
    let filters = filters.iter().map(tree).collect::<Result<_>>()?;
    let operator = operator.into();
    Ok(named("FilterList", &FilterList { operator, filters }))
}

fn of_rows(filter: &Filter) -> Result<message::Filter> {
    Ok(match filter {
        Filter::RowPrefix(prefix) => {
            let prefix = Some(bytes(prefix));
            named("PrefixFilter", &PrefixFilter { prefix })
        }
        Filter::Row(op, with) => {
            let compare_filter = compare(*op, with)?;
            named("RowFilter", &RowFilter { compare_filter })
        }
        Filter::RowRanges(ranges) => {
            let row_range_list = ranges.iter().map(row_range).collect();
            named(
                "MultiRowRangeFilter",
                &MultiRowRangeFilter { row_range_list },
            )
        }
        Filter::FuzzyRow(patterns) => named("FuzzyRowFilter", &fuzzy(patterns)),
        Filter::Page(size) => {
            let page_size = i64::try_from(*size).unwrap_or(i64::MAX);
            named("PageFilter", &PageFilter { page_size })
        }
        Filter::ColumnValue { .. } => column_value(filter)?,
        leaf => return of_cells(leaf),
    })
}

fn of_cells(filter: &Filter) -> Result<message::Filter> {
    Ok(match filter {
        Filter::Family(op, with) => {
            let compare_filter = compare(*op, with)?;
            named("FamilyFilter", &FamilyFilter { compare_filter })
        }
        Filter::Qualifier(op, with) => {
            let compare_filter = compare(*op, with)?;
            named("QualifierFilter", &QualifierFilter { compare_filter })
        }
        Filter::Value(op, with) => {
            let compare_filter = compare(*op, with)?;
            named("ValueFilter", &ValueFilter { compare_filter })
        }
        Filter::QualifierPrefix(prefix) => {
            let prefix = bytes(prefix);
            named("ColumnPrefixFilter", &ColumnPrefixFilter { prefix })
        }
        Filter::QualifierPrefixes(prefixes) => {
            let mut sorted: Vec<_> = prefixes.iter().map(|prefix| bytes(prefix)).collect();
            sorted.sort_unstable();
            let message = MultipleColumnPrefixFilter {
                sorted_prefixes: sorted,
            };
            named("MultipleColumnPrefixFilter", &message)
        }
        Filter::QualifierRange { .. } => qualifier_range(filter),
        Filter::Timestamps(timestamps) => named("TimestampsFilter", &at_timestamps(timestamps)),
        Filter::KeyOnly(len_as_val) => {
            let len_as_val = *len_as_val;
            named("KeyOnlyFilter", &KeyOnlyFilter { len_as_val })
        }
        Filter::FirstKeyOnly => named("FirstKeyOnlyFilter", &FirstKeyOnlyFilter {}),
        Filter::ColumnPage { limit, offset } => {
            let message = ColumnPaginationFilter {
                limit: number("limit", *limit)?,
                offset: Some(number("offset", *offset)?),
                column_offset: None,
            };
            named("ColumnPaginationFilter", &message)
        }
        other => return Err(unknown(&format!("the filter {other:?}"))),
    })
}

fn compare(op: CompareOp, with: &Comparator) -> Result<CompareFilter> {
    Ok(CompareFilter {
        compare_op: operator(op).into(),
        comparator: Some(comparator(with)?),
    })
}

fn row_range((start, stop): &(Vec<u8>, Vec<u8>)) -> RowRange {
    RowRange {
        start_row: Some(bytes(start)),
        start_row_inclusive: Some(true),
        stop_row: Some(bytes(stop)),
        stop_row_inclusive: Some(false),
    }
}

/// The mask of Java's second format: 0xff for a byte that must match, 2 for any byte.
fn fuzzy(patterns: &[(Vec<u8>, Vec<bool>)]) -> FuzzyRowFilter {
    let pair = |(pattern, must_match): &(Vec<u8>, Vec<bool>)| {
        let mask = must_match.iter().map(|must| if *must { 0xff } else { 2 });
        let fixed = pattern.iter().zip(must_match);
        BytesBytesPair {
            first: fixed
                .map(|(byte, must)| if *must { *byte } else { 0 })
                .collect(),
            second: mask.collect(),
        }
    };
    FuzzyRowFilter {
        fuzzy_keys_data: patterns.iter().map(pair).collect(),
        is_mask_v2: Some(true),
    }
}

fn column_value(filter: &Filter) -> Result<message::Filter> {
    let Filter::ColumnValue {
        family,
        qualifier,
        op,
        comparator: with,
        filter_if_missing,
        latest_version_only,
    } = filter
    else {
        return Err(unknown(&format!("the filter {filter:?}")));
    };
    let message = SingleColumnValueFilter {
        column_family: Some(bytes(family)),
        column_qualifier: Some(bytes(qualifier)),
        compare_op: operator(*op).into(),
        comparator: comparator(with)?,
        filter_if_missing: Some(*filter_if_missing),
        latest_version_only: Some(*latest_version_only),
    };
    Ok(named("SingleColumnValueFilter", &message))
}

fn qualifier_range(filter: &Filter) -> message::Filter {
    let mut message = ColumnRangeFilter::default();
    if let Filter::QualifierRange {
        min,
        min_inclusive,
        max,
        max_inclusive,
    } = filter
    {
        message = ColumnRangeFilter {
            min_column: min.as_deref().map(bytes),
            min_column_inclusive: Some(*min_inclusive),
            max_column: max.as_deref().map(bytes),
            max_column_inclusive: Some(*max_inclusive),
        };
    }
    named("ColumnRangeFilter", &message)
}

fn at_timestamps(timestamps: &[i64]) -> TimestampsFilter {
    TimestampsFilter {
        timestamps: timestamps.to_vec(),
        can_hint: Some(false),
    }
}

/// Java's counts are signed.
fn number(what: &str, count: u32) -> Result<i32> {
    i32::try_from(count).map_err(|_| {
        Error::invalid(format!(
            "a {what} of {count}, expected at most {}",
            i32::MAX
        ))
    })
}

fn bytes(value: &[u8]) -> Bytes {
    Bytes::copy_from_slice(value)
}

fn named(class: &str, message: &impl Message) -> message::Filter {
    message::Filter {
        name: format!("{PACKAGE}{class}"),
        serialized_filter: Some(message.encode_to_vec().into()),
    }
}
