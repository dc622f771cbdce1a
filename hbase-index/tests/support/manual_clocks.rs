//! Clocks that only the test advances: a wait lasts until it does.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::BoxFuture;
use hbase_index::Clocks;

/// How long a wait may last by the machine's clock: a test that forgets to advance these clocks fails, and does not hang.
const LONGEST: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub(crate) struct ManualClocks {
    seconds: AtomicU64,
    waits: AtomicU64,
}

impl ManualClocks {
    pub(crate) fn set(&self, seconds: u64) {
        self.seconds.store(seconds, Ordering::SeqCst);
    }

    /// Advances the clocks until it is dropped, so that all waits end, also those that start later: two indexes may wait one
    /// after the other.
    pub(crate) async fn advance(&self) -> Infallible {
        loop {
            self.set(self.moment().as_secs() + 60);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// How many waits have started.
    pub(crate) fn waits(&self) -> u64 {
        self.waits.load(Ordering::SeqCst)
    }
}

impl Clocks for ManualClocks {
    fn now_ms(&self) -> i64 {
        let millis = self.moment().as_millis();
        2_000_000 + i64::try_from(millis).unwrap()
    }

    fn moment(&self) -> Duration {
        Duration::from_secs(self.seconds.load(Ordering::SeqCst))
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        self.waits.fetch_add(1, Ordering::SeqCst);
        let start = Instant::now();
        Box::pin(async move {
            while self.moment() < until {
                assert!(start.elapsed() < LONGEST, "nobody advances the clocks");
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
    }
}
