//! Row locks: a fixed number of locks, which rows share by their hash.

use std::fmt;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use hbase_backend::{Deadline, Error, Result};

/// Number of locks, a power of two.
const STRIPES: usize = 1024;

/// The row locks of a store.
pub(crate) struct RowLocks {
    stripes: Vec<Stripe>,
}

impl fmt::Debug for RowLocks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowLocks").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct Stripe {
    is_held: Mutex<bool>,
    freed: Condvar,
}

impl Stripe {
    fn state(&self) -> MutexGuard<'_, bool> {
        self.is_held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn acquire(&self, deadline: Deadline) -> Result<()> {
        let mut is_held = self.state();
        while *is_held {
            let left = deadline.remaining();
            if left.is_zero() {
                return Err(Error::DeadlineExceeded {
                    doing: "waiting for a row's lock",
                });
            }
            let waited = self.freed.wait_timeout(is_held, left);
            is_held = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *is_held = true;
        Ok(())
    }

    fn release(&self) {
        *self.state() = false;
        self.freed.notify_one();
    }
}

/// Locked rows, until this guard is dropped.
#[derive(Debug)]
pub(crate) struct Locked<'a> {
    locks: &'a RowLocks,
    held: Vec<usize>,
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        for &stripe in &self.held {
            self.locks.stripes[stripe].release();
        }
    }
}

impl Default for RowLocks {
    fn default() -> Self {
        let mut stripes = Vec::new();
        stripes.resize_with(STRIPES, Stripe::default);
        Self { stripes }
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
        wanted.dedup();
        let mut locked = Locked {
            locks: self,
            held: Vec::with_capacity(wanted.len()),
        };
        for stripe in wanted {
            self.stripes[stripe].acquire(deadline)?;
            locked.held.push(stripe);
        }
        Ok(locked)
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
