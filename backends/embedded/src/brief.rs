//! Runs short calls on the runtime's threads.
//!
//! Handing a call to another thread costs more than most reads of one row. So a call is first attempted on the
//! caller's thread, for at most [`BRIEF`]: it checks the clock about every hundred cells, and is restarted on
//! the blocking pool if it does not finish in time. A read that blocks on a disk does not check the clock:
//! after an attempt of [`SLOW`] or more, the next [`COLD`] calls go to the pool at once. A task that makes many
//! calls in a row yields to other tasks about every millisecond.
//!
//! Short calls are reads of single rows or of a few, and opening a scan with its first batch. In memory, writes of single
//! rows of at most 64 KiB are short too. Everything else runs on the pool. The clock is checked every 128 cells
//! or 512 KiB. The time of a call counts against tokio's cooperative budget.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Deadline, Error, Result};
use tokio::task::coop::consume_budget;

use crate::work::Work;

/// Maximum time of an attempt on a thread of the runtime.
const BRIEF: Duration = Duration::from_micros(500);

/// An attempt of at least this time has probably blocked on a disk.
const SLOW: Duration = Duration::from_micros(300);

/// The unit in which a task's time is charged to tokio's cooperative budget, which has 128 units.
const PIECE: Duration = Duration::from_micros(8);

/// Bytes of rows that a caller decodes and drops in about one unit of the budget.
const PIECE_BYTES: u64 = 4 << 10;

/// Units of tokio's cooperative budget.
const MOST_PIECES: u128 = 128;

/// Calls that go to the pool at once after one that blocked.
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

    /// Attempts a repeatable call; `None` if it must run on a thread that may block. The caller has
    /// to [charge](Turn::give) the returned time to the budget.
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

/// The time for which a task has occupied its thread.
#[derive(Debug)]
#[must_use]
pub(crate) struct Turn(Duration);

impl Turn {
    /// The time of a caller that receives `bytes` bytes of rows.
    pub(crate) fn of_bytes(bytes: u64) -> Self {
        Self(PIECE.saturating_mul(u32::try_from(bytes / PIECE_BYTES).unwrap_or(u32::MAX)))
    }

    /// Charges the time to the cooperative budget, and yields to other tasks if it is used up.
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
        Deadline::after(Duration::from_secs(60))
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
