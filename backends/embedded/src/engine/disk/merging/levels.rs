//! Merges of whole levels: of all files (`merge_all`), or of new ones meanwhile (`above`).
//!
//! The engine's `major_compact` excludes all other merges by a lock; its worker would wait for the lock instead
//! of flushing. Merging each level into the next one needs no lock, and costs little more: a level holds a
//! tenth of the next one.
//!
//! Such a merge may take hours, while new files arrive. So it uses the first level only at its start, and moves
//! the merged files down as far as it can: in the levels above, the store's thread merges the new files
//! meanwhile. Reads take an entry's newest version, whatever level it is in.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, LsmError};
use lsm_tree::compaction::{CompactionStrategy, MoveDown, PullDown};

use super::super::merge_filter::MergeLimits;
use super::strategy::{LEVEL_BYTES, Pace};

/// The last of the engine's levels.
const LAST: usize = 6;

/// Interval at which a merge of the engine's worker is polled.
const NAP: Duration = Duration::from_millis(10);

/// Merges all files into the last level. Files that are written meanwhile stay above it. The caller keeps the
/// store's thread out of the keyspace, except the levels above the one that is passed to `set_floor`. This
/// waits for merges of the engine's worker, which may merge keyspaces of stores of earlier versions.
///
/// # Errors
/// The engine's errors, and those of `limits`. Levels merged so far stay merged.
pub(super) fn merge_all(
    keyspace: &Keyspace,
    oldest: impl Fn() -> u64,
    set_floor: impl Fn(usize),
    limits: &MergeLimits,
) -> Result<(), LsmError> {
    let mut from = 0;
    while let Some(step) = next_step(keyspace, from) {
        let before = files(keyspace, step.level);
        // From now on, the store's thread merges the levels above, and this merge does not use them, even if
        // this step fails.
        from = step.level;
        set_floor(from);
        let strategy = step.strategy();
        limits.run(|| keyspace.tree.compact(strategy, oldest()))?;
        if !before.is_disjoint(&files(keyspace, step.level)) {
            // Another merge uses some of them, and the engine has declined.
            let is_over = |_| std::io::Error::from(std::io::ErrorKind::Interrupted);
            limits.work.check().map_err(is_over)?;
            std::thread::sleep(NAP);
        } else if step.to == LAST {
            return Ok(());
        } else {
            from = step.to;
        }
    }
    Ok(())
}

/// A merge of all files of two levels.
struct Step {
    level: usize,
    to: usize,
    /// Whether the other level is empty, and the files need not be rewritten.
    is_move: bool,
}

impl Step {
    fn strategy(&self) -> Arc<dyn CompactionStrategy> {
        if self.is_move {
            return Arc::new(MoveDown(index(self.level), index(self.to)));
        }
        pull_down(self.level, self.to)
    }
}

/// What to do with the first level that has files, from `from` on.
fn next_step(keyspace: &Keyspace, from: usize) -> Option<Step> {
    let version = keyspace.tree.current_version();
    let has_files = |level: &usize| version.level(*level).is_some_and(|level| !level.is_empty());
    let level = (from..=LAST).find(has_files)?;
    let next = (level + 1..=LAST).find(has_files);
    // The deepest level above the next one with files; the last level at once if no other level has files.
    let above = next.unwrap_or(LAST) - 1;
    let has_room = above > level && (level > 0 || next.is_some());
    Some(Step {
        level,
        to: if has_room {
            above
        } else {
            next.unwrap_or(LAST)
        },
        // Files of the first level overlap each other, which those of deeper levels may not.
        is_move: has_room && level > 0,
    })
}

fn files(keyspace: &Keyspace, level: usize) -> HashSet<u64> {
    let version = keyspace.tree.current_version();
    let level = version.level(level);
    level.map_or_else(HashSet::new, |level| level.list_ids().into_iter().collect())
}

/// A merge of new files, or of files merged from them, above the level `floor`; `None` if they are too few.
/// Each level may hold ten times as much as the one above.
pub(super) fn above(
    keyspace: &Keyspace,
    floor: usize,
    pace: Pace,
) -> Option<Arc<dyn CompactionStrategy>> {
    let version = keyspace.tree.current_version();
    let is_full = |level: &usize| {
        let most = LEVEL_BYTES * 10_u64.pow(u32::from(index(*level)) - 1);
        let level = version.level(*level);
        level.is_some_and(|level| level.size() > most)
    };
    // A level is merged into the one below it, which must be above `floor`: the other merge uses that one.
    if let Some(full) = (1..floor - 1).rev().find(is_full) {
        return Some(pull_down(full, full + 1));
    }
    let has_enough = version.l0().table_count() >= usize::from(pace.files());
    has_enough.then(|| pull_down(0, 1))
}

fn pull_down(level: usize, to: usize) -> Arc<dyn CompactionStrategy> {
    Arc::new(PullDown(index(level), index(to)))
}

#[expect(clippy::cast_possible_truncation, reason = "at most LAST")]
fn index(level: usize) -> u8 {
    level as u8
}
