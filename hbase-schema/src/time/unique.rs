//! Times that never repeat within a process.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::Timestamp;

static LAST_MILLIS: AtomicI64 = AtomicI64::new(i64::MIN);
static LAST_NANOS: AtomicI64 = AtomicI64::new(i64::MIN);

impl Timestamp {
    /// The current time, which no other call in this process returns: later calls return later times, even if the clock
    /// stands still or is set back. With more than 1000 calls per second they run
    /// ahead of the clock; [`unique_nanos`] does not.
    ///
    /// Other processes can return the same time: with several writers, add the writer to the key.
    ///
    /// ```
    /// use hbase_schema::Timestamp;
    /// let (first, second) = (Timestamp::unique(), Timestamp::unique());
    /// assert!(first < second);
    /// ```
    pub fn unique() -> Self {
        let now = Self::now().as_millis();
        Self::from_millis(advance(&LAST_MILLIS, now))
    }
}

/// Nanoseconds since 1970, which no other call in this process returns; otherwise like [`Timestamp::unique`].
///
/// ```
/// use hbase_schema::time::unique_nanos;
/// assert!(unique_nanos() < unique_nanos());
/// ```
pub fn unique_nanos() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = now.map_or(0, |since| {
        i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
    });
    advance(&LAST_NANOS, now)
}

/// The later of `now` and the time after the last one.
fn advance(last: &AtomicI64, now: i64) -> i64 {
    let later = |last: i64| now.max(last.saturating_add(1));
    let mut before = last.load(Ordering::Relaxed);
    loop {
        let next = later(before);
        match last.compare_exchange_weak(before, next, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => return next,
            Err(found) => before = found,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_clock_that_is_set_back_repeats_no_time() {
        let last = AtomicI64::new(i64::MIN);
        let times = [50, 50, 40, 52, 51, 60].map(|now| advance(&last, now));
        assert_eq!(times, [50, 51, 52, 53, 54, 60]);
    }

    #[test]
    fn threads_share_no_time() {
        let last = AtomicI64::new(i64::MIN);
        let each = || (0..10_000).map(|_| advance(&last, 7)).collect::<Vec<_>>();
        let times = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(each)).collect();
            let times = threads.into_iter().map(|thread| thread.join().unwrap());
            times.collect::<Vec<_>>()
        });
        for times in &times {
            assert!(times.is_sorted_by(|a, b| a < b));
        }
        let distinct: BTreeSet<i64> = times.iter().flatten().copied().collect();
        assert_eq!(distinct.len(), 40_000);
    }

    #[test]
    fn calls_in_this_process_differ() {
        let millis: BTreeSet<_> = (0..5000).map(|_| Timestamp::unique()).collect();
        let nanos: BTreeSet<_> = (0..5000).map(|_| unique_nanos()).collect();
        assert_eq!((millis.len(), nanos.len()), (5000, 5000));
    }
}
