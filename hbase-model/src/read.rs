//! What a get and a scan have in common, and the get.

use crate::filter::Filter;

/// A half-open range of timestamps: `min` is in it, `max` is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange {
    /// The smallest timestamp that is in it.
    pub min: i64,
    /// The smallest timestamp that is no longer in it; [`i64::MAX`] for no end.
    pub max: i64,
}

impl TimeRange {
    /// All timestamps.
    pub const ALL: Self = Self {
        min: 0,
        max: i64::MAX,
    };

    /// Exactly one timestamp.
    pub const fn at(timestamp: i64) -> Self {
        Self {
            min: timestamp,
            max: timestamp.saturating_add(1),
        }
    }

    /// Whether `timestamp` is in it.
    pub const fn contains(self, timestamp: i64) -> bool {
        self.min <= timestamp && (timestamp < self.max || self.max == i64::MAX)
    }
}

impl Default for TimeRange {
    fn default() -> Self {
        Self::ALL
    }
}

/// Which columns of one family are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSelection {
    /// The family.
    pub family: Vec<u8>,
    /// The qualifiers; none means all of the family.
    pub qualifiers: Vec<Vec<u8>>,
}

/// What is read of each row.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOptions {
    /// The columns, each family at most once; empty means all of the table.
    pub columns: Vec<ColumnSelection>,
    /// Which timestamps.
    pub time_range: TimeRange,
    /// Other ranges for single families, which replace `time_range` there.
    pub family_time_ranges: Vec<(Vec<u8>, TimeRange)>,
    /// At most this many versions of each column; 1 unless said. Must not be 0.
    pub max_versions: u32,
    /// What is left out on the server.
    pub filter: Option<Filter>,
    /// At most this many cells of each family in a row (`setMaxResultsPerColumnFamily`).
    pub store_limit: Option<u32>,
    /// How many cells of each family in a row are passed over first.
    pub store_offset: u32,
    /// Whether the blocks that are read stay in the server's cache.
    pub cache_blocks: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            time_range: TimeRange::ALL,
            family_time_ranges: Vec::new(),
            max_versions: 1,
            filter: None,
            store_limit: None,
            store_offset: 0,
            cache_blocks: true,
        }
    }
}

impl ReadOptions {
    /// Adds a whole family, also where single columns of it were asked for before.
    pub fn add_family(&mut self, family: &[u8]) {
        self.selection(family).qualifiers.clear();
    }

    /// Adds one column. A family that was added whole stays whole.
    pub fn add_column(&mut self, family: &[u8], qualifier: &[u8]) {
        let known = self.columns.iter().any(|c| c.family == family);
        let selection = self.selection(family);
        let whole = known && selection.qualifiers.is_empty();
        if !whole && !selection.qualifiers.iter().any(|q| q == qualifier) {
            selection.qualifiers.push(qualifier.to_vec());
        }
    }

    fn selection(&mut self, family: &[u8]) -> &mut ColumnSelection {
        let at = self.columns.iter().position(|c| c.family == family);
        let at = at.unwrap_or_else(|| {
            self.columns.push(ColumnSelection {
                family: family.to_vec(),
                qualifiers: Vec::new(),
            });
            self.columns.len() - 1
        });
        &mut self.columns[at]
    }
}

/// Asks for one row.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Get {
    /// The row key.
    pub row: Vec<u8>,
    /// What of it.
    pub read: ReadOptions,
    /// Only whether there is anything: the answer's cells carry no promise then.
    pub existence_only: bool,
}

impl Get {
    /// Asks for the newest version of every column of `row`.
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }
}
