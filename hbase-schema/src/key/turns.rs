//! The turns of a round-robin salt.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// The turns of one table, as the tables of a process take them separately: together, tables that are written in turn
/// would each use only some of their salt's values.
#[doc(hidden)]
#[derive(Debug)]
pub struct Turns {
    /// It starts at random, so that processes that start together do not write to the same regions.
    start: OnceLock<u32>,
    taken: AtomicU32,
}

impl Turns {
    pub const fn new() -> Self {
        Self {
            start: OnceLock::new(),
            taken: AtomicU32::new(0),
        }
    }

    /// The next turn, for a row that is written.
    pub(crate) fn take(&self) -> u32 {
        let taken = self.taken.fetch_add(1, Ordering::Relaxed);
        taken.wrapping_add(self.start())
    }

    /// The next turn, which a later row takes: a key that is only read or printed needs any salt.
    pub(crate) fn peek(&self) -> u32 {
        let taken = self.taken.load(Ordering::Relaxed);
        taken.wrapping_add(self.start())
    }

    fn start(&self) -> u32 {
        *self.start.get_or_init(|| fastrand::u32(..))
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_that_is_written_takes_a_turn() {
        let turns = Turns::new();
        let first = turns.peek();
        assert_eq!(turns.peek(), first);
        assert_eq!(turns.take(), first);
        assert_eq!(turns.peek(), first.wrapping_add(1));
        assert_eq!(turns.take(), first.wrapping_add(1));
    }
}
