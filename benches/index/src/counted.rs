//! A layer that counts the calls of a backend.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_backend::backend::{Call, Layer};
use hbase_backend::{Backend, BoxFuture, Deadline, Get, Result, Row};
use hbase_schema::model::TableName;

#[derive(Debug)]
pub(crate) struct Counted {
    inner: Arc<dyn Backend>,
    calls: AtomicU64,
    gets: AtomicU64,
}

/// What was counted so far, or in between.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    /// Calls of the backend. One of many rows counts once, as does a scan.
    pub(crate) calls: u64,
    /// Gets; each of a call with many counts.
    pub(crate) gets: u64,
}

impl Counted {
    pub(crate) fn new(inner: Arc<dyn Backend>) -> Self {
        Self {
            inner,
            calls: AtomicU64::new(0),
            gets: AtomicU64::new(0),
        }
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            calls: self.calls.load(Ordering::Relaxed),
            gets: self.gets.load(Ordering::Relaxed),
        }
    }

    fn count(&self, gets: usize) {
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.gets.fetch_add(gets as u64, Ordering::Relaxed);
    }
}

impl Counts {
    pub(crate) fn since(self, before: Self) -> Self {
        Self {
            calls: self.calls - before.calls,
            gets: self.gets - before.gets,
        }
    }
}

impl Layer for Counted {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn around<'a, T, F>(
        &'a self,
        _: Call<'a>,
        deadline: Deadline,
        send: impl FnOnce(Arc<dyn Backend>, Deadline) -> F + Send + 'a,
    ) -> BoxFuture<'a, Result<T>>
    where
        T: Send + 'a,
        F: Future<Output = Result<T>> + Send + 'a,
    {
        self.count(0);
        Box::pin(send(self.inner(), deadline))
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        self.count(1);
        self.inner.get(table, get, deadline)
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        self.count(gets.len());
        self.inner.get_many(table, gets, deadline)
    }
}
