//! How long a piece of work may go on: until its deadline, or until nobody waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hbase_model::{Deadline, Error, Result};

/// How many steps are made between two looks at the clock.
const STRIDE: u32 = 128;

/// Asks a long loop to stop once its deadline has passed or its caller is gone.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    deadline: Deadline,
    doing: &'static str,
    cancelled: Arc<AtomicBool>,
    steps: u32,
}

impl Work {
    pub(crate) fn new(doing: &'static str, deadline: Deadline) -> Self {
        Self {
            deadline,
            doing,
            cancelled: Arc::default(),
            steps: 0,
        }
    }

    /// The flag that stops the work when it is set.
    pub(crate) fn cancelled(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancelled)
    }

    /// Takes over the flag that stops the work when it is set.
    pub(crate) fn set_cancelled(&mut self, cancelled: Arc<AtomicBool>) {
        self.cancelled = cancelled;
    }

    pub(crate) fn deadline(&self) -> Deadline {
        self.deadline
    }

    /// Counts a step, and looks at the clock every so many.
    #[inline]
    pub(crate) fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps < STRIDE {
            return Ok(());
        }
        self.steps = 0;
        self.check()
    }

    /// Looks at the clock now.
    pub(crate) fn check(&self) -> Result<()> {
        if self.cancelled.load(Ordering::Relaxed) || self.deadline.is_over() {
            return Err(self.over());
        }
        Ok(())
    }

    /// The error for work that took too long.
    pub(crate) fn over(&self) -> Error {
        Error::DeadlineExceeded { doing: self.doing }
    }
}
