//! Stopping tasks between any two requests, without threads or real time.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::time::Duration;

use hbase_backend::BoxFuture;
use hbase_index::Clocks;

/// Which turn it is, what has stopped in it, and the virtual time.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    turn: AtomicU64,
    /// Stops of the running task that wait for its next turn.
    stopped: Mutex<Vec<Waker>>,
    /// Calls of the running task that the store works on.
    in_flight: AtomicUsize,
    millis: AtomicU64,
}

/// A call that the store works on, until this is dropped.
struct InFlight<'a>(&'a AtomicUsize);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Turns {
    /// Stops the task until the schedule lets it run once more.
    pub(crate) async fn stop(&self) {
        let stopped_in = self.turn.load(Ordering::Relaxed);
        poll_fn(|context| {
            if self.turn.load(Ordering::Relaxed) != stopped_in {
                return Poll::Ready(());
            }
            self.stopped.lock().unwrap().push(context.waker().clone());
            Poll::Pending
        })
        .await;
    }

    /// A call of the store: the turn does not end before it. Otherwise its effect would fall into the
    /// turn of another task, or come after its own task was killed, and nobody would observe it.
    pub(crate) async fn call<T>(&self, call: impl Future<Output = T>) -> T {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        let _in_flight = InFlight(&self.in_flight);
        call.await
    }

    pub(crate) fn now(&self) -> Duration {
        Duration::from_millis(self.millis.load(Ordering::Relaxed))
    }

    pub(crate) fn advance(&self, millis: u64) {
        self.millis.fetch_add(millis, Ordering::Relaxed);
    }

    /// Runs a task until it stops; returns whether it has ended.
    pub(crate) async fn run_until_stop<T>(
        &self,
        task: &mut Pin<Box<dyn Future<Output = T> + Send + '_>>,
    ) -> Option<T> {
        self.turn.fetch_add(1, Ordering::Relaxed);
        // A future within a set is only polled once it was woken.
        let earlier = std::mem::take(&mut *self.stopped.lock().unwrap());
        earlier.into_iter().for_each(Waker::wake);
        poll_fn(|context| match task.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(Some(result)),
            Poll::Pending if self.is_at_stop() => Poll::Ready(None),
            // The store works on its own threads, and wakes this task.
            Poll::Pending => Poll::Pending,
        })
        .await
    }

    fn is_at_stop(&self) -> bool {
        self.in_flight.load(Ordering::Relaxed) == 0 && !self.stopped.lock().unwrap().is_empty()
    }
}

/// One client's clocks: the virtual time, and a wall clock that differs from others'.
#[derive(Debug)]
pub(crate) struct ClientClocks {
    pub(crate) turns: Arc<Turns>,
    pub(crate) offset_ms: i64,
}

impl Clocks for ClientClocks {
    fn now_ms(&self) -> i64 {
        let now = i64::try_from(self.turns.now().as_millis()).unwrap_or(i64::MAX);
        1_000_000 + now + self.offset_ms
    }

    /// Not the store's time: clients of a cluster have clocks that differ.
    fn stamp_ms(&self, _: Option<i64>) -> i64 {
        self.now_ms()
    }

    fn moment(&self) -> Duration {
        self.turns.now()
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            while self.turns.now() < until {
                self.turns.stop().await;
            }
        })
    }
}
