//! Calls that are short enough for a thread of the runtime.
//!
//! Handing a call to another thread costs more than most reads of one row. So a call is first
//! tried where it is made, for [`BRIEF`] at most: it looks at the clock every hundred cells or so,
//! and what is not done in time is done again on a thread that may wait. A disk that is waited for
//! looks at no clock: where a try took [`SLOW`], the next [`COLD`] calls are not tried.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use hbase_model::{Deadline, Error, Result};

use crate::work::Work;

/// How long a call may keep a thread of the runtime.
const BRIEF: Duration = Duration::from_micros(500);

/// From when on a try has waited for a disk.
const SLOW: Duration = Duration::from_micros(300);

/// How many calls are not tried after one that waited.
const COLD: u32 = 64;

/// Whether calls are tried on the caller's thread.
#[derive(Debug)]
pub(crate) struct Brief {
    /// Whether a call may wait for a disk.
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
    /// wait.
    pub(crate) fn attempt<T>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&mut Work) -> Result<T>,
    ) -> Option<Result<T>> {
        if self.waits && self.is_cold() {
            return None;
        }
        let begun = Instant::now();
        let mut work = Work::new(doing, Deadline::after(BRIEF).min(deadline));
        let answer = call(&mut work);
        if self.waits && begun.elapsed() >= SLOW {
            self.cold.store(COLD, Ordering::Relaxed);
        }
        match answer {
            Err(Error::DeadlineExceeded { .. }) if !deadline.is_over() => None,
            answer => Some(answer),
        }
    }

    /// Counts the calls that are not tried.
    fn is_cold(&self) -> bool {
        let left = self.cold.load(Ordering::Relaxed);
        if left > 0 {
            self.cold.store(left - 1, Ordering::Relaxed);
        }
        left > 0
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

    #[test]
    fn what_is_not_done_in_time_is_done_elsewhere() {
        let brief = Brief::new(false);
        let endless = |work: &mut Work| -> Result<()> {
            loop {
                work.step()?;
            }
        };
        assert!(brief.attempt("testing", soon(), endless).is_none());
        let past = Deadline::after(Duration::ZERO);
        let answer = brief.attempt("testing", past, endless);
        assert!(matches!(answer, Some(Err(Error::DeadlineExceeded { .. }))));
    }

    #[test]
    fn after_a_wait_calls_are_not_tried_for_a_while() {
        let brief = Brief::new(true);
        assert!(brief.attempt("testing", soon(), wait).is_some());
        for _ in 0..COLD {
            assert!(brief.attempt("testing", soon(), wait).is_none());
        }
        assert!(brief.attempt("testing", soon(), wait).is_some());
    }

    #[test]
    fn in_memory_nothing_is_waited_for() {
        let brief = Brief::new(false);
        for _ in 0..3 {
            assert!(brief.attempt("testing", soon(), wait).is_some());
        }
    }
}
