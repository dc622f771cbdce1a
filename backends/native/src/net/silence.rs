//! How long a server has been silent.

use std::time::Duration;

use crate::clock::{Instant, now};

/// The silence of a server: the time since bytes last moved in which calls waited that have ended in vain. Neither time in
/// which none of them waited counts, nor the wait of a call that may still be answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Silence {
    /// When bytes last moved.
    heard: Instant,
    /// The waits of the calls since; time in which several waited counts once.
    waited: Duration,
    /// The end of the last one of these waits.
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

    /// Adds the wait of a call that ends now; the silence so far. Where a wait begins before others that have ended, these
    /// are not added up exactly, but its own length counts in any case.
    pub(super) fn waited_since(&mut self, begun: Instant) -> Duration {
        let (now, from) = (now(), begun.max(self.heard));
        let own = now.saturating_duration_since(from);
        let more = now.saturating_duration_since(from.max(self.until));
        self.waited = own.max(self.waited + more);
        self.until = now;
        self.waited
    }
}
