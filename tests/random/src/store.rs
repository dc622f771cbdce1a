//! A store under test, and its clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_schema::Connection;
use hbase_schema::index::{Clocks, Indexed, Settings};
use hbase_schema::model::BoxFuture;
use hbase_schema::testing::{Clock, ManualClock};

/// A store that contains one table.
pub struct Store {
    /// The connection, which also remembers old entries of indexes.
    pub db: Connection,
    /// The store's clock, if the test controls it.
    clock: Option<Arc<ManualClock>>,
}

impl Store {
    /// A store whose clock the test controls, if there is one.
    pub fn new(db: &Connection, clock: Option<Arc<ManualClock>>) -> Self {
        let clocks: Arc<dyn Clocks> = match &clock {
            Some(clock) => Arc::new(OfStore(Arc::clone(clock))),
            None => Arc::new(Jumping::default()),
        };
        Self {
            db: with_clocks(db, clocks),
            clock,
        }
    }

    /// The store's clock, if the test controls it.
    pub fn clock(&self) -> Option<&ManualClock> {
        self.clock.as_deref()
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
    let db = with_clocks(db, Arc::new(Jumping::default()));
    db.create_table_if_missing::<T>().await.map(drop)
}

fn with_clocks(db: &Connection, clocks: Arc<dyn Clocks>) -> Connection {
    // So few rows that most queries need several requests.
    let settings = Settings::default().page(3);
    db.index_settings(settings).index_clocks(clocks)
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
