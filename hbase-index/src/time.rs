//! Clocks: the wall clock or the store's for stamps, and one that counts suspended time for waits.

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_backend::BoxFuture;

/// The clocks of a client; tests replace them.
///
/// A limit must not be exceeded unnoticed, and a wait must not end early. If the machine has no clock that
/// counts suspended time and is never set, they use different clocks: the clock for limits may be ahead of the
/// true time, the clock for waits may lag it.
pub trait Clocks: fmt::Debug + Send + Sync + 'static {
    /// The wall clock, in milliseconds since 1970. May be wrong: stamps rise nevertheless.
    fn now_ms(&self) -> i64;

    /// The time for stamps, in milliseconds since 1970. `store` is the time of a store that has a clock of its
    /// own, by which its cells expire: it is used by default. Stamps by another clock could expire at once, or
    /// never.
    fn stamp_ms(&self, store: Option<i64>) -> i64 {
        store.unwrap_or_else(|| self.now_ms())
    }

    /// A monotonic time for limits, which advances while the machine is suspended.
    fn moment(&self) -> Duration;

    /// A monotonic time for waits, which never advances faster than the true one.
    fn progress(&self) -> Duration {
        self.moment()
    }

    /// Returns once [`progress`](Self::progress) is at least `until`.
    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()>;
}

/// The machine's clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClocks;

impl Clocks for SystemClocks {
    fn now_ms(&self) -> i64 {
        i64::try_from(since_1970().as_millis()).unwrap_or(i64::MAX)
    }

    fn moment(&self) -> Duration {
        machine::moment()
    }

    fn progress(&self) -> Duration {
        machine::progress()
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            // The timer has a clock of its own, so the time is checked once more after it.
            while let Some(rest) = until
                .checked_sub(machine::progress())
                .filter(|rest| !rest.is_zero())
            {
                tokio::time::sleep(rest).await;
            }
        })
    }
}

fn since_1970() -> Duration {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default()
}

/// One clock for both: it counts suspended time, and is never set.
#[cfg(any(target_os = "linux", target_os = "android"))]
mod machine {
    use std::time::Duration;

    pub(super) fn moment() -> Duration {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
        let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
        Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
    }

    pub(super) fn progress() -> Duration {
        moment()
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
mod machine {
    use std::sync::{Mutex, OnceLock, PoisonError};
    use std::time::{Duration, Instant};

    use super::{Latest, since_1970};

    static START: OnceLock<(Instant, Duration)> = OnceLock::new();
    static LATEST: Mutex<Latest> = Mutex::new(Latest(Duration::ZERO));

    pub(super) fn moment() -> Duration {
        // First, since it sets `START`.
        let progress = progress();
        let wall = START.get().map_or(Duration::ZERO, |(_, wall)| *wall);
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        latest.moment(progress, since_1970().saturating_sub(wall))
    }

    pub(super) fn progress() -> Duration {
        let (instant, _) = START.get_or_init(|| (Instant::now(), since_1970()));
        instant.elapsed()
    }
}

/// The latest moment by two clocks: the monotonic clock may stop during a suspension, and the wall clock may be
/// set, even back.
#[cfg(any(test, not(any(target_os = "linux", target_os = "android"))))]
struct Latest(Duration);

#[cfg(any(test, not(any(target_os = "linux", target_os = "android"))))]
impl Latest {
    fn moment(&mut self, progress: Duration, wall: Duration) -> Duration {
        self.0 = self.0.max(progress).max(wall);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wait_lasts_as_long_as_it_has_to() {
        let start = SystemClocks.moment();
        let until = start + Duration::from_millis(20);
        SystemClocks.sleep_until(until).await;
        assert!(SystemClocks.progress() >= until);
    }

    /// The wall clock is set forward, then back: limits are reached too soon, but moments never decrease.
    #[test]
    fn limits_count_the_faster_clock() {
        let second = Duration::from_secs;
        let mut latest = Latest(Duration::ZERO);
        assert_eq!(latest.moment(second(1), second(1)), second(1));
        assert_eq!(latest.moment(second(2), second(50)), second(50));
        assert_eq!(latest.moment(second(3), second(3)), second(50));
        assert_eq!(latest.moment(second(60), second(4)), second(60));
    }
}
