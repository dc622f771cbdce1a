//! Calls on rows and keys, whose date selects the table.

use hbase_schema::{Error, ErrorKind, Timestamp};

use super::{Trade, day, scanned, three_days, trade};
use crate::support::assert_contains;

#[tokio::test]
async fn a_time_within_the_day_is_the_day() {
    let (db, _) = three_days().await;
    let noon = Timestamp::from_millis(day(27).as_millis() + 12 * 3_600_000);
    let late = Trade {
        day: noon,
        ..trade(27, 99)
    };
    db.put(&late).await.unwrap();
    let found = db.get(&late.key()).await.unwrap().unwrap();
    assert_eq!(
        found,
        trade_with(&late, day(27)),
        "what is read has the day's start"
    );
    assert_eq!(scanned(&db, noon).await.last(), Some(&found));
}

fn trade_with(row: &Trade, day: Timestamp) -> Trade {
    Trade { day, ..row.clone() }
}

#[tokio::test]
async fn every_call_on_a_key_uses_its_date() {
    let (db, rows) = three_days().await;
    let (old, new) = (trade(26, 3).key(), trade(30, 3).key());
    assert!(db.exists(&old).await.unwrap());
    assert_eq!(db.get(&new).await.unwrap(), Some(trade(30, 3)));
    let keys: Vec<_> = rows.iter().rev().map(Trade::key).collect();
    let found = db.get_many(&keys).await.unwrap();
    let expected: Vec<_> = rows.iter().rev().cloned().map(Some).collect();
    assert_eq!(found, expected);
    db.mutate(&old).put(Trade::NOTE, "old").await.unwrap();
    assert_eq!(db.increment(&new, Trade::VIEWS, 7).await.unwrap(), 7);
    assert!(
        db.check(&old)
            .eq(Trade::NOTE, "old")
            .mutate(db.mutate(&old).delete(Trade::NOTE))
            .await
            .unwrap()
    );
    assert_eq!(db.history(&new).await.unwrap().len(), 1);
    assert!(db.get_raw(&old).await.unwrap().is_some());
    assert_eq!(db.get(&old).await.unwrap().unwrap().views, 0);
    assert_eq!(db.get(&new).await.unwrap().unwrap().views, 7);
    db.replace(&trade(26, 3)).await.unwrap();
    let exists = db.insert(&trade(26, 3)).await.unwrap_err();
    assert_eq!(exists.kind(), ErrorKind::AlreadyExists);
    db.delete(&old).await.unwrap();
    assert_eq!(db.get(&old).await.unwrap(), None);
    assert!(db.get(&new).await.unwrap().is_some());
    assert_eq!(db.delete_many(&keys).await.unwrap(), 27);
    assert_eq!(scanned(&db, ..).await, []);
}

#[tokio::test]
async fn a_condition_on_one_day_writes_to_no_other() {
    let (db, _) = three_days().await;
    let checked = db.check(&trade(26, 3).key()).eq(Trade::AMOUNT, 26_003);
    let error = checked.put(&trade(27, 3)).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "check, table DLQX:TRADE_20151226, row `\\x00\\x00\\x00\\x03`: found a write to the table DLQX:TRADE_20151227, expected one to the table of the row that is checked: a condition reaches no other table"
    );
}

#[tokio::test]
async fn rows_of_other_days_are_written_where_a_table_is_missing() {
    let (db, _) = three_days().await;
    let rows = [trade(26, 50), trade(28, 50), trade(30, 50)];
    let error = db.put_many(&rows).await.unwrap_err();
    let Error::Batch(batch) = &error else {
        panic!("{error}")
    };
    assert_eq!(batch.written, 2);
    assert!(batch.stopped.is_none());
    assert_eq!(
        batch.failed.iter().map(|row| row.index).collect::<Vec<_>>(),
        [1]
    );
    assert_contains(&error, "DLQX:TRADE_20151228");
    assert!(db.exists(&trade(26, 50).key()).await.unwrap());
    assert!(db.exists(&trade(30, 50).key()).await.unwrap());
}

#[tokio::test]
async fn keys_of_alternating_days_are_read_in_few_calls() {
    let (db, rows) = three_days().await;
    let mut keys: Vec<_> = rows.iter().map(Trade::key).collect();
    keys.sort_by_key(|key| key.account);
    keys.push(trade(26, 77).key());
    let before = db.metrics().calls;
    let found = db.get_many(&keys).await.unwrap();
    assert_eq!(db.metrics().calls - before, 3);
    let expected = keys
        .iter()
        .map(|key| rows.iter().find(|row| row.key() == *key).cloned());
    assert_eq!(found, expected.collect::<Vec<_>>());
}

#[tokio::test]
async fn a_missing_table_does_not_end_the_rows_of_others() {
    let (db, _) = three_days().await;
    let missing = trade(28, 50);
    let rows = std::iter::once(missing).chain((100..4000).map(|account| trade(30, account)));
    let error = db.put_many(rows).await.unwrap_err();
    let Error::Batch(batch) = &error else {
        panic!("{error}")
    };
    assert_eq!((batch.written, batch.failed.len()), (3900, 1));
    assert!(batch.stopped.is_none());
}
