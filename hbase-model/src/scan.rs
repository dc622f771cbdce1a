//! The scan: rows between two keys.

use crate::read::ReadOptions;

/// The start or stop of a scan: a closed set, as [`std::ops::Bound`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowBound {
    /// The table's first or last row.
    #[default]
    Unbounded,
    /// This key, included.
    Included(Vec<u8>),
    /// This key, excluded.
    Excluded(Vec<u8>),
}

/// A scan of the rows between `start` and `stop`, in key order or reversed.
///
/// For a reversed scan `start` is the larger key, as `HBase` has it.
///
/// An open struct: literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scan {
    /// The start row.
    pub start: RowBound,
    /// The stop row.
    pub stop: RowBound,
    /// Reads from the larger key to the smaller one.
    pub reversed: bool,
    /// Maximum rows in all (whole rows, not partial ones); 0 means none.
    pub limit: Option<u64>,
    /// Cuts rows into partial rows of at most this many cells; not 0.
    pub batch: Option<u32>,
    /// Maximum rows of a round trip; 0 means the backend's default, as in `HBase`.
    pub caching: Option<u32>,
    /// Approximate maximum bytes of a round trip, which has at least one row or partial row; 0 means
    /// the backend's default, as in `HBase`.
    pub max_result_bytes: Option<u64>,
    /// Returns delete markers, deleted and expired cells too.
    ///
    /// `HBase` 2.6 may never end such a scan, and its region cannot be closed from then on: where a family's column without
    /// a qualifier has a delete marker and another marker or a put of the next kind at the same timestamp, and something
    /// makes the scan leave the column there (a filter, `max_versions`, a time range, an expired family). Its seek to the
    /// next column goes to just that cell, again and again. The embedded store ends the scan.
    pub raw: bool,
    /// What is read of each row.
    pub read: ReadOptions,
    /// What happens if the backend's read snapshot ends before the scan.
    pub past_snapshot: PastSnapshot,
}

/// What a scan does when its read snapshot ends before it.
///
/// A snapshot keeps overwritten cells, so backends bound it. `HBase` itself guarantees only that each
/// row is consistent: once a region was flushed or left, its scans see rows as they are when they
/// reach them. Backends whose snapshots have no bound ignore this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PastSnapshot {
    /// It continues after the last row with a new snapshot: each row is consistent.
    #[default]
    Renew,
    /// It ends with [`Error::Closed`](crate::Error::Closed).
    Fail,
}

impl Scan {
    /// All rows of a table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows from `start`, included, to `stop`, excluded.
    pub fn range(start: impl Into<Vec<u8>>, stop: impl Into<Vec<u8>>) -> Self {
        Self {
            start: RowBound::Included(start.into()),
            stop: RowBound::Excluded(stop.into()),
            ..Self::default()
        }
    }

    /// The rows whose keys start with `prefix`.
    pub fn prefix(prefix: impl Into<Vec<u8>>) -> Self {
        let start = prefix.into();
        let stop = prefix_successor(&start).map_or(RowBound::Unbounded, RowBound::Excluded);
        Self {
            start: RowBound::Included(start),
            stop,
            ..Self::default()
        }
    }
}

/// The smallest key above every key that starts with `prefix`; `None` if there is none
/// (an empty prefix, or one of nothing but 0xFF).
///
/// ```
/// use hbase_model::scan::prefix_successor;
/// assert_eq!(prefix_successor(b"abc\xff\xff"), Some(b"abd".to_vec()));
/// assert_eq!(prefix_successor(b"\xff"), None);
/// ```
pub fn prefix_successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|&byte| byte != 0xff)?;
    let mut successor = prefix[..=last].to_vec();
    successor[last] += 1;
    Some(successor)
}
