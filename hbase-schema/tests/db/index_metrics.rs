//! The counts and reports of deletions of old entries.

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::index::Settings;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, HTable, Metrics};

use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:LETTER_ROWS")]
#[family("D1")]
pub(crate) struct Letter {
    #[rowkey]
    pub(crate) id: u32,
    #[index("DLQX:LETTER_BY_SENDER")]
    pub(crate) sender: String,
}

pub(crate) fn letter(id: u32, sender: &str) -> Letter {
    Letter {
        id,
        sender: sender.to_owned(),
    }
}

pub(crate) async fn letters(db: &Connection, settings: Settings) -> Connection {
    let clocks = Arc::new(TestClocks::starting_at(1_000_000));
    let letters = db.index_settings(settings).index_clocks(clocks);
    letters.create_table_if_missing::<Letter>().await.unwrap();
    letters
}

/// The counts of deletions: waiting, done, failed and left.
fn deletions(metrics: &Metrics) -> [u64; 4] {
    [
        metrics.index_deletions_waiting,
        metrics.index_deletions,
        metrics.index_deletions_failed,
        metrics.index_deletions_left,
    ]
}

#[tokio::test]
async fn deletions_of_all_tables_are_counted() {
    let faults = Faults::new();
    let db = faults.over(&hbase_schema::connect("memory:").await.unwrap());
    // A deletion does not wait first.
    let settings = Settings::default()
        .query_limit(Duration::ZERO)
        .max_waiting(2);
    let letters = letters(&db, settings.clone()).await;
    assert_eq!(deletions(&db.metrics()), [0, 0, 0, 0]);
    for sender in ["a", "b", "c", "d"] {
        letters.put(&letter(1, sender)).await.unwrap();
    }
    assert_eq!(deletions(&db.metrics()), [2, 0, 0, 1]);

    faults.on(CallKind::MutateMany).lose_connection();
    let indexes = letters.indexes::<Letter>();
    indexes.clean_up().await.unwrap_err();
    assert_eq!(deletions(&db.metrics()), [2, 0, 2, 1]);
    let lag = indexes.lag();
    assert_eq!((lag.waiting, lag.failed, lag.left), (2, 2, 1));
    assert_eq!(indexes.clean_up().await.unwrap(), 2);
    assert_eq!(deletions(&db.metrics()), [0, 2, 2, 1]);

    letters.put(&letter(1, "e")).await.unwrap();
    assert_eq!(deletions(&db.clone().metrics()), [1, 2, 2, 1]);
    drop((letters, indexes));
    assert_eq!(deletions(&db.metrics()), [0, 2, 2, 2]);
}

/// Deletions that a dropped future had taken wait again.
#[tokio::test]
async fn a_cleanup_that_is_dropped_loses_nothing() {
    let faults = Faults::new();
    let db = faults.over(&hbase_schema::connect("memory:").await.unwrap());
    let settings = Settings::default().query_limit(Duration::ZERO);
    let letters = letters(&db, settings).await;
    for sender in ["a", "b", "c"] {
        letters.put(&letter(1, sender)).await.unwrap();
    }
    faults.on(CallKind::MutateMany).hang();
    let indexes = letters.indexes::<Letter>();
    let dropped = tokio::time::timeout(Duration::from_millis(20), indexes.clean_up());
    dropped.await.unwrap_err();
    assert_eq!(deletions(&db.metrics()), [2, 0, 0, 0]);
    assert_eq!(indexes.clean_up().await.unwrap(), 2);
}
