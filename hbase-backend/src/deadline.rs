//! Deadlines of calls.

use std::time::{Duration, Instant};

/// The time by which a call has to finish. Every request has one, so that no call hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// `timeout` from now.
    pub fn after(timeout: Duration) -> Self {
        let now = Instant::now();
        // A timeout that overflows the clock becomes a day, so that the call is still bounded.
        Self(
            now.checked_add(timeout)
                .unwrap_or(now + Duration::from_secs(24 * 60 * 60)),
        )
    }

    /// A given instant, for example of a test's manual clock.
    pub fn at(moment: Instant) -> Self {
        Self(moment)
    }

    /// The deadline as an instant.
    pub fn instant(self) -> Instant {
        self.0
    }

    /// The time left; zero once the deadline has passed.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether the deadline has passed.
    pub fn is_over(self) -> bool {
        self.remaining().is_zero()
    }
}
