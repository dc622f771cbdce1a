//! What a question comes to: a scan for each range of rows.

use hbase_model::{Filter, KeyLayout, ReadOptions, RowBound, Scan, TableName};

use crate::key::find;
use crate::query::RowRange;

/// The fewest bytes that a round trip asks for: less is not worth one.
const LEAST_BYTES: usize = 16 << 10;

/// The most bytes that a round trip asks for.
const MOST_BYTES: usize = 2 << 20;

/// What is the same for every range of a question.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) call: &'static str,
    pub(super) table: &'static TableName,
    pub(super) read: ReadOptions,
    pub(super) reversed: bool,
    /// At most so many rows of each range; none where rows are left out here.
    pub(super) limit: Option<u64>,
    pub(super) caching: Option<u32>,
    /// How many bytes a round trip brings.
    pub(super) bytes: usize,
    /// Scanners are closed after every batch, for there are more ranges than may be open.
    pub(super) close_between: bool,
}

impl Plan {
    /// The scan of one range.
    pub(super) fn scan(&self, range: RowRange, taken: u64) -> Scan {
        let (start, stop) = if self.reversed {
            (range.stop, range.start)
        } else {
            (range.start, range.stop)
        };
        Scan {
            start,
            stop,
            reversed: self.reversed,
            limit: self.limit.map(|limit| limit.saturating_sub(taken)),
            caching: self.caching,
            max_result_bytes: Some(self.bytes as u64),
            read: self.read.clone(),
            ..Scan::default()
        }
    }
}

/// How many bytes a round trip of each of `ranges` ranges may bring: one batch is being read while
/// another waits, so that twice as many are in memory.
pub(super) fn bytes_each(all: usize, ranges: usize) -> usize {
    (all / ranges.max(1) / 2).clamp(LEAST_BYTES, MOST_BYTES)
}

/// A column that is filtered on must be read, also where nobody asked for it.
pub(super) fn add_filtered(filter: &Filter, read: &mut ReadOptions) {
    match filter {
        Filter::And(all) | Filter::Or(all) => {
            for filter in all {
                add_filtered(filter, read);
            }
        }
        Filter::Not(filter) | Filter::Skip(filter) | Filter::WhileMatch(filter) => {
            add_filtered(filter, read);
        }
        Filter::ColumnValue {
            family, qualifier, ..
        } => read.add_column(family, qualifier),
        _ => {}
    }
}

/// How many bytes the salt takes in front of the rows of a range, with its separator.
pub(super) fn salt_width(layout: &KeyLayout, range: &RowRange) -> usize {
    let Some(salt) = &layout.salt else { return 0 };
    if let Some(width) = salt.width() {
        return width;
    }
    // The salts differ in their width: the first separator ends this one.
    let separator = salt.separator.as_deref().unwrap_or("").as_bytes();
    let start = key_of(&range.start);
    find(start, separator).map_or(0, |at| at + separator.len())
}

/// A bound's key, empty where there is no bound.
pub(super) fn key_of(bound: &RowBound) -> &[u8] {
    match bound {
        RowBound::Included(key) | RowBound::Excluded(key) => key,
        RowBound::Unbounded => &[],
    }
}
