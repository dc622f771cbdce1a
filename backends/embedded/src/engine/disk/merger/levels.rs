//! Merges of all files of a keyspace.
//!
//! The engine's `major_compact` excludes all other merges by a lock, for which its worker would
//! wait instead of flushing. Merging each level into the next one needs no lock, and costs little
//! more: a level holds a tenth of the next one.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use fjall::{AbstractTree, Keyspace, LsmError};
use lsm_tree::compaction::PullDown;

use crate::work::Work;

/// The last of the engine's levels.
const LAST: usize = 6;

/// Interval at which a merge of the engine's worker is polled.
const NAP: Duration = Duration::from_millis(10);

/// Merges all files into the last level. Files that are written meanwhile stay in the first one.
/// The caller keeps the store's thread from the keyspace; the engine's worker may merge keyspaces
/// of stores of earlier versions, and is waited for.
///
/// # Errors
/// Those of the engine, and `Interrupted` once `work` is over. Levels merged so far stay merged.
pub(in super::super) fn merge_all(
    keyspace: &Keyspace,
    oldest: impl Fn() -> u64,
    work: &Work,
) -> Result<(), LsmError> {
    let mut from = 0;
    while let Some((level, next)) = levels(keyspace, from) {
        let before = files(keyspace, level);
        let strategy = Arc::new(PullDown(index(level), index(next)));
        super::super::merge::until(work, || keyspace.tree.compact(strategy, oldest()))?;
        if !before.is_disjoint(&files(keyspace, level)) {
            // The engine's worker merges some of them, and the engine has declined.
            let is_over = |_| std::io::Error::from(std::io::ErrorKind::Interrupted);
            work.check().map_err(is_over)?;
            std::thread::sleep(NAP);
        } else if next == LAST {
            return Ok(());
        } else {
            from = next;
        }
    }
    Ok(())
}

/// The first level with files, from `from` on, and the one to merge it into.
fn levels(keyspace: &Keyspace, from: usize) -> Option<(usize, usize)> {
    let version = keyspace.tree.current_version();
    let has_files = |level: &usize| version.level(*level).is_some_and(|level| !level.is_empty());
    let first = (from..=LAST).find(has_files)?;
    Some((first, (first + 1..LAST).find(has_files).unwrap_or(LAST)))
}

fn files(keyspace: &Keyspace, level: usize) -> HashSet<u64> {
    let version = keyspace.tree.current_version();
    let level = version.level(level);
    level.map_or_else(HashSet::new, |level| level.list_ids().into_iter().collect())
}

#[expect(clippy::cast_possible_truncation, reason = "at most LAST")]
fn index(level: usize) -> u8 {
    level as u8
}
