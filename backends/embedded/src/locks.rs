//! Row locks: a fixed number of locks, which rows share by their hash.

use std::fmt;

use hbase_backend::{Deadline, Error, Result};
use parking_lot::{Mutex, MutexGuard};

/// Number of locks, a power of two.
const STRIPES: usize = 1024;

/// The row locks of a store.
pub(crate) struct RowLocks {
    stripes: [Mutex<()>; STRIPES],
}

impl fmt::Debug for RowLocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowLocks").finish_non_exhaustive()
    }
}

/// Locked rows, until this guard is dropped.
pub(crate) type Locked<'a> = Vec<MutexGuard<'a, ()>>;

impl Default for RowLocks {
    fn default() -> Self {
        Self {
            stripes: [const { Mutex::new(()) }; STRIPES],
        }
    }
}

impl RowLocks {
    /// Locks rows of a table, in the same order for all callers, to prevent deadlocks.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`] if they are not free in time; no row is locked then.
    pub(crate) fn lock<'a, 'r>(
        &'a self,
        table: u64,
        rows: impl IntoIterator<Item = &'r [u8]>,
        deadline: Deadline,
    ) -> Result<Locked<'a>> {
        let mut wanted: Vec<usize> = rows.into_iter().map(|row| stripe(table, row)).collect();
        wanted.sort_unstable();
        // Rows may share a lock, and locking it twice would wait for itself.
        wanted.dedup();
        let lock = |stripe: usize| self.stripes[stripe].try_lock_until(deadline.instant());
        let locked: Option<_> = wanted.into_iter().map(lock).collect();
        locked.ok_or(Error::DeadlineExceeded {
            doing: "waiting for a row's lock",
        })
    }
}

/// FNV-1a, eight bytes at a time where possible, folded to a stripe.
fn stripe(table: u64, row: &[u8]) -> usize {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ table;
    let mut words = row.chunks_exact(8);
    for word in &mut words {
        let word = <[u8; 8]>::try_from(word).map_or(0, u64::from_le_bytes);
        hash = (hash ^ word).wrapping_mul(PRIME);
        hash ^= hash >> 32;
    }
    for &byte in words.remainder() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
    }
    usize::try_from((hash ^ (hash >> 32)) & (STRIPES as u64 - 1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_locked_row_is_waited_for_until_the_deadline() {
        let locks = RowLocks::default();
        let soon = || Deadline::after(Duration::from_millis(20));
        let held = locks.lock(1, [b"r".as_slice(), b"r"], soon()).unwrap();
        assert!(locks.lock(1, [b"r".as_slice()], soon()).is_err());
        drop(held);
        assert!(locks.lock(1, [b"r".as_slice()], soon()).is_ok());
    }

    #[test]
    fn rows_spread_over_the_locks() {
        let rows = (0..10_000).map(|n| format!("row-{n:08}"));
        let used: std::collections::BTreeSet<_> =
            rows.map(|row| stripe(7, row.as_bytes())).collect();
        assert!(used.len() > STRIPES * 9 / 10, "{}", used.len());
    }
}
