//! A store under test, and its clock.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_schema::Connection;
use hbase_schema::db::IndexedRows;
use hbase_schema::index::{Clocks, Indexed, Settings};
use hbase_schema::model::BoxFuture;
use hbase_schema::testing::{Clock, ManualClock};

/// A store that contains one table.
pub struct Store {
    /// The connection.
    pub db: Connection,
    /// The store's clock, if the test controls it.
    clock: Option<Arc<ManualClock>>,
    /// The handle of a table with indexes, which remembers old entries.
    rows: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Store {
    /// A store whose clock the test controls, if there is one.
    pub fn new(db: Connection, clock: Option<Arc<ManualClock>>) -> Self {
        Self {
            db,
            clock,
            rows: OnceLock::new(),
        }
    }

    /// The store's clock, if the test controls it.
    pub fn clock(&self) -> Option<&ManualClock> {
        self.clock.as_deref()
    }

    /// The rows of the table with their indexes.
    pub(crate) fn rows<T: Indexed>(&self) -> &IndexedRows<T> {
        let rows = self.rows.get_or_init(|| {
            let clocks: Arc<dyn Clocks> = match &self.clock {
                Some(clock) => Arc::new(OfStore(Arc::clone(clock))),
                None => Arc::new(Jumping::default()),
            };
            Box::new(rows::<T>(&self.db, clocks))
        });
        let rows = rows.downcast_ref();
        rows.expect("the store contains one table")
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("clock", &self.clock)
            .finish_non_exhaustive()
    }
}

/// Creates the table and its indexes. The waits do not advance the store's clock.
pub(crate) async fn create<T: Indexed>(db: &Connection) -> Result<(), hbase_schema::Error> {
    let rows = rows::<T>(db, Arc::new(Jumping::default()));
    rows.create().await
}

fn rows<T: Indexed>(db: &Connection, clocks: Arc<dyn Clocks>) -> IndexedRows<T> {
    // So few rows that most queries need several requests.
    let settings = Settings::default().page(3);
    db.indexed::<T>().with_clocks(settings, clocks)
}

/// The store's clock. A wait advances it.
#[derive(Debug)]
struct OfStore(Arc<ManualClock>);

impl Clocks for OfStore {
    fn now_ms(&self) -> i64 {
        self.0.now_ms()
    }

    fn moment(&self) -> Duration {
        Duration::from_millis(self.now_ms().unsigned_abs())
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        let rest = until.saturating_sub(self.moment());
        self.0.advance(i64::try_from(rest.as_millis()).unwrap_or(0));
        Box::pin(std::future::ready(()))
    }
}

/// The machine's clock. A wait advances the moments, but not the time.
#[derive(Debug, Default)]
struct Jumping {
    ms: AtomicU64,
}

impl Clocks for Jumping {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(0))
    }

    fn moment(&self) -> Duration {
        Duration::from_millis(self.ms.load(Ordering::Relaxed))
    }

    fn sleep_until(&self, until: Duration) -> BoxFuture<'_, ()> {
        let until = u64::try_from(until.as_millis()).unwrap_or(u64::MAX);
        self.ms.fetch_max(until + 1, Ordering::Relaxed);
        Box::pin(std::future::ready(()))
    }
}
