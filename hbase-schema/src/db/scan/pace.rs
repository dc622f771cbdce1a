//! Whether reading a batch ahead is worth it.

use std::time::{Duration, Instant};

/// The time to read a batch, and the time the caller takes to consume one.
///
/// Reading ahead saves the shorter of the two. If rows are consumed as fast as they come, it
/// saves next to nothing and costs more: rows are then freed on one thread while others are
/// allocated on another, and both contend for the allocator.
#[derive(Debug)]
pub(super) struct Pace {
    reading: Duration,
    consuming: Duration,
    started: Instant,
}

impl Pace {
    pub(super) fn new() -> Self {
        Self {
            reading: Duration::ZERO,
            consuming: Duration::ZERO,
            started: Instant::now(),
        }
    }

    /// Records the time to read a batch.
    pub(super) fn batch_read(&mut self, took: Duration) {
        self.reading = took;
    }

    /// Records that the caller starts on a batch.
    pub(super) fn batch_started(&mut self) {
        self.started = Instant::now();
    }

    /// Records that the caller has consumed the batch.
    pub(super) fn batch_consumed(&mut self) {
        self.consuming = self.started.elapsed();
    }

    /// Whether to read the next batch while the caller consumes this one.
    pub(super) fn is_worth_reading_ahead(&self) -> bool {
        self.consuming > self.reading / 4
    }
}
