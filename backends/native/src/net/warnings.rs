//! Warnings about servers that are lost or cannot be reached. Their number is limited, however many calls fail.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::clock::{self, Instant};
use crate::endpoint::Endpoint;

/// Minimum time between two warnings about a server.
const PAUSE: Duration = Duration::from_secs(30);

/// Maximum number of servers to warn about within that time.
const MOST: usize = 1024;

/// The time of the last warning of each server.
#[derive(Debug, Default)]
pub(super) struct Warnings(Mutex<HashMap<Endpoint, Instant>>);

impl Warnings {
    /// Whether to warn about a server now.
    pub(super) fn is_due(&self, server: &Endpoint) -> bool {
        let now = clock::now();
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < PAUSE;
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.get(server).is_some_and(is_recent) {
            return false;
        }
        if last.len() >= MOST {
            last.retain(|_, at| is_recent(at));
        }
        let is_due = last.len() < MOST;
        if is_due {
            last.insert(server.clone(), now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_server_is_warned_of_from_time_to_time() {
        let warnings = Warnings::default();
        let server = |port| Endpoint::new("a", port);
        assert!(warnings.is_due(&server(1)) && warnings.is_due(&server(2)));
        assert!(!warnings.is_due(&server(1)));
        tokio::time::sleep(PAUSE).await;
        assert!(warnings.is_due(&server(1)));
        for port in 0..5000 {
            warnings.is_due(&server(port));
        }
        let last = warnings.0.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(last.len(), MOST);
    }
}
