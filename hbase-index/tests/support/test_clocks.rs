//! Clocks for tests of several crates.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::BoxFuture;
use hbase_index::{Clocks, SystemClocks};

/// Clocks that advance when a wait starts or a test advances them; each wait yields once.
#[derive(Debug)]
pub(crate) struct TestClocks {
    /// The wall clock's first time, in milliseconds; `None` for the machine's, which waits do not advance.
    start: Option<i64>,
    /// Milliseconds.
    advanced: AtomicU64,
}

impl TestClocks {
    pub(crate) const fn starting_at(start: i64) -> Self {
        Self {
            start: Some(start),
            advanced: AtomicU64::new(0),
        }
    }

    /// The wall clock is that of the stores of this machine.
    #[allow(
        dead_code,
        reason = "not every crate's tests have writes of other programs"
    )]
    pub(crate) const fn of_the_machine() -> Self {
        Self {
            start: None,
            advanced: AtomicU64::new(0),
        }
    }

    pub(crate) fn advance(&self, time: Duration) {
        self.advanced.fetch_add(millis(time), Ordering::Relaxed);
    }
}

/// A day slow: TTLs have not passed, and the store's own timestamps are newer.
impl Default for TestClocks {
    fn default() -> Self {
        Self::starting_at(SystemClocks.now_ms() - 86_400_000)
    }
}

impl Clocks for TestClocks {
    fn now_ms(&self) -> i64 {
        let Some(start) = self.start else {
            return SystemClocks.now_ms();
        };
        start + i64::try_from(self.advanced.load(Ordering::Relaxed)).unwrap()
    }

    /// Another time than the store's, whose clock is that of a server.
    fn stamp_ms(&self, _: Option<i64>) -> i64 {
        self.now_ms()
    }

    fn moment(&self) -> Duration {
        Duration::from_millis(self.advanced.load(Ordering::Relaxed))
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        self.advanced.fetch_max(millis(until), Ordering::Relaxed);
        Box::pin(tokio::task::yield_now())
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap()
}
