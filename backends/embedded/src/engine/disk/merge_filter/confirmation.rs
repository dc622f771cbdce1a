//! Confirms drops by the whole keyspace.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fjall::{Keyspace, Readable, Slice, Snapshot};

use super::crash_safety::CrashSafety;
use super::{DropDecider, Undecided};
use crate::engine::Entry;

/// Entries after which the age of the snapshot is checked.
const RENEW_AFTER: usize = 16_384;

/// The age at which the snapshot is renewed: an old one retains overwritten entries, but each new one may
/// require a sync of the log.
const RENEW_AGE: Duration = Duration::from_secs(1);

/// Entries that are skipped one by one before a seek.
const STEPS_BEFORE_SEEK: usize = 64;

/// Reads the rows of a keyspace in which a merge may drop entries.
pub(super) struct Confirmation {
    keyspace: Arc<Keyspace>,
    /// Decides by all entries of the keyspace.
    decider: Box<dyn DropDecider>,
    safety: CrashSafety,
    snapshot: Option<DatedSnapshot>,
    /// Whether the store has recorded that this merge drops entries.
    is_recorded: bool,
    entries: Option<fjall::Iter>,
    /// The keyspace's next entry.
    head: Option<Entry>,
    /// The number of entries read since the snapshot's age was last checked.
    read: usize,
    /// Whether the keyspace was read from the start of the merge's current row.
    is_row_read: bool,
}

/// A snapshot of the keyspace.
struct DatedSnapshot {
    snapshot: Snapshot,
    taken: Instant,
    /// Whether the log is synced to disk up to the snapshot.
    is_synced: bool,
}

impl DatedSnapshot {
    fn is_old(&self) -> bool {
        self.taken.elapsed() >= RENEW_AGE
    }
}

impl Confirmation {
    pub(super) fn new(
        keyspace: Arc<Keyspace>,
        decider: Box<dyn DropDecider>,
        safety: CrashSafety,
    ) -> Self {
        Self {
            keyspace,
            decider,
            safety,
            snapshot: None,
            is_recorded: false,
            entries: None,
            head: None,
            read: 0,
            is_row_read: false,
        }
    }

    /// Notes that the merge's next entry is in another row.
    pub(super) fn leave_row(&mut self) {
        self.is_row_read = false;
    }

    /// Whether an entry of the current row is dropped, judging by all entries of the keyspace.
    pub(super) fn confirms(&mut self, row: &[u8], key: &Slice) -> Result<bool, Undecided> {
        if !self.is_row_read {
            self.start_row(row)?;
        }
        // If the keyspace does not have the entry, it is already removed, and the engine drops it.
        let mut is_dropped = false;
        while let Some((there, value)) = self.head.take_if(|(there, _)| *there <= *key) {
            let decided = self.decider.drops(row, &there, &value);
            is_dropped = decided.map_err(|_| Undecided)? && there == *key;
            self.advance()?;
        }
        Ok(is_dropped)
    }

    /// Makes a confirmed drop hold after a crash.
    pub(super) fn secure(&mut self) -> Result<(), Undecided> {
        let snapshot = self.snapshot.as_mut().ok_or(Undecided)?;
        // What supersedes the dropped entry may be in the log alone. Without the sync, a crash of the machine
        // could lose both.
        if !snapshot.is_synced {
            self.safety.sync_log()?;
            snapshot.is_synced = true;
        }
        // Once per merge: all of its input was in files before it began, so one number covers all its drops.
        if !self.is_recorded {
            self.safety.record_drops(&self.keyspace)?;
            self.is_recorded = true;
        }
        Ok(())
    }

    fn start_row(&mut self, row: &[u8]) -> Result<(), Undecided> {
        if !self.step_to(row)? {
            self.seek(row)?;
        }
        // Called after the keyspace was read, so that a later alteration of the table is seen.
        self.decider.start_row();
        self.is_row_read = true;
        Ok(())
    }

    /// Advances to a row; `false` if it is too far.
    fn step_to(&mut self, row: &[u8]) -> Result<bool, Undecided> {
        if self.entries.is_none() {
            return Ok(false);
        }
        if self.read >= RENEW_AFTER {
            self.read = 0;
            if self.snapshot.as_ref().is_none_or(DatedSnapshot::is_old) {
                return Ok(false);
            }
        }
        for _ in 0..STEPS_BEFORE_SEEK {
            if self.head.as_ref().is_none_or(|(key, _)| **key >= *row) {
                return Ok(true);
            }
            self.advance()?;
        }
        Ok(false)
    }

    fn seek(&mut self, row: &[u8]) -> Result<(), Undecided> {
        if self.snapshot.as_ref().is_none_or(DatedSnapshot::is_old) {
            self.snapshot = Some(DatedSnapshot {
                snapshot: self.safety.snapshot()?,
                taken: Instant::now(),
                is_synced: false,
            });
        }
        let snapshot = self.snapshot.as_ref().ok_or(Undecided)?;
        self.entries = Some(snapshot.snapshot.range(&self.keyspace, row..));
        self.read = 0;
        self.advance()
    }

    fn advance(&mut self) -> Result<(), Undecided> {
        self.read += 1;
        let next = self.entries.as_mut().and_then(Iterator::next);
        let next = next.map(fjall::Guard::into_inner).transpose();
        self.head = next.map_err(|_| Undecided)?;
        Ok(())
    }
}
