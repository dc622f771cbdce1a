//! Calls on the runtime's threads, if they are short.
//!
//! Handing a call to another thread costs more than most reads of one row. A call is therefore
//! first attempted on the caller's thread, for [`BRIEF`] at most: it checks the clock every hundred
//! cells or so, and is restarted on the blocking pool if it does not end in time. Waiting for a
//! disk checks no clock: after an attempt of [`SLOW`] or more, the next [`COLD`] calls go to the
//! pool at once. A caller of many calls in a row yields to other tasks every millisecond or so.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Error, Result};
use tokio::task::coop::consume_budget;

use crate::work::Work;

/// Maximum time of an attempt on a thread of the runtime.
const BRIEF: Duration = Duration::from_micros(500);

/// An attempt of at least this time has waited for a disk.
const SLOW: Duration = Duration::from_micros(300);

/// What a task may do before another has its turn is counted in pieces of this length; tokio lets
/// it have 128 of them.
const PIECE: Duration = Duration::from_micros(8);

/// Bytes of rows that a caller decodes and frees in about the time of a [`PIECE`].
const PIECE_BYTES: u64 = 4 << 10;

/// What tokio lets a task do before another has its turn.
const MOST_PIECES: u128 = 128;

/// Calls that go to the pool at once after one that waited.
const COLD: u32 = 64;

/// Decides whether calls are attempted on the caller's thread.
#[derive(Debug)]
pub(crate) struct Brief {
    /// Whether calls may block on a disk.
    waits: bool,
    cold: AtomicU32,
}

impl Brief {
    pub(crate) fn new(waits: bool) -> Self {
        Self {
            waits,
            cold: AtomicU32::new(0),
        }
    }

    /// Tries a call that may be made twice; `None` where it is to be made on a thread that may
    /// wait. The caller has to [give](Turn::give) others the turn that it has had.
    pub(crate) fn attempt<T>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&mut Work) -> Result<T>,
    ) -> (Option<Result<T>>, Turn) {
        if self.waits && self.is_cold() {
            return (None, Turn(Duration::ZERO));
        }
        let begun = Instant::now();
        let mut work = Work::new(doing, Deadline::after(BRIEF).min(deadline));
        let answer = if deadline.instant() <= begun {
            Err(work.over())
        } else {
            call(&mut work)
        };
        let took = begun.elapsed();
        if self.waits && took >= SLOW {
            self.cold.store(COLD, Ordering::Relaxed);
        }
        let answer = match answer {
            Err(Error::DeadlineExceeded { .. }) if !deadline.is_over() => None,
            answer => Some(answer),
        };
        (answer, Turn(took))
    }

    /// Counts the calls that go to the pool at once.
    fn is_cold(&self) -> bool {
        let left = self.cold.load(Ordering::Relaxed);
        if left > 0 {
            self.cold.store(left - 1, Ordering::Relaxed);
        }
        left > 0
    }
}

/// How long a task has kept its thread.
#[derive(Debug)]
#[must_use]
pub(crate) struct Turn(Duration);

impl Turn {
    /// The turn of a caller who is handed so many bytes of rows.
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        Self(PIECE.saturating_mul(u32::try_from(bytes / PIECE_BYTES).unwrap_or(u32::MAX)))
    }

    /// Lets other tasks have their turn where this one has had its own.
    pub(crate) async fn give(self) {
        let pieces = self.0.as_nanos() / PIECE.as_nanos();
        for _ in 0..=pieces.min(MOST_PIECES) {
            consume_budget().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Deadline {
        Deadline::after(Duration::from_mins(1))
    }

    fn wait(work: &mut Work) -> Result<()> {
        std::thread::sleep(SLOW);
        work.step()
    }

    fn endless(work: &mut Work) -> Result<()> {
        loop {
            work.step()?;
        }
    }

    #[tokio::test]
    async fn many_calls_let_other_tasks_have_their_turn() {
        let seen = std::sync::Arc::new(AtomicU32::new(0));
        let counted = std::sync::Arc::clone(&seen);
        tokio::spawn(async move {
            loop {
                counted.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
            }
        });
        let brief = Brief::new(false);
        for _ in 0..1000 {
            let (answer, turn) = brief.attempt("testing", soon(), Work::step);
            assert!(answer.is_some());
            turn.give().await;
        }
        assert!(seen.load(Ordering::Relaxed) >= 5);
    }

    #[test]
    fn what_is_not_done_in_time_is_done_elsewhere() {
        let brief = Brief::new(false);
        assert!(brief.attempt("testing", soon(), endless).0.is_none());
        let past = Deadline::after(Duration::ZERO);
        let (answer, _) = brief.attempt("testing", past, endless);
        assert!(matches!(answer, Some(Err(Error::DeadlineExceeded { .. }))));
    }

    fn is_tried(brief: &Brief) -> bool {
        brief.attempt("testing", soon(), wait).0.is_some()
    }

    #[test]
    fn after_a_wait_calls_are_not_tried_for_a_while() {
        let brief = Brief::new(true);
        assert!(is_tried(&brief));
        for _ in 0..COLD {
            assert!(!is_tried(&brief));
        }
        assert!(is_tried(&brief));
    }

    #[test]
    fn in_memory_nothing_is_waited_for() {
        let brief = Brief::new(false);
        for _ in 0..3 {
            assert!(is_tried(&brief));
        }
    }
}
