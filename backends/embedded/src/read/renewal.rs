//! Renewal of a scan's read snapshot.
//!
//! A snapshot retains overwritten cells in memory. Beyond a bound, the scan either continues with a new
//! snapshot at the next row, or ends, depending on its settings. If the scan is idle, its snapshot is released,
//! and the next call takes a new one.

use std::sync::{Arc, OnceLock};

use hbase_backend::{Error, PastSnapshot, Result};

use crate::engine::{Direction, Entries, KeyRange, ReadSnapshot, SnapshotSource};
use crate::stats::Written;

/// The data with which a scan continues with a new snapshot.
pub(crate) struct Renewal {
    source: Arc<dyn SnapshotSource>,
    /// Set once the engine is about to open its files again. It is checked for each row, without the source's
    /// lock.
    end: Option<Arc<OnceLock<Error>>>,
    past: PastSnapshot,
    written: Written,
    /// [`Written`] when the snapshot was taken.
    since: u64,
    limit: u64,
    range: KeyRange,
    /// The prefix of the next row, if the snapshot was released.
    parked: Option<Vec<u8>>,
}

impl Renewal {
    /// A renewal for a scan of a range of storage keys; `None` if snapshots retain nothing.
    pub(crate) fn new(
        snapshot: &dyn ReadSnapshot,
        past: PastSnapshot,
        written: Written,
        limit: u64,
        range: KeyRange,
    ) -> Option<Self> {
        let source = snapshot.source()?;
        Some(Self {
            end: source.end(),
            source,
            past,
            since: written.get(),
            written,
            limit,
            range,
            parked: None,
        })
    }

    /// Whether the snapshot retains more than allowed.
    pub(crate) fn is_due(&self) -> bool {
        self.is_too_old() || self.end.as_ref().is_some_and(|end| end.get().is_some())
    }

    fn is_too_old(&self) -> bool {
        self.parked.is_none() && self.written.get().wrapping_sub(self.since) > self.limit
    }

    /// Allows the engine to open its files again, once the snapshot was released.
    pub(super) fn let_go(&mut self) {
        self.source.let_go();
        self.end = self.source.end();
    }

    pub(super) fn is_parked(&self) -> bool {
        self.parked.is_some()
    }

    /// Records the row at which the scan continues after its snapshot was released.
    pub(super) fn park(&mut self, row: Vec<u8>) {
        self.parked = Some(row);
    }

    /// The row at which the scan continues, if its snapshot was released.
    pub(super) fn take_parked(&mut self) -> Option<Vec<u8>> {
        self.parked.take()
    }

    /// A new snapshot, and the bounds of the rest of the scan, from `row` on.
    ///
    /// # Errors
    /// [`Error::Closed`] if the scan's settings say so, or the store is closed.
    pub(super) fn renew(
        &mut self,
        row: &[u8],
        direction: Direction,
    ) -> Result<(Arc<dyn ReadSnapshot>, KeyRange)> {
        if self.past == PastSnapshot::Fail && !self.is_too_old() {
            return Err(Error::Unavailable {
                why: "the store has opened its files again since the scan took its read snapshot: \
                      scan again, or let it renew its snapshot (`PastSnapshot::Renew`)"
                    .into(),
            });
        }
        if self.past == PastSnapshot::Fail {
            return Err(Error::Closed {
                why: format!(
                    "more than {} bytes were written since the scan took its read snapshot: let it \
                     renew its snapshot (`PastSnapshot::Renew`), or allow more (`snapshot_bytes`)",
                    self.limit
                ),
            });
        }
        self.since = self.written.get();
        let snapshot = self.source.snapshot().ok_or_else(|| Error::Closed {
            why: "the store was closed".into(),
        })?;
        self.end = self.source.end();
        match direction {
            Direction::Forward => self.range.from = row.to_vec(),
            Direction::Backward => self.range.to = Some(crate::key::after(row)),
        }
        Ok((snapshot, self.range.clone()))
    }
}

/// An empty snapshot, for a scan whose snapshot was released.
pub(super) struct Nothing;

impl ReadSnapshot for Nothing {
    fn range(&self, _: u64, _: &[u8], _: Option<&[u8]>, _: Direction) -> Result<Entries> {
        Ok(Entries::None)
    }
}
