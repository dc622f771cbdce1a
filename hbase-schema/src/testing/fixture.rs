//! Fixtures: tables with rows in a separate store.

use std::sync::Arc;

use hbase_backend::BoxFuture;
use hbase_schema_embedded::{Clock, Embedded, Options};

use super::faults::Faults;
use crate::db::{CallContext, Connection, Error, Limits};
use crate::debug::debug_fields;
use crate::table::{FixedName, Writable};

/// A step of the fixture's setup.
type Step = Box<dyn FnOnce(Connection) -> BoxFuture<'static, Result<(), Error>> + Send>;

/// A builder of a store in memory with tables and rows: see the [module](super).
#[derive(Default)]
#[must_use = "a fixture does nothing until it connects"]
pub struct Fixture {
    clock: Option<Arc<dyn Clock>>,
    limits: Limits,
    faults: Option<Faults>,
    steps: Vec<Step>,
}

impl Fixture {
    /// An empty store with the machine's clock.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the store's clock, for example a [`ManualClock`](super::ManualClock).
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// Sets the connection's limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Injects these faults into the connection, after tables and rows are created.
    pub fn faults(mut self, faults: &Faults) -> Self {
        self.faults = Some(faults.clone());
        self
    }

    /// Creates the table of `T`.
    pub fn table<T: FixedName>(mut self) -> Self {
        self.steps.push(Box::new(|db| {
            Box::pin(async move { db.create_table_if_missing::<T>().await.map(drop) })
        }));
        self
    }

    /// Puts rows, and creates their table if it is missing. Like [`put`](Connection::put), it does not write counters.
    pub fn rows<T, I>(self, rows: I) -> Self
    where
        T: FixedName + Writable,
        I: IntoIterator<Item = T>,
        I::IntoIter: Send + 'static,
    {
        let rows = rows.into_iter();
        let mut fixture = self.table::<T>();
        fixture.steps.push(Box::new(|db| {
            Box::pin(async move { db.put_many(rows).await.map(drop) })
        }));
        fixture
    }

    /// Opens the store, and creates tables and rows in the order of the calls.
    ///
    /// # Errors
    /// Same as [`create_table`](Connection::create_table) and [`put_many`](Connection::put_many).
    pub async fn connect(self) -> Result<Connection, Error> {
        let mut options = Options::default();
        if let Some(clock) = self.clock {
            options = options.clock(clock);
        }
        let store = Embedded::memory_with(options);
        let store = store.map_err(|error| CallContext::call("connect").backend(error))?;
        let db = Connection::with_limits(Arc::new(store), self.limits);
        for step in self.steps {
            step(db.clone()).await?;
        }
        Ok(match self.faults {
            Some(faults) => faults.over(&db),
            None => db,
        })
    }
}

debug_fields!(
    Fixture | fixture | limits = fixture.limits,
    steps = fixture.steps.len()
);
