//! The scan: a range of rows.

use crate::read::ReadOptions;
use crate::row::Row;

/// The start or stop row of a scan: a closed set, like [`std::ops::Bound`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RowBound {
    /// The table's first or last row.
    #[default]
    Unbounded,
    /// This key, inclusive.
    Included(Vec<u8>),
    /// This key, exclusive.
    Excluded(Vec<u8>),
}

/// A scan of the rows between `start` and `stop`, in key order or reversed.
///
/// The start row of a reversed scan is the larger key, as in `HBase`.
///
/// A struct with public fields: use literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Scan {
    /// The start row.
    pub start: RowBound,
    /// The stop row.
    pub stop: RowBound,
    /// Reads from the larger key to the smaller one.
    pub reversed: bool,
    /// Maximum rows in all (whole rows, not partial ones); 0 returns none.
    pub limit: Option<u64>,
    /// Maximum cells of a partial row; splits rows into partial rows. Not 0.
    pub batch: Option<u32>,
    /// Maximum rows of a round trip; 0 means the backend's default, as in `HBase`.
    pub caching: Option<u32>,
    /// Approximate maximum bytes of a round trip, which returns at least one row or partial row; 0
    /// means the backend's default, as in `HBase`.
    pub max_result_bytes: Option<u64>,
    /// Also returns delete markers, deleted and expired cells.
    ///
    /// `HBase` 2.6 may never end such a scan, and its region can then not be closed: if a family's column without a
    /// qualifier has a delete marker and another marker or a put of the next kind at the same timestamp, and the scan skips
    /// the rest of the column there (by a filter, `max_versions`, a time range, an expired family). Its seek to the next
    /// column returns to the same cell forever. The embedded store ends the scan.
    pub raw: bool,
    /// The columns, versions and cells to read.
    pub read: ReadOptions,
    /// Whether the scan continues if the backend revokes its read snapshot.
    pub past_snapshot: PastSnapshot,
}

/// The result of one step of a scan: a closed set.
#[derive(Clone, Debug, PartialEq)]
pub enum ScanStep {
    /// The next rows, at least one.
    Rows(Vec<Row>),
    /// No row was found, but the scan has advanced. The bound is the `start` of a scan that returns exactly the
    /// rows that were not returned yet. It is further than the previous step's bound.
    Passed(RowBound),
    /// The end of the scan.
    End,
}

impl ScanStep {
    /// The step for a batch; an empty batch means the end.
    pub fn of_batch(rows: Vec<Row>) -> Self {
        if rows.is_empty() {
            Self::End
        } else {
            Self::Rows(rows)
        }
    }

    /// The rows, if it has any.
    pub fn rows(&self) -> &[Row] {
        match self {
            Self::Rows(rows) => rows,
            Self::Passed(_) | Self::End => &[],
        }
    }
}

/// The behaviour of a scan whose read snapshot the backend revokes.
///
/// A read snapshot retains overwritten cells, so backends bound it. `HBase` itself guarantees only that each
/// row is consistent: after a flush, or in the next region, a scan sees each row as it is when the scan reaches
/// it. Backends whose snapshots are unbounded ignore this setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PastSnapshot {
    /// Continues after the last row with a new read snapshot: each row is consistent.
    #[default]
    Renew,
    /// Ends with [`Error::Closed`](crate::Error::Closed).
    Fail,
}

impl Scan {
    /// All rows of a table.
    pub fn new() -> Self {
        Self::default()
    }

    /// The rows from `start`, inclusive, to `stop`, exclusive.
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

/// The smallest key above every key with the prefix `prefix`; `None` if no key is above them (an empty prefix,
/// or only 0xFF bytes).
///
/// ```
/// use hbase_backend::scan::prefix_successor;
/// assert_eq!(prefix_successor(b"abc\xff\xff"), Some(b"abd".to_vec()));
/// assert_eq!(prefix_successor(b"\xff"), None);
/// ```
pub fn prefix_successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|&byte| byte != 0xff)?;
    let mut successor = prefix[..=last].to_vec();
    successor[last] += 1;
    Some(successor)
}
