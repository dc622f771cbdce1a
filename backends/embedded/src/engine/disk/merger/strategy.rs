//! When files are merged.

use fjall::compaction::Leveled;

/// Files of a keyspace's first level from which on the engine's worker merges them: the most that
/// the engine can be told. Writers wait before there are as many. The engine stores the number with
/// the keyspace. It merges keyspaces of stores of earlier versions by a smaller one, and without
/// the deadlines and retries here.
pub(in super::super) const IDLE_FILES: u8 = u8::MAX;

/// Files of the first level from which on the store merges them: one less than the engine's
/// default, by which its worker merges the keyspaces of stores of earlier versions. As a rule the
/// store is first.
pub(super) const FILES: u8 = 3;

/// Bytes of a merged file, and of a flushed one: the engine's default.
pub(in super::super) const TABLE_BYTES: u64 = 64 << 20;

/// The strategy of the engine's worker, for new keyspaces.
pub(in super::super) fn of_engine() -> Leveled {
    Leveled::default().with_l0_threshold(IDLE_FILES)
}

/// The strategy of the store, for all keyspaces.
pub(super) fn of_store() -> Leveled {
    Leveled::default().with_l0_threshold(FILES)
}
