//! Until when a call may take.

use std::time::{Duration, Instant};

/// The time by which a call has to finish. Every request has one, so that no call hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Deadline(Instant);

impl Deadline {
    /// `timeout` from now.
    pub fn after(timeout: Duration) -> Self {
        let now = Instant::now();
        // A timeout too long for the clock means a day: still a bound.
        Self(
            now.checked_add(timeout)
                .unwrap_or(now + Duration::from_hours(24)),
        )
    }

    /// A given moment: of a clock that is not the system's, as tests have it.
    pub fn at(moment: Instant) -> Self {
        Self(moment)
    }

    /// The moment itself.
    pub fn instant(self) -> Instant {
        self.0
    }

    /// The time left; zero once it has passed.
    pub fn remaining(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether it has passed.
    pub fn is_over(self) -> bool {
        self.remaining().is_zero()
    }
}
