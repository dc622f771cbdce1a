//! Read options of gets and scans, and the get.

use std::borrow::Cow;

use crate::filter::Filter;

/// A half-open range of timestamps: `min` is inclusive, `max` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange {
    /// The smallest timestamp, inclusive.
    pub min: i64,
    /// The upper bound, exclusive; [`i64::MAX`] for none.
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

    /// Whether the range contains `timestamp`.
    pub const fn contains(self, timestamp: i64) -> bool {
        self.min <= timestamp && (timestamp < self.max || self.max == i64::MAX)
    }
}

impl Default for TimeRange {
    fn default() -> Self {
        Self::ALL
    }
}

/// The columns of one family to read. Names that a schema declares are borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnSelection {
    /// The family.
    pub family: Cow<'static, [u8]>,
    /// The qualifiers; empty means all of the family.
    pub qualifiers: Vec<Cow<'static, [u8]>>,
}

/// Read options: columns, versions, timestamps, filter.
///
/// A struct with public fields: use literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOptions {
    /// The columns, each family at most once; empty means all of the table.
    pub columns: Vec<ColumnSelection>,
    /// The timestamps.
    pub time_range: TimeRange,
    /// Time ranges of single families, which override `time_range`.
    pub family_time_ranges: Vec<(Vec<u8>, TimeRange)>,
    /// Maximum versions per column (default 1); not 0.
    pub max_versions: u32,
    /// The filter, evaluated on the server.
    pub filter: Option<Filter>,
    /// Maximum cells of each family in a row (`setMaxResultsPerColumnFamily`).
    /// 0 means 1.
    pub store_limit: Option<u32>,
    /// Number of cells of each family in a row to skip first.
    pub store_offset: u32,
    /// Whether the server caches the blocks that it reads (default true).
    pub cache_blocks: bool,
    /// Whether a scan or a batch of gets of named columns may read their families whole and drop the other cells
    /// at the client (default false). The backend does so if it expects that to be faster; the rows are the
    /// same. Leave it off for families in which other programs store large values.
    pub whole_families: bool,
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
            whole_families: false,
        }
    }
}

impl ReadOptions {
    /// Adds a whole family; replaces its single columns.
    pub fn add_family(&mut self, family: &[u8]) {
        match self.columns.iter_mut().find(|c| c.family == family) {
            Some(selection) => selection.qualifiers.clear(),
            None => self.columns.push(ColumnSelection {
                family: Cow::Owned(family.to_vec()),
                qualifiers: Vec::new(),
            }),
        }
    }

    /// Adds one column. A whole family stays whole.
    pub fn add_column(&mut self, family: &[u8], qualifier: &[u8]) {
        let Some(selection) = self.columns.iter_mut().find(|c| c.family == family) else {
            self.columns.push(ColumnSelection {
                family: Cow::Owned(family.to_vec()),
                qualifiers: vec![Cow::Owned(qualifier.to_vec())],
            });
            return;
        };
        let is_whole = selection.qualifiers.is_empty();
        if !is_whole && !selection.qualifiers.iter().any(|q| **q == *qualifier) {
            selection.qualifiers.push(Cow::Owned(qualifier.to_vec()));
        }
    }

    /// Adds columns that a schema declares, each once: their names are neither copied nor compared
    /// with each other. A whole family stays whole.
    pub fn add_declared<Q: Into<Cow<'static, [u8]>>>(
        &mut self,
        columns: impl IntoIterator<Item = (&'static str, Q)>,
    ) {
        for (family, qualifier) in columns {
            let (family, qualifier) = (family.as_bytes(), qualifier.into());
            // Usually the family of the previous column.
            let mut known = self.columns.iter_mut().rev();
            match known.find(|c| c.family == family) {
                Some(whole) if whole.qualifiers.is_empty() => {}
                Some(selection) => selection.qualifiers.push(qualifier),
                None => self.columns.push(ColumnSelection {
                    family: Cow::Borrowed(family),
                    qualifiers: vec![qualifier],
                }),
            }
        }
    }
}

/// A read of one row.
///
/// A struct with public fields: use literals with `..` for the rest; see the [`crate`].
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Get {
    /// The row key.
    pub row: Vec<u8>,
    /// The columns, versions and cells to read.
    pub read: ReadOptions,
    /// Checks only whether the row exists: the cells of the result are then meaningless.
    pub existence_only: bool,
}

impl Get {
    /// A get of the newest version of every column of `row`.
    pub fn new(row: impl Into<Vec<u8>>) -> Self {
        Self {
            row: row.into(),
            ..Self::default()
        }
    }
}
