//! Predicts whether the next written row is new, because the last ones were.
//!
//! In a table whose rows all have stamps, after several new rows the next one is not read but assumed to be
//! new. The condition of its write, that it has no stamp, verifies this. If the guess is wrong, the row is read
//! and written like any other.
//!
//! A build that finds no row records this (`ALL_STAMPED`), after the wait until every writer that does not know
//! the index has ended, or at once for a new table. Dropping an index deletes the record. Without it, the newest
//! cell of a row without a stamp counts, so the row has to be read.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use hbase_backend::{Backend, Capability};

/// Consecutive new rows after which the next one is assumed to be new: a wrong guess costs more than a read.
const CERTAIN: u8 = 4;

/// How a row is read before its write. If every row has a stamp, a new one need not be read. In other tables,
/// one get is enough for a new row: it finds neither a stamp nor other cells. For other rows, the stamp is read
/// first.
#[derive(Debug)]
pub(crate) struct NewRows {
    /// The number of the last rows that were new, at most [`CERTAIN`].
    streak: AtomicU8,
    /// Whether every row with cells has a stamp, as last read.
    all_stamped: AtomicBool,
    has_filters: bool,
}

impl NewRows {
    pub(crate) fn of(backend: &dyn Backend) -> Self {
        Self {
            streak: AtomicU8::new(0),
            all_stamped: AtomicBool::new(false),
            has_filters: backend.capabilities().has(Capability::Filters),
        }
    }

    /// Whether a get for a new row should come first, in a table where rows may lack a stamp.
    pub(crate) fn are_expected(&self) -> bool {
        self.has_filters && !self.all_stamped() && self.streak.load(Ordering::Relaxed) > 0
    }

    /// Whether the next row should not be read at all.
    pub(crate) fn are_certain(&self) -> bool {
        self.all_stamped() && self.streak.load(Ordering::Relaxed) >= CERTAIN
    }

    pub(crate) fn all_stamped(&self) -> bool {
        self.all_stamped.load(Ordering::Relaxed)
    }

    pub(crate) fn set_all_stamped(&self, all_stamped: bool) {
        self.all_stamped.store(all_stamped, Ordering::Relaxed);
    }

    /// Records whether one row was new.
    pub(crate) fn observe(&self, is_new: bool) {
        let streak = self.streak.load(Ordering::Relaxed);
        let next = if is_new { CERTAIN.min(streak + 1) } else { 0 };
        if next != streak {
            self.streak.store(next, Ordering::Relaxed);
        }
    }

    /// Records the rows of one call.
    pub(crate) fn observe_all(&self, new: usize, all: usize) {
        let next = match all {
            _ if new * 2 <= all => 0,
            _ if new * 8 >= all * 7 => CERTAIN,
            _ => 1,
        };
        self.streak.store(next, Ordering::Relaxed);
    }
}
