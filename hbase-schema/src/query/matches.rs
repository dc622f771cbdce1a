//! The rows of a range that a skip scan jumps to: the filters of its scans.

use hbase_backend::{Filter, RowBound};

use super::range_list::RangeList;
use super::row_range::RowRange;

/// Bytes, and for each whether it must match.
pub(super) type Pattern = (Vec<u8>, Vec<bool>);

/// The rows of its ranges that a skip scan jumps to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Matches {
    Ranges(Box<RangeList>),
    Patterns(Vec<Pattern>),
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
        let is_hinting = |part: &Filter| {
            matches!(
                part,
                Filter::RowRanges(_)
                    | Filter::FuzzyRow(_)
                    | Filter::QualifierPrefix(_)
                    | Filter::QualifierPrefixes(_)
                    | Filter::QualifierRange { .. }
                    | Filter::Timestamps(_)
            )
        };
        if matches!(self, Self::Patterns(_)) && filter.any(&is_hinting) {
            return Err(
                "found a raw filter of row ranges, patterns, prefixes, ranges of qualifiers or timestamps together with a skip scan by a pattern, expected comparisons: HBase fails if both are joined: filter the rows on the client, or set the parts that are open",
            );
        }
        Ok(())
    }

    /// The first scan within `range`; `None` if it has no match.
    pub(crate) fn step(&self, range: RowRange) -> Option<SkipStep> {
        match self {
            Self::Ranges(ranges) => ranges.step(&range),
            Self::Patterns(patterns) => Some(SkipStep {
                range,
                filter: fuzzy(patterns),
                next: None,
            }),
        }
    }
}

/// `None` if a pattern fits every row.
fn fuzzy(patterns: &[Pattern]) -> Option<Filter> {
    let selects = |(_, fixed): &Pattern| fixed.contains(&true);
    let selects = patterns.iter().all(selects);
    selects.then(|| Filter::FuzzyRow(patterns.to_vec()))
}
