//! Validates filters as the constructors of `HBase`'s filters do.

use std::collections::HashSet;

use super::check_number;
use crate::error::{Error, Result};
use crate::filter::{Comparator, CompareOp, Filter};
use hbase_model::printable::Printable;

impl Filter {
    /// Checks the rules that hold for every backend.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// assert!(Filter::Page(10).validate().is_ok());
    /// assert!(Filter::RowRanges(vec![(b"b".to_vec(), b"a".to_vec())]).validate().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for a tree deeper than [`MAX_FILTER_DEPTH`](crate::MAX_FILTER_DEPTH),
    /// and for row ranges, fuzzy rows, prefixes, timestamps, numbers and comparators that `HBase` rejects.
    pub fn validate(&self) -> Result<()> {
        self.check_depth()?;
        let mut rest = vec![self];
        while let Some(filter) = rest.pop() {
            filter.check_arguments()?;
            rest.extend(filter.parts());
        }
        Ok(())
    }

    /// Whether the filter decides on whole rows (`hasFilterRow`), so that `batch` cannot split
    /// rows.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// assert!(Filter::And(vec![Filter::Page(1)]).decides_on_rows());
    /// assert!(!Filter::KeyOnly(false).decides_on_rows());
    /// ```
    pub fn decides_on_rows(&self) -> bool {
        self.any(&|part| {
            matches!(
                part,
                Self::Page(_) | Self::ColumnValue { .. } | Self::Skip(_) | Self::WhileMatch(_)
            )
        })
    }

    fn check_arguments(&self) -> Result<()> {
        match self {
            Self::RowRanges(ranges) => check_ranges(ranges),
            Self::FuzzyRow(patterns) => check_patterns(patterns),
            Self::QualifierPrefixes(prefixes) => check_prefixes(prefixes),
            Self::Timestamps(timestamps) => check_timestamps(timestamps),
            Self::Page(rows) => check_number("a page of rows", *rows, i64::MAX.cast_unsigned()),
            Self::ColumnPage { limit, offset } => {
                let most = i32::MAX.cast_unsigned().into();
                check_number("the limit of a column page", (*limit).into(), most)?;
                check_number("the offset of a column page", (*offset).into(), most)
            }
            Self::Row(op, comparator)
            | Self::Family(op, comparator)
            | Self::Qualifier(op, comparator)
            | Self::Value(op, comparator)
            | Self::ColumnValue { op, comparator, .. } => check_comparator(*op, comparator),
            _ => Ok(()),
        }
    }
}

fn check_ranges(ranges: &[(Vec<u8>, Vec<u8>)]) -> Result<()> {
    if ranges.is_empty() {
        return Err(Error::invalid(
            "row ranges without a range: give at least one",
        ));
    }
    let mut ranges = ranges.iter();
    match ranges.find(|(start, stop)| !stop.is_empty() && start >= stop) {
        None => Ok(()),
        Some((start, stop)) => Err(Error::invalid(format!(
            "a row range from {} to {}, in which no key lies: the stop row is excluded, give a \
             larger one",
            Printable(start),
            Printable(stop)
        ))),
    }
}

fn check_patterns(patterns: &[(Vec<u8>, Vec<bool>)]) -> Result<()> {
    let mut patterns = patterns.iter();
    match patterns.find(|(bytes, flags)| bytes.len() != flags.len()) {
        None => Ok(()),
        Some((bytes, flags)) => Err(Error::invalid(format!(
            "a fuzzy row pattern of {} bytes with {} flags: give one flag for each byte",
            bytes.len(),
            flags.len()
        ))),
    }
}

fn check_prefixes(prefixes: &[Vec<u8>]) -> Result<()> {
    let mut known = HashSet::new();
    match prefixes.iter().find(|prefix| !known.insert(*prefix)) {
        None => Ok(()),
        Some(twice) => Err(Error::invalid(format!(
            "the prefix of qualifiers {} is given twice: give each once",
            Printable(twice)
        ))),
    }
}

fn check_timestamps(timestamps: &[i64]) -> Result<()> {
    match timestamps.iter().find(|timestamp| **timestamp < 0) {
        None => Ok(()),
        Some(found) => Err(Error::invalid(format!(
            "a filter with the negative timestamp {found}: expected 0 or more"
        ))),
    }
}

/// Comparators without an order support equality only.
fn check_comparator(op: CompareOp, comparator: &Comparator) -> Result<()> {
    let unordered = matches!(
        comparator,
        Comparator::Regex(_) | Comparator::Substring(_) | Comparator::Null
    );
    if unordered && !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
        return Err(Error::invalid(format!(
            "{op:?} with {comparator:?}, which has no order: expected Equal or NotEqual"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rejected(filter: &Filter) -> String {
        filter.validate().unwrap_err().to_string()
    }

    #[test]
    fn arguments_that_hbase_rejects_are_named() {
        let key = |text: &str| text.as_bytes().to_vec();
        for (filter, expected) in [
            (Filter::RowRanges(vec![]), "row ranges without a range"),
            (
                Filter::RowRanges(vec![(key("b"), key("a"))]),
                "a row range from b to a",
            ),
            (
                Filter::FuzzyRow(vec![(key("ab"), vec![true])]),
                "of 2 bytes with 1 flags",
            ),
            (
                Filter::QualifierPrefixes(vec![key("a"), key("a")]),
                "qualifiers a is given twice",
            ),
            (Filter::Timestamps(vec![1, -1]), "the negative timestamp -1"),
            (
                Filter::Page(u64::MAX),
                "a page of rows: found 18446744073709551615",
            ),
            (
                Filter::ColumnPage {
                    limit: u32::MAX,
                    offset: 0,
                },
                "expected at most 2147483647",
            ),
            (
                Filter::Value(CompareOp::Less, Comparator::Null),
                "Less with Null",
            ),
        ] {
            let found = rejected(&filter);
            assert!(found.contains(expected), "{found}");
            let nested = Filter::Not(Box::new(Filter::Or(vec![Filter::FirstKeyOnly, filter])));
            assert_eq!(rejected(&nested), found);
        }
    }

    #[test]
    fn arguments_that_hbase_takes_are_valid() {
        for filter in [
            Filter::RowRanges(vec![(b"a".to_vec(), Vec::new())]),
            Filter::Timestamps(vec![0]),
            Filter::Page(i64::MAX.cast_unsigned()),
            Filter::Value(CompareOp::Equal, Comparator::Regex("(".to_owned())),
        ] {
            filter.validate().unwrap();
        }
    }
}
