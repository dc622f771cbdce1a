//! Writes: entries follow rows; writes that would break them are rejected.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hbase_backend::{Backend as _, BoxFuture, Durability, Get, Mutation};
use hbase_index::{Clocks, IndexError, IndexedTable, Intent, Settings, Written};

use crate::setup::{Cx, by_mail, mail_of, soon};

async fn rejected(cx: &Cx, mutation: Mutation) -> String {
    let error = cx
        .table
        .write(Intent::put(mutation), soon())
        .await
        .unwrap_err();
    assert!(matches!(error, IndexError::Rejected { .. }), "{error}");
    error.to_string()
}

#[tokio::test]
async fn old_entries_are_deleted_after_the_wait() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    cx.put("1", "b").await;
    assert_eq!(
        (cx.find_one("a").await.len(), cx.find_one("b").await.len()),
        (0, 1)
    );
    assert_eq!(cx.table.clean_up(soon()).await.unwrap(), 0);
    assert_eq!(cx.table.lag().waiting, 1);
    cx.clocks.advance(Settings::default().query_limit);
    assert_eq!(cx.table.lag().oldest, Settings::default().query_limit);
    assert_eq!(cx.table.clean_up(soon()).await.unwrap(), 1);
    let lag = cx.table.lag();
    assert_eq!((lag.waiting, lag.deleted), (0, 1));
    let report = hbase_index::Verification::Report;
    let found = cx
        .table
        .verify(&by_mail(), report, crate::setup::TIMEOUT)
        .await
        .unwrap();
    assert_eq!((found.live, found.stale, found.missing), (1, 0, 0));
}

#[tokio::test]
async fn inserts_deletions_and_functions_of_the_row() {
    let cx = Cx::new().await;
    let insert = |mail| cx.table.write(Intent::insert(mail_of("1", mail)), soon());
    assert_eq!(insert("a").await.unwrap(), Written::Yes);
    assert_eq!(insert("b").await.unwrap(), Written::Unchanged);
    let doubled = Intent::mutate("1", |row| {
        let mail = row
            .and_then(|row| row.value(b"D", b"MAIL"))
            .unwrap_or_default();
        let mail = String::from_utf8_lossy(mail).repeat(2);
        Ok(Some(mail_of("1", &mail)))
    });
    cx.table.write(doubled, soon()).await.unwrap();
    assert_eq!(cx.find_one("aa").await, ["1"]);
    let delete = || cx.table.write(Intent::delete("1"), soon());
    assert_eq!(delete().await.unwrap(), Written::Yes);
    assert_eq!(delete().await.unwrap(), Written::Unchanged);
    assert_eq!(cx.find_one("aa").await.len(), 0);
    assert_eq!(insert("c").await.unwrap(), Written::Yes);
    assert_eq!(cx.find_one("c").await, ["1"]);
}

/// A deletion reads the indexed columns: a row without them exists nevertheless.
#[tokio::test]
async fn a_row_without_indexed_columns_is_deleted() {
    let cx = Cx::new().await;
    let mut other = Mutation::new("1");
    other.put(b"D", b"OTHER", b"x").unwrap();
    cx.table.write(Intent::put(other), soon()).await.unwrap();
    let delete = || cx.table.write(Intent::delete("1"), soon());
    assert_eq!(delete().await.unwrap(), Written::Yes);
    let mut get = Get::new("1");
    get.read.add_family(b"D");
    let left = cx.store.get(&cx.definition.table, &get, soon()).await;
    assert_eq!(left.unwrap(), None);
    assert_eq!(delete().await.unwrap(), Written::Unchanged);
}

#[tokio::test]
async fn a_column_without_an_index_leaves_the_entries() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let mut other = Mutation::new("1");
    other.put(b"X", b"NOTE", b"x").unwrap();
    cx.table.write(Intent::put(other), soon()).await.unwrap();
    assert_eq!(cx.find_one("a").await, ["1"]);
    let mut without = Mutation::new("1");
    without.delete_column(b"D", b"MAIL", None).unwrap();
    cx.table.write(Intent::put(without), soon()).await.unwrap();
    assert_eq!(cx.find_one("a").await.len(), 0);
}

#[tokio::test]
async fn a_row_is_replaced_by_one_mutation() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let mut replacement = mail_of("1", "b");
    replacement.delete_row(None);
    cx.table
        .write(Intent::put(replacement), soon())
        .await
        .unwrap();
    assert_eq!(cx.find_one("b").await, ["1"]);
    assert_eq!(cx.find_one("a").await.len(), 0);
}

#[tokio::test]
async fn what_would_break_an_index_is_rejected() {
    let cx = Cx::new().await;
    let mut at = Mutation::new("1");
    at.put_at(b"D", b"MAIL", 5, b"a").unwrap();
    assert!(rejected(&cx, at).await.contains("explicit timestamp"));
    let mut deletion = Mutation::new("1");
    deletion.delete_row(Some(5));
    assert!(rejected(&cx, deletion).await.contains("explicit timestamp"));
    let mut unlogged = mail_of("1", "a");
    unlogged.durability = Durability::SkipWal;
    assert!(rejected(&cx, unlogged).await.contains("unlogged"));
    let mut expiring = mail_of("1", "a");
    expiring.ttl_ms = Some(5);
    assert!(rejected(&cx, expiring).await.contains("time to live"));
    let mut version = Mutation::new("1");
    version.delete_version(b"D", b"MAIL", None).unwrap();
    assert!(rejected(&cx, version).await.contains("one version"));
    let mut stamp = Mutation::new("1");
    stamp.put(b"S", b"S", b"x").unwrap();
    assert!(rejected(&cx, stamp).await.contains("family S"));
    let broken = rejected(&cx, mail_of("1", "broken")).await;
    assert_eq!(
        broken,
        "writing a row of USERS: a broken value: write another one"
    );
}

/// Between two reads of the states, more time passes than a write may take.
#[derive(Debug, Default)]
struct Leaping(AtomicU64);

impl Clocks for Leaping {
    fn now_ms(&self) -> i64 {
        1_000_000
    }

    fn moment(&self) -> Duration {
        Settings::default().write_limit
            * 2
            * u32::try_from(self.0.fetch_add(1, Ordering::Relaxed)).unwrap()
    }

    fn sleep_until(&self, _: Duration) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// The index's state may have changed since it was read.
#[tokio::test]
async fn a_write_that_takes_too_long_changes_nothing() {
    let cx = Cx::new().await;
    let (store, definition) = (cx.store.clone(), cx.definition.clone());
    let clocks = Arc::new(Leaping::default());
    let table = IndexedTable::with_clocks(store, definition, Settings::default(), clocks);
    let write = || Intent::put(mail_of("1", "a"));
    let error = table.write(write(), soon()).await.unwrap_err();
    assert!(matches!(error, IndexError::TooSlow { .. }), "{error}");
    let written = table.write_many(vec![write()], soon()).await;
    assert!(
        matches!(written[0], Err(IndexError::TooSlow { .. })),
        "{written:?}"
    );
    assert_eq!(cx.find_one("a").await.len(), 0);
}

/// Indexed columns expire together with their entries, which each write puts once more.
#[tokio::test]
async fn each_write_renews_the_indexed_columns() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    cx.clocks.advance(Duration::from_secs(1));
    let mut other = Mutation::new("1");
    other.put(b"D", b"OTHER", b"x").unwrap();
    cx.table.write(Intent::put(other), soon()).await.unwrap();
    let now = cx.clocks.now_ms();
    let mut get = Get::new("1");
    get.read.add_column(b"D", b"MAIL");
    let found = cx.store.get(&cx.definition.table, &get, soon()).await;
    let found = found.unwrap().unwrap();
    let cell = found.cell(b"D", b"MAIL").unwrap();
    assert_eq!((cell.value, cell.timestamp), (&b"a"[..], now));
}
