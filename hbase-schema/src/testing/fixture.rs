//! Tables with rows, in a store of their own.

use std::fmt;
use std::sync::Arc;

use hbase_model::BoxFuture;
use hbase_schema_embedded::{Clock, Embedded, Options};

use super::faults::Faults;
use crate::db::{About, Connection, Error, Limits};
use crate::table::Table;

/// A step of filling a store.
type Step = Box<dyn FnOnce(Connection) -> BoxFuture<'static, Result<(), Error>> + Send>;

/// A store in memory of its own, with tables and rows: see the [module](super).
#[derive(Default)]
#[must_use = "a fixture is made by `connect`"]
pub struct Fixture {
    clock: Option<Arc<dyn Clock>>,
    limits: Limits,
    faults: Option<Faults>,
    steps: Vec<Step>,
}

impl Fixture {
    /// An empty store on the machine's clock.
    pub fn new() -> Self {
        Self::default()
    }

    /// The store goes by this clock, a [`ManualClock`](super::ManualClock) for example.
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = Some(clock);
        self
    }

    /// The limits of the connection.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The connection meets these faults, once tables and rows are there.
    pub fn faults(mut self, faults: &Faults) -> Self {
        self.faults = Some(faults.clone());
        self
    }

    /// Creates the table of `T`.
    pub fn table<T: Table>(mut self) -> Self {
        self.steps.push(Box::new(|db| {
            Box::pin(async move { db.create_table_if_missing::<T>().await.map(drop) })
        }));
        self
    }

    /// Puts rows, and creates their table where it is missing. Counters are left out, as by
    /// [`put`](Connection::put).
    pub fn rows<T, I>(self, rows: I) -> Self
    where
        T: Table,
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

    /// Makes the store, and fills it in the order in which it was said.
    ///
    /// # Errors
    /// As for [`create_table`](Connection::create_table) and [`put_many`](Connection::put_many).
    pub async fn connect(self) -> Result<Connection, Error> {
        let mut options = Options::default();
        if let Some(clock) = self.clock {
            options = options.clock(clock);
        }
        let store = Embedded::memory_with(options);
        let store = store.map_err(|error| About::call("connect").backend(error))?;
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

impl fmt::Debug for Fixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fixture")
            .field("limits", &self.limits)
            .field("steps", &self.steps.len())
            .finish_non_exhaustive()
    }
}
