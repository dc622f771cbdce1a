//! Access to the backend, which `close` ends.
//!
//! Every call passes the gate. `close` shuts it, waits for running calls, then drops the backend.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use hbase_backend::backend::Failing;
use hbase_backend::{Backend, Deadline, Error};
use tokio::sync::Notify;

use super::closed::closed;
use super::runtime::until;

/// A backend until it is closed, with the number of running calls.
#[derive(Debug)]
pub(crate) struct Gate {
    backend: RwLock<Arc<dyn Backend>>,
    name: &'static str,
    is_closed: AtomicBool,
    under_way: AtomicUsize,
    idle: Notify,
}

/// A running call: `close` waits until it is dropped.
#[derive(Debug)]
pub(crate) struct Pass<'g>(&'g Gate);

impl Gate {
    pub(crate) fn new(backend: Arc<dyn Backend>) -> Self {
        Self {
            name: backend.name(),
            backend: RwLock::new(backend),
            is_closed: AtomicBool::new(false),
            under_way: AtomicUsize::new(0),
            idle: Notify::new(),
        }
    }

    /// The backend's name, also after closing.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The backend; after closing, one whose calls all return [`Error::Closed`].
    pub(crate) fn backend(&self) -> Arc<dyn Backend> {
        let backend = self.backend.read();
        Arc::clone(&backend.unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a call.
    pub(crate) fn enter(&self) -> (Arc<dyn Backend>, Pass<'_>) {
        // Counted under the lock: either `close` sees the call, or the call sees the closed gate.
        let backend = self.backend.read().unwrap_or_else(PoisonError::into_inner);
        self.under_way.fetch_add(1, Ordering::SeqCst);
        (Arc::clone(&backend), Pass(self))
    }

    /// Starts a call on a scanner, which the backend opened before.
    pub(crate) fn go_on(&self) -> Result<Pass<'_>, Error> {
        let (_, pass) = self.enter();
        if self.is_closed.load(Ordering::SeqCst) {
            return Err(closed());
        }
        Ok(pass)
    }

    /// Rejects further calls and waits for running ones; returns the backend, `None` if it was
    /// closed before.
    pub(crate) async fn close(
        &self,
        deadline: Deadline,
    ) -> Result<Option<Arc<dyn Backend>>, Error> {
        let backend = {
            let mut backend = self.backend.write().unwrap_or_else(PoisonError::into_inner);
            let before = self.is_closed.swap(true, Ordering::SeqCst);
            // Keeps the capabilities, so that a call returns `Closed` rather than `Unsupported`, and the
            // counts, for metrics.
            let instead = Arc::new(Failing::like(&**backend, closed()));
            (!before).then(|| std::mem::replace(&mut *backend, instead))
        };
        until("close", deadline, self.idle()).await?;
        Ok(backend)
    }

    async fn idle(&self) {
        loop {
            // Registered before the count is read, so that no notification is missed.
            let left = self.idle.notified();
            let mut left = std::pin::pin!(left);
            left.as_mut().enable();
            if self.under_way.load(Ordering::SeqCst) == 0 {
                return;
            }
            left.await;
        }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        let Gate {
            under_way, idle, ..
        } = self.0;
        if under_way.fetch_sub(1, Ordering::SeqCst) == 1 {
            idle.notify_waiters();
        }
    }
}
