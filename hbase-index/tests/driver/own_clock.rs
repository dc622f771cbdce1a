//! A store with a clock of its own: cells have its time, so that they expire by it.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend as _, Get};
use hbase_index::{IndexedTable, Intent, Settings};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName, Ttl};
use hbase_schema_embedded::{Clock as _, Embedded, ManualClock, Options};

use crate::setup::{TIMEOUT, by_mail, definition, mail_of, soon};

/// 2030, and 1990.
const TIMES: [i64; 2] = [1_893_456_000_000, 631_152_000_000];

const TTL: Ttl = Ttl::from_secs(60).unwrap();

struct Own {
    clock: Arc<ManualClock>,
    store: Arc<Embedded>,
    table: IndexedTable,
}

impl Own {
    /// An index of a table whose rows expire, by the machine's clocks.
    async fn at(now_ms: i64) -> Self {
        let clock = Arc::new(ManualClock::at(now_ms));
        let options = Options::default().clock(Arc::clone(&clock) as _);
        let store = Arc::new(Embedded::memory_with(options).unwrap());
        for (name, families) in [("USERS", vec!["D", "X", "S"]), ("INDEXES", vec!["S"])] {
            let mut table = TableDescriptor::new(TableName::parse(name).unwrap());
            let families = families.into_iter().map(|name| {
                let mut family = FamilyDescriptor::new(name);
                family.ttl = (name == "D").then_some(TTL);
                family
            });
            table.families = families.collect::<Vec<_>>().into();
            store.create_table(&table, soon()).await.unwrap();
        }
        // These waits are not shortened.
        let limit = Duration::from_millis(50);
        let settings = Settings::default()
            .write_limit(Duration::from_secs(1))
            .query_limit(limit);
        let table = IndexedTable::new(store.clone(), Arc::new(definition()), settings);
        let live = store.describe_table(&definition().table, soon()).await;
        let created = table.create_all(&live.unwrap(), TIMEOUT, &mut |_| {}).await;
        assert!(!created.unwrap());
        Self {
            clock,
            store,
            table,
        }
    }

    async fn is_found(&self) -> bool {
        let mail = hbase_index::ValueRange::value(b"a\0");
        let rows = self
            .table
            .query(&by_mail(), vec![mail], Vec::new(), |_| true);
        !rows.unwrap().all(soon()).await.unwrap().is_empty()
    }

    async fn time_of(&self, table: &TableName, row: &[u8]) -> i64 {
        let found = self.store.get(table, &Get::new(row), soon()).await.unwrap();
        let times: Vec<i64> = found.unwrap().cells().map(|cell| cell.timestamp).collect();
        assert!(times.iter().all(|time| *time == times[0]), "{times:?}");
        times[0]
    }
}

#[tokio::test]
async fn rows_expire_by_the_clock_of_the_store() {
    for now in TIMES {
        let own = Own::at(now).await;
        assert_eq!(own.store.now_ms(), Some(now));
        let written = own.table.write(Intent::put(mail_of("1", "a")), soon());
        written.await.unwrap();
        let intents = vec![Intent::put(mail_of("2", "a"))];
        own.table
            .write_many(intents, soon())
            .await
            .remove(0)
            .unwrap();
        assert!(own.is_found().await, "{now}");
        let users = TableName::parse("USERS").unwrap();
        assert_eq!(own.time_of(&users, b"1").await, now);
        assert_eq!(own.time_of(&users, b"2").await, now);
        assert_eq!(own.time_of(&by_mail(), b"a\x001").await, now);
        own.clock.advance(61_000);
        assert!(!own.is_found().await, "{now}");
    }
}

/// Its age is by the clock that gave the entry its time.
#[tokio::test]
async fn entries_are_as_old_as_the_store_says() {
    let own = Own::at(TIMES[0]).await;
    let put = |mail| own.table.write(Intent::put(mail_of("1", mail)), soon());
    put("a").await.unwrap();
    own.clock.advance(1);
    put("b").await.unwrap();
    let minute = Duration::from_secs(60);
    let index = by_mail();
    let sweep = || own.table.sweep(&index, minute, TIMEOUT);
    assert_eq!(sweep().await.unwrap().left, 1);
    own.clock.advance(61_000);
    put("b").await.unwrap();
    assert_eq!(sweep().await.unwrap().deleted, 1);
    assert!(own.clock.now_ms() > TIMES[0]);
}
