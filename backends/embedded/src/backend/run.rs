//! Running calls on the caller's thread or on the blocking pool.

use std::borrow::Borrow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hbase_backend::{Deadline, Result};
use hbase_model::TableName;

use super::Embedded;
use crate::pool::join;
use crate::store::Store;
use crate::work::Work;

/// Maximum bytes of a write on the caller's thread.
const SHORT: usize = 64 << 10;

impl Embedded {
    /// Runs `call` on the blocking pool, and waits for it until the deadline.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&Store, &mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let mut work = Work::new(doing, deadline);
        work.check()?;
        let cancelled = Arc::<AtomicBool>::default();
        work.add_flag(Arc::clone(&cancelled));
        let _cancel = CancelOnDrop(cancelled);
        let over = work.over();
        let store = Arc::clone(&self.store);
        let task = tokio::task::spawn_blocking(move || {
            // This call fails then. The maintenance thread tries again soon, so that later calls succeed.
            if !store.reopen_if_failed() {
                store.activity().signal().wake();
            }
            call(&store, &mut work)
        });
        match tokio::time::timeout_at(deadline.instant().into(), task).await {
            Ok(joined) => join(joined)?,
            Err(_) => Err(over),
        }
    }

    /// [`run`](Self::run) on the table, or on what else the call is about: a copy of it, because the call may
    /// outlive its caller.
    pub(super) async fn run_on<S, T>(
        &self,
        subject: &S,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&Store, &S, &mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T>
    where
        S: ToOwned<Owned: Send> + ?Sized + 'static,
        T: Send + 'static,
    {
        let subject = subject.to_owned();
        let call = move |store: &Store, work: &mut Work| call(store, subject.borrow(), work);
        self.run(doing, deadline, call).await
    }

    /// Attempts a call on the caller's thread; `None` if it does not finish within the limit.
    pub(super) async fn try_brief<T>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&Store, &mut Work) -> Result<T>,
    ) -> Option<Result<T>> {
        let call = |work: &mut Work| call(&self.store, work);
        let (answer, turn) = self.brief.attempt(doing, deadline, call);
        turn.give().await;
        answer
    }

    /// Runs a write of one row of `bytes` bytes. In memory, a short write takes less time than handing it to
    /// another thread. An abandoned attempt has written nothing.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        table: &TableName,
        doing: &'static str,
        deadline: Deadline,
        bytes: usize,
        call: impl Fn(&Store, &TableName, &mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if bytes <= SHORT && !self.store.engine().waits() {
            let write = |store: &Store, work: &mut Work| call(store, table, work);
            if let Some(answer) = self.try_brief(doing, deadline, write).await {
                return answer;
            }
        }
        self.run_on(table, doing, deadline, call).await
    }
}

/// Cancels the work when its caller is dropped.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
