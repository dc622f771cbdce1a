//! The gate that `close` shuts: running calls end, later ones are rejected.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use hbase_backend::Deadline;
use tokio::sync::Notify;

use crate::clock;

/// Whether calls are accepted, and the number of running ones.
#[derive(Debug, Default)]
pub(super) struct Gate {
    is_closed: AtomicBool,
    under_way: AtomicUsize,
    idle: Notify,
}

/// A running call, until it is dropped.
#[derive(Debug)]
pub(super) struct Pass<'g>(&'g Gate);

impl Gate {
    /// Starts a call; `None` after the gate is closed.
    pub(super) fn enter(&self) -> Option<Pass<'_>> {
        // Counted before the flag is read: either `close` waits for the call, or the call sees the flag.
        self.under_way.fetch_add(1, Ordering::SeqCst);
        let pass = Pass(self);
        (!self.is_closed.load(Ordering::SeqCst)).then_some(pass)
    }

    /// Rejects further calls, and waits for running ones until the deadline.
    pub(super) async fn close(&self, deadline: Deadline) {
        self.is_closed.store(true, Ordering::SeqCst);
        let idle = async {
            loop {
                // Registered before the count is read, so that no notification is missed.
                let mut left = std::pin::pin!(self.idle.notified());
                left.as_mut().enable();
                if self.under_way.load(Ordering::SeqCst) == 0 {
                    return;
                }
                left.await;
            }
        };
        clock::before(deadline, idle).await;
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        if self.0.under_way.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.0.idle.notify_waiters();
        }
    }
}
