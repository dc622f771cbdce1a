//! Indexes of tables without rows: queries read the rows until the index is readable.

use std::sync::Arc;

use hbase_backend::{Backend as _, Row};
use hbase_index::protocol::Phase;
use hbase_index::{Clocks, IndexError, IndexedTable, Intent, Rows, Settings, ValueRange};

use crate::manual_clocks::ManualClocks;
use crate::setup::{Cx, TIMEOUT, by_mail, key, mail_of, soon};

/// A table without rows, whose indexes wait, and a client with clocks that do not advance by themselves.
struct Waiting {
    cx: Cx,
    clocks: Arc<ManualClocks>,
    table: IndexedTable,
}

impl Waiting {
    async fn new(settings: Settings) -> Self {
        let (cx, clocks) = (Cx::unbuilt().await, Arc::<ManualClocks>::default());
        let table = client(&cx, &clocks, settings);
        let waiting = Self { cx, clocks, table };
        assert!(!waiting.create().await);
        assert_eq!(waiting.phase().await, Phase::WriteOnly);
        assert_eq!(waiting.clocks.waits(), 0);
        waiting
    }

    async fn create(&self) -> bool {
        let (store, name) = (&self.cx.store, &self.cx.definition.table);
        let declared = store.describe_table(name, soon()).await.unwrap();
        self.table.create_at_once(&declared, TIMEOUT).await.unwrap()
    }

    /// By other clocks.
    async fn phase(&self) -> Phase {
        let state = self.cx.table.state(&by_mail(), soon()).await;
        state.unwrap().phase
    }

    async fn put(&self, row: &str, mail: &str) {
        let put = Intent::put(mail_of(row, mail));
        self.table.write(put, soon()).await.unwrap();
    }

    async fn all(&self) -> Vec<String> {
        all(&self.table).await
    }
}

fn client(cx: &Cx, clocks: &Arc<ManualClocks>, settings: Settings) -> IndexedTable {
    let clocks = Arc::clone(clocks) as Arc<dyn Clocks>;
    let definition = Arc::clone(&cx.definition);
    IndexedTable::with_clocks(cx.store.clone(), definition, settings, clocks)
}

fn query(table: &IndexedTable) -> Rows<&IndexedTable> {
    let range = ValueRange::from(*b"a");
    let rows = table.query(&by_mail(), vec![range], Vec::new(), |_| true);
    rows.unwrap()
}

fn keys(rows: &[Row]) -> Vec<String> {
    rows.iter().map(key).collect()
}

async fn all(table: &IndexedTable) -> Vec<String> {
    keys(&query(table).all(soon()).await.unwrap())
}

/// One row is written by a program that knows no index.
#[tokio::test]
async fn queries_read_the_rows_until_the_index_is_readable() {
    let waiting = Waiting::new(Settings::default()).await;
    waiting.put("1", "c").await;
    waiting.put("2", "b").await;
    waiting.cx.put_directly("3", "a").await;
    assert_eq!(waiting.all().await, ["3", "2", "1"]);
    waiting.put("2", "d").await;
    assert_eq!(waiting.all().await, ["3", "1", "2"]);
    waiting.clocks.set(59);
    assert_eq!(waiting.all().await, ["3", "1", "2"]);
    assert_eq!(waiting.phase().await, Phase::WriteOnly);
    waiting.clocks.set(60);
    assert_eq!(waiting.all().await, ["3", "1", "2"]);
    assert_eq!(waiting.phase().await, Phase::Readable);
}

#[tokio::test]
async fn a_write_finishes_the_index() {
    let waiting = Waiting::new(Settings::default()).await;
    waiting.cx.put_directly("1", "a").await;
    waiting.clocks.set(60);
    waiting.put("2", "b").await;
    assert_eq!(waiting.phase().await, Phase::Readable);
    assert_eq!(waiting.all().await, ["1", "2"]);
}

/// Its clock is another one, so it starts a wait of its own.
#[tokio::test]
async fn another_process_finishes_the_index() {
    let waiting = Waiting::new(Settings::default()).await;
    waiting.put("1", "a").await;
    let clocks = Arc::<ManualClocks>::default();
    clocks.set(1000);
    let other = client(&waiting.cx, &clocks, Settings::default());
    assert_eq!(all(&other).await, ["1"]);
    clocks.set(1059);
    assert_eq!(all(&other).await, ["1"]);
    assert_eq!(waiting.phase().await, Phase::WriteOnly);
    clocks.set(1060);
    assert_eq!(all(&other).await, ["1"]);
    assert_eq!(waiting.phase().await, Phase::Readable);
}

/// A row that moves to a value which the query has passed is read with the others, at its start.
#[tokio::test]
async fn pages_are_computed_from_one_scan() {
    let waiting = Waiting::new(Settings::default().page(2)).await;
    for (row, mail) in [("1", "e"), ("2", "d"), ("3", "c"), ("4", "b"), ("5", "a,e")] {
        waiting.put(row, mail).await;
    }
    let mut rows = query(&waiting.table);
    let first = rows.next_batch(soon()).await.unwrap().unwrap();
    assert_eq!(keys(&first), ["5", "4"]);
    let position = rows.position().unwrap().to_vec();
    waiting.put("1", "a").await;
    let mut rest = Vec::new();
    while let Some(batch) = rows.next_batch(soon()).await.unwrap() {
        rest.extend(keys(&batch));
    }
    assert_eq!(rest, ["3", "2", "1"]);
    // A further query after that position reads the rows again.
    let after = query(&waiting.table).after(position).all(soon()).await;
    assert_eq!(keys(&after.unwrap()), ["3", "2", "5"]);
}

#[tokio::test]
async fn a_table_with_too_many_rows_is_not_read() {
    let waiting = Waiting::new(Settings::default().max_rows_before_index(2)).await;
    waiting.put("1", "a").await;
    waiting.put("2", "b").await;
    assert_eq!(waiting.all().await, ["1", "2"]);
    waiting.put("3", "c").await;
    let error = query(&waiting.table).all(soon()).await.unwrap_err();
    assert!(
        matches!(error, IndexError::TooManyRowsBeforeIndex { most: 2, .. }),
        "{error}"
    );
    assert!(
        error.to_string().contains("reads at most 2 rows"),
        "{error}"
    );
    waiting.clocks.set(60);
    assert_eq!(waiting.all().await, ["1", "2", "3"]);
}

#[tokio::test]
async fn a_dropped_index_stays_dropped() {
    let waiting = Waiting::new(Settings::default()).await;
    let dropped = waiting.cx.table.drop_index(&by_mail(), TIMEOUT).await;
    dropped.unwrap();
    waiting.clocks.set(60);
    waiting.put("1", "a").await;
    let error = query(&waiting.table).all(soon()).await.unwrap_err();
    assert!(matches!(error, IndexError::NotReadable { .. }), "{error}");
    assert_eq!(waiting.phase().await, Phase::Dropped);
}

/// The index does not become readable before such a row is rewritten.
#[tokio::test]
async fn an_undecodable_row_is_an_error() {
    let waiting = Waiting::new(Settings::default()).await;
    waiting.cx.put_directly("1", "broken").await;
    for seconds in [0, 60] {
        waiting.clocks.set(seconds);
        let error = query(&waiting.table).all(soon()).await.unwrap_err();
        assert!(matches!(error, IndexError::Undecodable { .. }), "{error}");
    }
    waiting.put("1", "a").await;
    assert_eq!(waiting.all().await, ["1"]);
    assert_eq!(waiting.phase().await, Phase::Readable);
}

/// A further call waits, as there are rows now, and makes the index readable.
#[tokio::test]
async fn an_index_of_rows_is_not_put_off() {
    let waiting = Waiting::new(Settings::default()).await;
    waiting.put("1", "a").await;
    tokio::select! {
        is_new = waiting.create() => assert!(!is_new),
        never = waiting.clocks.advance() => match never {},
    }
    assert_eq!(waiting.clocks.waits(), 2);
    assert_eq!(waiting.phase().await, Phase::Readable);
    assert_eq!(waiting.all().await, ["1"]);
}
