//! How long a look-up goes on: other callers wait for it, so that it does not end with its own one.

use std::time::Duration;

use hbase_model::Deadline;

use crate::clock;

/// How long a look-up may hold up other callers, whatever time its own caller has. What it waits for may never come.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How long a look-up goes on in any case.
const LEAST: Duration = Duration::from_secs(1);

/// The limit of the next look-up: the time that its caller has, if that is not too short. Where the last one took longer
/// than its limit, the next one has twice the time, so that a slow server is waited for after all, and a silent one does not
/// hold up callers in a hurry from the start.
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
