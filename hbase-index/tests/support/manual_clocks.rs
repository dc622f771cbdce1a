//! Clocks that only the test advances: a wait lasts until it does.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::BoxFuture;
use hbase_index::Clocks;

#[derive(Debug, Default)]
pub(crate) struct ManualClocks {
    seconds: AtomicU64,
    waits: AtomicU64,
}

impl ManualClocks {
    pub(crate) fn set(&self, seconds: u64) {
        self.seconds.store(seconds, Ordering::SeqCst);
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
        Box::pin(async move {
            while self.moment() < until {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        })
    }
}
