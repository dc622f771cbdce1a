//! A backend whose calls stop before and after they take effect, and lose responses.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hbase_backend::backend::Layer;
use hbase_backend::{
    Backend, BoxFuture, CheckAndMutate, Deadline, Error, Get, Mutation, Result, Row, Scan, Scanner,
};
use hbase_model::{TableDescriptor, TableName};

use crate::turns::Turns;

/// A call whose sender no longer waits for it.
pub(crate) struct Stray {
    pub(crate) sent: Duration,
    pub(crate) call: BoxFuture<'static, ()>,
}

/// The common state of all clients' gates.
pub(crate) struct Shared {
    pub(crate) turns: Arc<Turns>,
    pub(crate) random: Mutex<fastrand::Rng>,
    pub(crate) strays: Mutex<Vec<Stray>>,
    /// Whether a row may have changed since this was last reset.
    pub(crate) rows_changed: AtomicBool,
    pub(crate) lost: AtomicU64,
    /// One of this many responses is lost; 0 for none.
    pub(crate) loses_one_of: AtomicU64,
}

impl Shared {
    fn loses(&self) -> bool {
        let one_of = self.loses_one_of.load(Ordering::Relaxed);
        let loses = one_of > 0 && self.random.lock().unwrap().u64(0..one_of) == 0;
        self.lost.fetch_add(u64::from(loses), Ordering::Relaxed);
        loses
    }

    /// Whether the rows of a call are sent as one, whose response may be lost; else one after the other,
    /// with a stop between, since they are not atomic together.
    fn sends_at_once(&self) -> bool {
        self.random.lock().unwrap().bool()
    }
}

pub(crate) struct Gate {
    pub(crate) inner: Arc<dyn Backend>,
    pub(crate) shared: Arc<Shared>,
}

impl std::fmt::Debug for Gate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Gate")
    }
}

const LOST: Error = Error::DeadlineExceeded {
    doing: "waiting for a response that a test loses",
};

impl Gate {
    /// Stops, calls, stops.
    async fn pass<T>(&self, call: BoxFuture<'_, Result<T>>) -> Result<T> {
        self.shared.turns.stop().await;
        let result = self.shared.turns.call(call).await;
        self.shared.turns.stop().await;
        result
    }

    /// A put that is concurrent with a read takes effect before or after it.
    async fn delay(&self) {
        if self.shared.random.lock().unwrap().bool() {
            self.shared.turns.stop().await;
        }
    }

    /// The same for a call with effects: its response may be lost, and it may take effect later.
    async fn pass_write<T: Send + 'static>(
        &self,
        call: impl FnOnce(Arc<dyn Backend>) -> BoxFuture<'static, Result<T>>,
    ) -> Result<T> {
        self.shared.turns.stop().await;
        let call = call(Arc::clone(&self.inner));
        if self.shared.loses() {
            self.shared.strays.lock().unwrap().push(Stray {
                sent: self.shared.turns.now(),
                call: Box::pin(async move {
                    let _ = call.await;
                }),
            });
            return Err(LOST);
        }
        let result = self.shared.turns.call(call).await;
        self.shared.rows_changed.store(true, Ordering::Relaxed);
        self.shared.turns.stop().await;
        if self.shared.loses() {
            return Err(LOST);
        }
        result
    }
}

/// A deadline that only a hung call exceeds: virtual time determines the others.
fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

impl Layer for Gate {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::clone(&self.inner)
    }

    fn name(&self) -> &'static str {
        "gate"
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.pass(self.inner.create_table(table, soon())))
    }

    fn drop_table<'a>(&'a self, table: &'a TableName, _: Deadline) -> BoxFuture<'a, Result<()>> {
        Box::pin(self.pass(self.inner.drop_table(table, soon())))
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        _: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        Box::pin(self.pass(self.inner.get(table, get, soon())))
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        _: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(self.pass(self.inner.get_many(table, gets, soon())))
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        _: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(async move {
            self.delay().await;
            let send = move |inner: Arc<dyn Backend>| -> BoxFuture<'static, _> {
                Box::pin(async move { inner.mutate(&table, mutation, soon()).await })
            };
            self.pass_write(send).await
        })
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        _: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        Box::pin(async move {
            if self.shared.sends_at_once() {
                let table = table.clone();
                let send = move |inner: Arc<dyn Backend>| -> BoxFuture<'static, _> {
                    Box::pin(async move { inner.mutate_many(&table, mutations, soon()).await })
                };
                self.delay().await;
                return self.pass_write(send).await;
            }
            let mut results = Vec::new();
            for mutation in mutations {
                results.push(Layer::mutate(self, table, mutation, soon()).await);
            }
            Ok(results)
        })
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        _: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        let table = table.clone();
        Box::pin(self.pass_write(move |inner| {
            Box::pin(async move { inner.check_and_mutate(&table, check, soon()).await })
        }))
    }

    fn check_and_mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        checks: Vec<CheckAndMutate>,
        _: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<bool>>>> {
        Box::pin(async move {
            if self.shared.sends_at_once() {
                let table = table.clone();
                let send = move |inner: Arc<dyn Backend>| -> BoxFuture<'static, _> {
                    Box::pin(
                        async move { inner.check_and_mutate_many(&table, checks, soon()).await },
                    )
                };
                return self.pass_write(send).await;
            }
            let mut results = Vec::new();
            for check in checks {
                results.push(Layer::check_and_mutate(self, table, check, soon()).await);
            }
            Ok(results)
        })
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        _: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        Box::pin(self.pass(self.inner.scan(table, scan, soon())))
    }
}
