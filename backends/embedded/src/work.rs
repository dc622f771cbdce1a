//! Cancellation of long work: at its deadline, or when its caller is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hbase_backend::{Deadline, Error, Result};

/// Steps between two checks of the clock.
const STRIDE: u32 = 128;

/// Bytes that count as another step.
const BYTES_PER_STEP: usize = 4096;

/// Ends a long loop once its deadline has passed or its caller is gone.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    deadline: Deadline,
    doing: &'static str,
    /// Any of these flags ends it.
    cancelled: Vec<Arc<AtomicBool>>,
    steps: u32,
}

impl Work {
    pub(crate) fn new(doing: &'static str, deadline: Deadline) -> Self {
        Self {
            deadline,
            doing,
            cancelled: Vec::new(),
            steps: 0,
        }
    }

    /// Adds a flag that cancels the work.
    pub(crate) fn add_flag(&mut self, cancelled: Arc<AtomicBool>) {
        self.cancelled.push(cancelled);
    }

    pub(crate) fn deadline(&self) -> Deadline {
        self.deadline
    }

    /// Counts a step; checks the clock periodically.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        self.step_over(0)
    }

    /// Counts a step over this many bytes.
    #[inline]
    pub(crate) fn step_over(&mut self, bytes: usize) -> Result<()> {
        let more = u32::try_from(bytes / BYTES_PER_STEP).unwrap_or(STRIDE);
        self.steps = self.steps.saturating_add(1).saturating_add(more);
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        self.check()
    }

    /// Checks the clock now.
    pub(crate) fn check(&self) -> Result<()> {
        let is_cancelled = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.cancelled.iter().any(is_cancelled) || self.deadline.is_over() {
            return Err(self.over());
        }
        Ok(())
    }

    /// The error of work whose deadline has passed.
    pub(crate) fn over(&self) -> Error {
        Error::DeadlineExceeded { doing: self.doing }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn bytes_count_as_steps() {
        let mut work = Work::new("testing", Deadline::after(Duration::ZERO));
        assert!(work.step().is_ok());
        assert!(work.step_over(1 << 20).is_err());
        let over = (0..STRIDE).filter(|_| work.step().is_err()).count();
        assert_eq!(over, 1);
    }
}
