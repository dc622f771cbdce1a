//! Maps timestamps of the server to operations.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970.
pub(super) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis().try_into().unwrap_or(0))
}

/// The time of each operation, from a first to a last millisecond, which no two operations share.
#[derive(Debug, Default)]
pub(super) struct Moments {
    spans: Vec<(usize, i64, i64)>,
}

impl Moments {
    /// Waits for a millisecond after all earlier operations, and returns it.
    pub(super) async fn start(&self) -> i64 {
        let last = self.spans.last().map_or(0, |(_, _, end)| *end);
        loop {
            let now = now_ms();
            if now > last {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Records that an operation ran from `start` until now.
    pub(super) fn note(&mut self, operation: usize, start: i64) {
        self.spans.push((operation, start, now_ms()));
    }

    /// A timestamp as text: a server's time as the number of its operation.
    pub(super) fn text(&self, timestamp: i64) -> String {
        let after = self
            .spans
            .partition_point(|(_, start, _)| *start <= timestamp);
        match self.spans[..after].last() {
            Some((operation, _, end)) if timestamp <= *end => format!("#{operation}"),
            _ => timestamp.to_string(),
        }
    }
}
