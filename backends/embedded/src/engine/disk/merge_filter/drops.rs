//! The entries that one merge drops.

use std::sync::Arc;

use fjall::{Keyspace, Slice};

use super::confirmation::Confirmation;
use super::crash_safety::CrashSafety;
use super::{DropDecider, DropPolicy, Undecided};
use crate::key;

/// Decides about the entries of a merge of some of a keyspace's files.
pub(super) struct MergeDrops {
    /// Decides by the merged entries alone.
    merged: Box<dyn DropDecider>,
    confirmation: Confirmation,
    /// The prefix of the merge's current row.
    row: Vec<u8>,
    /// The merge's last key, and whether it is dropped; older versions of it may follow.
    last: Option<(Slice, bool)>,
    dropped: u64,
    /// Set once something cannot be read: then everything is kept. An error of a filter would
    /// fail the merge.
    keeps_all: bool,
}

impl MergeDrops {
    pub(super) fn new(
        keyspace: Arc<Keyspace>,
        policy: &dyn DropPolicy,
        safety: CrashSafety,
    ) -> Self {
        Self {
            merged: policy.decider(),
            confirmation: Confirmation::new(keyspace, policy.decider(), safety),
            row: Vec::new(),
            last: None,
            dropped: 0,
            keeps_all: false,
        }
    }

    /// Whether the merge drops its next entry.
    pub(super) fn drops(&mut self, key: &Slice, value: &[u8]) -> bool {
        if self.keeps_all {
            return false;
        }
        let Ok(is_dropped) = self.decide(key, value) else {
            self.keeps_all = true;
            return false;
        };
        self.dropped += u64::from(is_dropped);
        is_dropped
    }

    fn decide(&mut self, key: &Slice, value: &[u8]) -> Result<bool, Undecided> {
        let is_dropped = self.decide_once(key, value)?;
        if is_dropped {
            self.confirmation.secure()?;
        }
        Ok(is_dropped)
    }

    /// Decides about a key; all its versions share the decision about the newest.
    fn decide_once(&mut self, key: &Slice, value: &[u8]) -> Result<bool, Undecided> {
        if let Some((last, is_dropped)) = &self.last
            && last == key
        {
            return Ok(*is_dropped);
        }
        let len = key::row_len(key).ok_or(Undecided)?;
        if key[..len] != *self.row {
            self.start_row(&key[..len]);
        }
        let may_drop = self.merged.drops(&self.row, key, value);
        let is_dropped =
            may_drop.map_err(|_| Undecided)? && self.confirmation.confirms(&self.row, key)?;
        self.last = Some((key.clone(), is_dropped));
        Ok(is_dropped)
    }

    fn start_row(&mut self, prefix: &[u8]) {
        self.row.clear();
        self.row.extend_from_slice(prefix);
        self.merged.start_row();
        self.confirmation.leave_row();
    }

    /// Counts the dropped entries, at the end of a merge that succeeds.
    pub(super) fn finish(self) {
        self.merged.note_dropped(self.dropped);
    }
}
