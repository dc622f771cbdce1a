//! Merges that callers request: of all files of a keyspace.

use hbase_backend::Result;

use super::super::Disk;
use super::super::failure::errors;
use super::super::merge_filter::MergeLimits;
use super::levels;
use crate::engine::KeyspaceId;
use crate::work::Work;

impl Disk {
    /// Merges all files of a keyspace into as few as possible.
    pub(in super::super) fn compact(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        let source = self.source();
        let keyspace = source.find(id)?;
        let turn = self.merger.begin_requested(id, work)?;
        let (dir, work) = (&self.dir, turn.limit(work));
        let limits = MergeLimits {
            work: work.clone(),
            reserve: self.source().reserve.clone(),
        };
        // Checks once more: if the keyspace was dropped before this turn, nobody has cancelled the turn.
        self.source().find(id)?;
        let tracker = &self.database.supervisor.snapshot_tracker;
        let oldest = || tracker.get_seqno_safe_to_gc();
        let merged = turn.run(dir, keyspace, || {
            let merged =
                levels::merge_all(keyspace, oldest, |level| turn.set_floor(level), &limits);
            merged
                .map_err(|error| errors::explain_files(dir, keyspace, "compacting", &error.into()))
        });
        match merged {
            Ok(()) => self.merger.failures(|failures| failures.note_success(id)),
            Err(_) if work.check().is_err() => {
                // A drop has cancelled the merge: that the keyspace is gone explains more than a deadline.
                self.source().find(id)?;
                return Err(work.over());
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}
