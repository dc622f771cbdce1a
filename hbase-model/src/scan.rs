//! The scan: rows between two keys.

use crate::read::ReadOptions;

/// Where a scan starts or stops. As with [`std::ops::Bound`] there are no other ways.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowBound {
    /// At the table's end (or begin, for a start).
    #[default]
    Unbounded,
    /// At this key, which is in the range.
    Included(Vec<u8>),
    /// At this key, which is not in the range.
    Excluded(Vec<u8>),
}

/// Asks for the rows between `start` and `stop`, in key order or against it.
///
/// For a reversed scan `start` is the larger key, as `HBase` has it.
///
/// Open to literals, with `..` for the rest: the [`crate`] says why.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scan {
    /// Where it starts.
    pub start: RowBound,
    /// Where it stops.
    pub stop: RowBound,
    /// From the larger key to the smaller one.
    pub reversed: bool,
    /// At most this many rows in all (rows, never pieces of rows); 0 means no row.
    pub limit: Option<u64>,
    /// Rows are cut into pieces of at most this many cells.
    pub batch: Option<u32>,
    /// How many rows a round trip brings at most; 0 means the backend's default, as with `HBase`.
    pub caching: Option<u32>,
    /// How many bytes a round trip brings at most, about; never less than one row or piece. 0 means
    /// the backend's default, as with `HBase`.
    pub max_result_bytes: Option<u64>,
    /// Shows delete markers, deleted and expired cells too.
    ///
    /// `HBase` 2.6 may never end such a scan, and its region cannot be closed from then on: where a family's column without
    /// a qualifier has a delete marker and another marker or a put of the next kind at the same timestamp, and something
    /// makes the scan leave the column there (a filter, `max_versions`, a time range, an expired family). Its seek to the
    /// next column goes to just that cell, again and again. The embedded store ends the scan.
    pub raw: bool,
    /// What is read of each row.
    pub read: ReadOptions,
    /// What happens where the backend's read snapshot has to end before the scan does.
    pub past_snapshot: PastSnapshot,
}

/// What a scan does when its read snapshot ends before it does.
///
/// A snapshot keeps what was overwritten since, so that backends bound it. `HBase` itself promises
/// that each row is whole, and no more: its scans see rows as they are when they come to them once
/// a region was flushed or left. Backends whose snapshots have no bound ignore this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PastSnapshot {
    /// It goes on behind the last row with a new snapshot: each row is whole, and as it is then.
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

    /// The rows from `start`, which is in the range, to `stop`, which is not.
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

/// The smallest key above every key that starts with `prefix`; `None` where there is none
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
