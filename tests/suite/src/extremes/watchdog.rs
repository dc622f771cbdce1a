//! Limits the time of calls, whether they wait forever or block their thread.

use std::future::Future;
use std::io::{Write, stderr};
use std::process::exit;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// How often the thread looks at the call in progress.
const TICK: Duration = Duration::from_millis(500);

/// How much longer than the limit the thread waits for the runtime's timer to end a call.
const GRACE: Duration = Duration::from_secs(10);

/// A call in progress: when the process must end, and the request.
type InProgress = Mutex<Option<(Instant, String)>>;

/// Watches one call at a time.
#[derive(Debug)]
pub(super) struct Watchdog {
    limit: Duration,
    in_progress: Arc<InProgress>,
}

impl Watchdog {
    pub(super) fn start(limit: Duration) -> Self {
        let in_progress = Arc::default();
        let watched = Arc::downgrade(&in_progress);
        thread::spawn(move || watch(&watched));
        Self { limit, in_progress }
    }

    /// Runs a call within the limit.
    ///
    /// # Panics
    /// If the call takes longer, with the request. If it blocks its thread, so that no timer can end
    /// it, the process ends with status 101.
    pub(super) async fn run<T>(&self, request: &str, call: impl Future<Output = T>) -> T {
        let limit = self.limit;
        *lock(&self.in_progress) = Some((Instant::now() + limit + GRACE, request.to_owned()));
        let ended = tokio::time::timeout(limit, call).await;
        *lock(&self.in_progress) = None;
        ended.unwrap_or_else(|_| panic!("{request}: no answer within {limit:?}"))
    }
}

fn watch(in_progress: &Weak<InProgress>) {
    while let Some(in_progress) = in_progress.upgrade() {
        if let Some((end, request)) = &*lock(&in_progress)
            && Instant::now() > *end
        {
            // Not `eprintln`, which the test harness captures.
            let _ = writeln!(stderr(), "{request}: blocks its thread, no answer");
            exit(101);
        }
        drop(in_progress);
        thread::sleep(TICK);
    }
}

fn lock(in_progress: &InProgress) -> MutexGuard<'_, Option<(Instant, String)>> {
    in_progress.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    #[should_panic(expected = "get r (seed 7, round 3): no answer within 5s")]
    async fn a_call_that_never_ends_fails_with_its_request() {
        let watchdog = Watchdog::start(Duration::from_secs(5));
        let request = "get r (seed 7, round 3)";
        watchdog.run(request, std::future::pending::<()>()).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_call_that_ends_has_its_result() {
        let watchdog = Watchdog::start(Duration::from_secs(5));
        let call = async {
            tokio::time::sleep(Duration::from_secs(4)).await;
            11
        };
        assert_eq!(watchdog.run("get r", call).await, 11);
        assert!(lock(&watchdog.in_progress).is_none());
    }
}
