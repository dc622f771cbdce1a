//! Rows and bytes by region.

use hbase_model::splits::region_of;
use serde::Serialize;

/// The counts of each region.
pub(super) struct Tally {
    splits: Vec<Vec<u8>>,
    counts: Vec<Count>,
}

/// Rows and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Count {
    pub(super) rows: u64,
    pub(super) bytes: u64,
}

impl Count {
    pub(super) fn add(&mut self, bytes: u64) {
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }
}

impl Tally {
    /// Regions that start at these split points; the first one starts at the empty key.
    pub(super) fn new(splits: Vec<Vec<u8>>) -> Self {
        let counts = vec![Count::default(); splits.len() + 1];
        Self { splits, counts }
    }

    pub(super) fn add(&mut self, key: &[u8], bytes: u64) {
        let region = region_of(&self.splits, key);
        if let Some(count) = self.counts.get_mut(region) {
            count.add(bytes);
        }
    }

    pub(super) fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// Each region's start key, empty for the first region, and its count.
    pub(super) fn regions(&self) -> impl Iterator<Item = (&[u8], Count)> {
        let starts = std::iter::once(&[][..]).chain(self.splits.iter().map(Vec::as_slice));
        starts.zip(self.counts.iter().copied())
    }
}
