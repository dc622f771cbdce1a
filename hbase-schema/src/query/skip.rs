//! Skip scans: the salt or parts are open, and the server jumps to the matches of the parts after them.
//!
//! A range after at most [`MAX_RANGES`] values of the open parts becomes a list of ranges (`MultiRowRangeFilter`),
//! which passes only the matches. Anything else becomes a pattern of bytes (`FuzzyRowFilter`), which passes more rows,
//! so each row is checked.
//!
//! A list of ranges is sent in steps of 4096, since a filter is sent to each region. Both filters lose rows in reversed
//! scans, which therefore do not compile. No pattern is longer than a matching key: the filter loses shorter keys.

use hbase_model::layout::{MAX_SKIPPED_SALTS, SaltLayout};

use super::builder::KeyScan;
use super::bytes::{Tail, within};
use super::check::PartCheck;
use super::matches::Matches;
use super::patterns;
use super::range_list::RangeList;
use super::ranges::KeyRanges;
use super::row_range::RowRange;
use super::salts;
use crate::key::KeyError;

/// Maximum ranges of a skip scan: more become patterns.
const MAX_RANGES: usize = MAX_SKIPPED_SALTS as usize;

/// The salt of the rows.
pub(super) enum Salts {
    /// One of these, with their separators, ascending; an empty one if the table has no salt.
    Each(Vec<Vec<u8>>),
    /// Any: it has too many values to list them.
    Open,
}

impl KeyScan {
    /// The ranges and matches of a skip scan, of which the first `given` parts have a value.
    pub(super) fn into_skip(self, given: usize) -> Result<KeyRanges<(), ()>, KeyError> {
        let salts = self.skipped_salts()?;
        let needed = self.checks()?;
        let checks = self.skip_checks(needed.clone());
        self.finds_parts(&checks)?;
        let ranges = self.outer_ranges(&salts);
        let matches = match salts {
            Salts::Each(salts) if self.is_list(salts.len()) => {
                Matches::Ranges(Box::new(self.into_list(salts)))
            }
            salts => Matches::Patterns(patterns::of(&self, &salts)?),
        };
        // Rows that are too short fit a pattern.
        let (ranges, ensured) = match &matches {
            Matches::Ranges(_) | Matches::List(_) => (ranges, checks.len() - needed.len()),
            Matches::Patterns(patterns) if patterns.is_empty() => (Vec::new(), 0),
            Matches::Patterns(_) => (ranges, 0),
        };
        Ok(KeyRanges::new(ranges, checks, given).with_matches(matches, ensured))
    }

    fn into_list(self, salts: Vec<Vec<u8>>) -> RangeList {
        RangeList {
            salts,
            open: self.open_bytes().collect(),
            rest: self.rest(),
            bare: self.bare(),
            prefix: self.prefix.into_vec(),
            tail: self.tail,
        }
    }

    /// Whether the open parts have few enough values to list a range for each.
    fn is_list(&self, salts: usize) -> bool {
        let open = u32::try_from(self.open_bytes().count()).unwrap_or(u32::MAX);
        let values = 256_usize.checked_pow(open);
        let values = values.and_then(|values| values.checked_mul(salts));
        matches!(self.tail, Tail::Range(_)) && values.is_some_and(|values| values <= MAX_RANGES)
    }

    /// The offsets in `prefix` of the bytes that are open.
    pub(super) fn open_bytes(&self) -> impl Iterator<Item = usize> {
        let gaps = self.gaps.iter().filter_map(|gap| self.spans.get(*gap));
        gaps.flat_map(|(start, end)| *start..*end)
    }

    fn skipped_salts(&self) -> Result<Salts, KeyError> {
        let is_listed = |layout: &SaltLayout| layout.salt.skipped().is_some();
        if let Some(layout) = &self.layout.salt
            && self.any_salt
            && !is_listed(layout)
            && !salts::is_known(self)
        {
            return Ok(Salts::Open);
        }
        let Some(salts) = salts::reached(self)? else {
            return Ok(Salts::Each(vec![Vec::new()]));
        };
        let salts = salts.iter().map(|salt| self.with_separator(salt));
        let mut salts: Vec<_> = salts.collect();
        salts.sort();
        salts.dedup();
        Ok(Salts::Each(salts))
    }

    /// These checks, then those of every part after the open ones.
    pub(super) fn skip_checks(&self, mut checks: Vec<PartCheck>) -> Vec<PartCheck> {
        let first = match self.gaps.first() {
            Some(gap) if !self.any_salt => *gap,
            _ => 0,
        };
        let index = self.spans.len();
        let values = (first..index).filter_map(|index| {
            let value = self.given(index)?.to_vec();
            Some(PartCheck::value(self.layout, index, value))
        });
        let tail = match &self.tail {
            Tail::Prefix(prefix) => Some(PartCheck::every_prefix(self.layout, index, prefix)),
            Tail::Range(bounds) => Some(PartCheck::range(self.layout, index, bounds.clone())),
            _ => None,
        };
        for check in values.chain(tail) {
            if !checks.contains(&check) {
                checks.push(check);
            }
        }
        checks
    }

    /// The ranges that contain every match: one if the salt is open, otherwise one per salt value.
    fn outer_ranges(&self, salts: &Salts) -> Vec<RowRange> {
        let first_gap = self.gaps.first().and_then(|gap| self.spans.get(*gap));
        let end = first_gap.map_or(self.bare(), |(start, _)| *start);
        let rows = |salt: &Vec<u8>| within(&[salt, &self.prefix[..end]].concat());
        match salts {
            Salts::Open => vec![RowRange::ALL],
            Salts::Each(salts) if self.any_salt => {
                let ends = salts.first().zip(salts.last());
                let range = ends.map(|(first, last)| RowRange {
                    start: rows(first).start,
                    stop: rows(last).stop,
                });
                Vec::from_iter(range)
            }
            Salts::Each(salts) => salts.iter().map(rows).collect(),
        }
    }
}
