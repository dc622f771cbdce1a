//! How long a server has been silent.

use std::time::Duration;

use crate::clock::{Instant, now};

/// The silence of a server: the time, since bytes last moved, in which calls waited that have ended without a
/// response. Time in which none of them waited does not count, and neither does the wait of a call that may
/// still get its response.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    /// When bytes last moved.
    heard: Instant,
    /// The waits of calls since then; time in which several waited counts once.
    waited: Duration,
    /// The end of the last of these waits.
    until: Instant,
}

impl Silence {
    pub(super) fn new() -> Self {
        let now = now();
        Self {
            heard: now,
            waited: Duration::ZERO,
            until: now,
        }
    }

    /// Adds the wait of a call that ends now; returns the silence so far. If a wait began before others that
    /// have ended, the sum is not exact, but includes at least this wait's own length.
    pub(super) fn waited_since(&mut self, begun: Instant) -> Duration {
        let (now, from) = (now(), begun.max(self.heard));
        let own = now.saturating_duration_since(from);
        let more = now.saturating_duration_since(from.max(self.until));
        self.waited = own.max(self.waited + more);
        self.until = now;
        self.waited
    }
}
