//! The rows whose last write by this client ended late and could not be renewed.
//!
//! The next write of such a row renews its stamp and its entries, even if it has nothing to write.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum row keys that are kept. Beyond them, every row counts as unsettled: a renewal is never wrong.
const ROWS: usize = 1000;

#[derive(Debug, Default)]
pub(crate) struct Unsettled {
    /// Whether there are any, so that writes usually take no lock.
    any: AtomicBool,
    rows: Mutex<HashSet<Vec<u8>>>,
}

impl Unsettled {
    pub(crate) fn add(&self, row: Vec<u8>) {
        let mut rows = self.lock();
        if rows.len() <= ROWS {
            rows.insert(row);
        }
        self.any.store(true, Ordering::Release);
    }

    pub(crate) fn contains(&self, row: &[u8]) -> bool {
        if !self.any.load(Ordering::Acquire) {
            return false;
        }
        let rows = self.lock();
        rows.len() > ROWS || rows.contains(row)
    }

    /// The row was written or renewed.
    pub(crate) fn settle(&self, row: &[u8]) {
        if !self.any.load(Ordering::Acquire) {
            return;
        }
        let mut rows = self.lock();
        if rows.len() <= ROWS {
            rows.remove(row);
        }
        self.any.store(!rows.is_empty(), Ordering::Release);
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<Vec<u8>>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_unsettled_until_they_are_settled() {
        let rows = Unsettled::default();
        assert!(!rows.contains(b"a"));
        rows.add(b"a".to_vec());
        assert!(rows.contains(b"a") && !rows.contains(b"b"));
        rows.settle(b"b");
        assert!(rows.contains(b"a"));
        rows.settle(b"a");
        assert!(!rows.contains(b"a"));
    }

    #[test]
    fn too_many_rows_are_all_unsettled() {
        let rows = Unsettled::default();
        for row in 0..=ROWS {
            assert!(!rows.contains(b"other"), "{row}");
            rows.add(row.to_be_bytes().to_vec());
        }
        rows.add(b"more".to_vec());
        rows.settle(&7_usize.to_be_bytes());
        assert!(rows.contains(b"other") && rows.lock().len() == ROWS + 1);
    }
}
