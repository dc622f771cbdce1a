//! Decides when files are merged, and into which level.
//!
//! A merge of new files rewrites the whole second level, because its rows lie between theirs. The fewer bytes
//! are merged at once, and the larger the second level is, the more bytes a bulk load writes for each loaded
//! byte: with three files of one memtable each and a second level of 192 MiB, each row of 4,000,000 took twice
//! as long as each of 1,000,000. So the second level is small, and while files arrive quickly, more of them are
//! merged at once.

use fjall::compaction::Leveled;

/// From this number of files in a keyspace's first level on, the engine's worker merges them. It is the largest
/// number that the engine accepts; writers wait before it is reached. The engine stores the number with the
/// keyspace. Keyspaces of stores of earlier versions have a smaller one; the engine merges them without the
/// deadlines and retries here.
pub(in super::super) const IDLE_FILES: u8 = u8::MAX;

/// Maximum bytes of a file to which a memtable is flushed: the engine's default.
pub(in super::super) const TABLE_BYTES: u64 = 64 << 20;

/// From this number of bytes on, the second level's files are merged into the third level. Each further level
/// may have ten times as many.
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
    /// From this number of files in the first level on, the store merges them. Reads merge up to as many.
    pub(super) fn files(self) -> u8 {
        match self {
            // One less than the engine's default, at which its worker merges the keyspaces of stores of earlier
            // versions. So the store is usually first.
            Self::Slow => 3,
            // Writers wait at 20, so they continue while these are merged.
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
