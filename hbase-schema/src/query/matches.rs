//! The rows of a range that a scan jumps to: the filters of skip scans, and of scans of several values.

use hbase_backend::{Filter, RowBound};

use super::pattern::Pattern;
use super::range_list::{Ascending, RangeList};
use super::row_range::RowRange;

/// The rows of its ranges that a scan jumps to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Matches {
    /// The ranges of a skip scan.
    Ranges(Box<RangeList>),
    /// The ranges of several values of parts: they ascend and are disjoint.
    List(Vec<RowRange>),
    /// The patterns of a skip scan.
    Patterns(Vec<Pattern>),
}

/// The way to read a list of ranges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// As many at a time as a filter takes.
    Filtered,
    /// One after the other, for a backend without such a filter.
    OneByOne,
    /// One after the other, from the last one.
    Reversed,
}

/// One scan of the backend within a range of a skip scan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SkipStep {
    pub(crate) range: RowRange,
    pub(crate) filter: Option<Filter>,
    /// Where the next step starts; `None` after the last one.
    pub(crate) next: Option<RowBound>,
}

impl Matches {
    /// Checks that `filter` can be combined with the skip scan's own: `HBase` 2.6 fails with a `NullPointerException`
    /// if a `FuzzyRowFilter` is joined with another filter with hints.
    ///
    /// # Errors
    /// The filters that cannot be combined.
    pub(crate) fn check_beside(&self, filter: &Filter) -> Result<(), &'static str> {
        if matches!(self, Self::Patterns(_)) && gives_hints(filter) {
            return Err(
                "found a raw filter of row ranges, patterns, prefixes, ranges of qualifiers or timestamps together with a skip scan by a pattern, expected comparisons: HBase fails if both are joined: filter the rows on the client, or set the parts that are open",
            );
        }
        Ok(())
    }

    /// The ranges of several values or ranges of parts.
    pub(crate) fn list(&self) -> &[RowRange] {
        match self {
            Self::List(ranges) => ranges,
            Self::Ranges(_) | Self::Patterns(_) => &[],
        }
    }

    /// The first scan within `range`, or the last one if it is reversed; `None` if it has no match.
    pub(crate) fn step(&self, range: RowRange, way: Way) -> Option<SkipStep> {
        match self {
            Self::List(ranges) => match way {
                Way::Reversed => ranges.step_back(&range),
                Way::OneByOne => ranges.step_one(&range),
                Way::Filtered => ranges.step(&range),
            },
            Self::Ranges(ranges) => ranges.step(&range),
            Self::Patterns(patterns) => Some(SkipStep {
                range,
                filter: fuzzy(patterns),
                next: None,
            }),
        }
    }
}

/// Whether a filter returns hints: `HBase` 2.6 fails if it is joined with a `FuzzyRowFilter`.
pub(crate) fn gives_hints(filter: &Filter) -> bool {
    filter.any(&|part: &Filter| {
        matches!(
            part,
            Filter::RowRanges(_)
                | Filter::FuzzyRow(_)
                | Filter::QualifierPrefix(_)
                | Filter::QualifierPrefixes(_)
                | Filter::QualifierRange { .. }
                | Filter::Timestamps(_)
        )
    })
}

/// The filter of patterns; `None` without patterns, or if a pattern fits every row.
pub(crate) fn fuzzy(patterns: &[Pattern]) -> Option<Filter> {
    let selects = |(_, fixed): &Pattern| fixed.contains(&true);
    let selects = !patterns.is_empty() && patterns.iter().all(selects);
    selects.then(|| Filter::FuzzyRow(patterns.to_vec()))
}
