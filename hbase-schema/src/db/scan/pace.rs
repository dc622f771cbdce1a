//! Whether it is worth reading a batch ahead.

use std::time::{Duration, Instant};

/// How long a batch takes to be read, and how long to be used up.
///
/// Reading ahead saves the shorter of the two. Where rows are used as fast as they come, that is
/// next to nothing, and costs more than it saves: rows are then freed on one thread while others
/// are made on another, and both wait for the allocator.
#[derive(Debug)]
pub(super) struct Pace {
    reading: Duration,
    using: Duration,
    given: Instant,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            reading: Duration::ZERO,
            using: Duration::ZERO,
            given: Instant::now(),
        }
    }

    /// A batch was read in this time.
    pub(super) fn read(&mut self, took: Duration) {
        self.reading = took;
    }

    /// A batch begins to be given out.
    pub(super) fn begin(&mut self) {
        self.given = Instant::now();
    }

    /// It is used up.
    pub(super) fn end(&mut self) {
        self.using = self.given.elapsed();
    }

    /// Whether the next batch is better read while this one is given out.
    pub(super) fn is_worth_reading_ahead(&self) -> bool {
        self.using > self.reading / 4
    }
}
