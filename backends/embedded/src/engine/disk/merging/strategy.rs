//! When files are merged, and into which.
//!
//! A merge of new files writes all of the second level again, whose rows lie between theirs. The
//! fewer bytes it merges at once, and the larger the second level, the more a bulk load writes for
//! each byte: with three files of a memtable each and a second level of 192 MiB, a row of 4,000,000
//! cost twice the time of a row of 1,000,000. The second level is therefore small, and while files
//! arrive quickly, more of them are merged at once.

use fjall::compaction::Leveled;

/// Files of a keyspace's first level from which on the engine's worker merges them: the most that
/// the engine can be told. Writers wait before there are as many. The engine stores the number with
/// the keyspace. It merges keyspaces of stores of earlier versions by a smaller one, and without
/// the deadlines and retries here.
pub(in super::super) const IDLE_FILES: u8 = u8::MAX;

/// Bytes of a file that a memtable is flushed to: the engine's default.
pub(in super::super) const TABLE_BYTES: u64 = 64 << 20;

/// Bytes of the second level from which on its files are merged into the third one. Each further
/// level may have ten times as many.
pub(super) const LEVEL_BYTES: u64 = 96 << 20;

/// How quickly new files of a keyspace arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// At intervals in which they can be merged, or not at all.
    Slow,
    /// As in a bulk load.
    Fast,
}

impl Pace {
    /// Files of the first level from which on the store merges them. Reads merge as many.
    pub(super) fn files(self) -> u8 {
        match self {
            // One less than the engine's default, by which its worker merges the keyspaces of
            // stores of earlier versions. The store is usually first.
            Self::Slow => 3,
            // Writers wait at 20, and go on while these are merged.
            Self::Fast => 12,
        }
    }

    /// The strategy of the store, for all keyspaces.
    pub(super) fn strategy(self) -> Leveled {
        // The engine's limit of the second level is the product of both.
        Leveled::default()
            .with_l0_threshold(self.files())
            .with_table_target_size(LEVEL_BYTES / u64::from(self.files()))
    }
}

/// The strategy of the engine's worker, for new keyspaces.
pub(in super::super) fn of_engine() -> Leveled {
    Leveled::default().with_l0_threshold(IDLE_FILES)
}
