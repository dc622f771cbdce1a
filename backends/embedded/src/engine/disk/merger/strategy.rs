//! When files are merged.

use fjall::compaction::Leveled;

/// Files of a keyspace's first level from which on the engine's worker merges them. Writers wait
/// before there are as many. The engine stores the number with the keyspace, so that programs of
/// earlier versions, which do not merge themselves, merge by it.
pub(in super::super) const IDLE_FILES: u8 = 24;

/// Files of the first level from which on the store merges them: one less than the engine's
/// default, by which its worker merges the keyspaces of stores of earlier versions. While the store
/// merges them, the worker does not.
const FILES: u8 = 3;

/// The strategy of the engine's worker, for new keyspaces.
pub(in super::super) fn of_engine() -> Leveled {
    Leveled::default().with_l0_threshold(IDLE_FILES)
}

/// The strategy of the store, for all keyspaces.
pub(super) fn of_store() -> Leveled {
    Leveled::default().with_l0_threshold(FILES)
}
