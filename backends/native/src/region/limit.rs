//! The time limit of a look-up: other callers wait for it, so it does not end with its own caller.

use std::time::Duration;

use hbase_backend::Deadline;

use crate::clock;

/// Maximum time that a look-up may delay other callers, even if its own caller has more: its response may never
/// come.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// Minimum time that a look-up gets.
const LEAST: Duration = Duration::from_secs(1);

/// The limit of the next look-up: its caller's time, if that is not too short. If the last look-up reached its
/// limit, the next one gets twice the time. So a slow server gets enough time in the end, and a silent one does
/// not delay callers with short deadlines from the start.
#[derive(Debug)]
pub(super) struct Limit(Duration);

impl Default for Limit {
    fn default() -> Self {
        Self(LEAST)
    }
}

impl Limit {
    /// The limit of a look-up that begins now.
    pub(super) fn of(&self, deadline: Deadline) -> Deadline {
        clock::after(clock::remaining(deadline).max(self.0).min(PATIENCE))
    }

    /// Notes whether a look-up has ended at its limit.
    pub(super) fn note(&mut self, is_late: bool) {
        self.0 = if is_late {
            (self.0 * 2).min(PATIENCE)
        } else {
            LEAST
        };
    }
}
