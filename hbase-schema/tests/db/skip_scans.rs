//! Skip scans: their filters, their steps, and their combinations.

use std::time::Duration;

use hbase_schema::model::{Deadline, Filter, Mutation};
use hbase_schema::query::{FanOut, KeyRanges, Skip, SkipParts};
use hbase_schema::{Connection, Error, HTable, RowFilter, TimeOfDay, any, connect};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TRADE_TABLE")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

fn at(minute: u16) -> TimeOfDay {
    TimeOfDay::from_minutes(minute).unwrap()
}

fn trade(n: u32) -> Trade {
    Trade {
        at: at(u16::try_from(n % 1440).unwrap()),
        account: format!("AC{:06}", n / 10),
        cents: i64::from(n % 100),
    }
}

async fn trades() -> (Connection, Vec<Trade>) {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Trade>().await.unwrap();
    let trades: Vec<_> = (0..5000).map(trade).collect();
    db.put_many(&trades).await.unwrap();
    (db, trades)
}

/// Rows of salts in every step, more than a filter takes.
#[tokio::test]
async fn a_scan_of_many_steps_finds_every_row_once() {
    let (db, trades) = trades().await;
    let query = || Trade::scan().any_salt().at(at(100)..at(200));
    let expected = trades.iter();
    let expected = expected.filter(|trade| (at(100)..at(200)).contains(&trade.at));
    let mut expected: Vec<_> = expected.cloned().collect();
    let by_key = |trade: &Trade| (trade.account.clone(), trade.at);
    expected.sort_by_key(by_key);
    for caching in [1, 7, 1000] {
        let scan = db.scan(query()).caching(caching);
        let mut found = scan.rows().collect().await.unwrap();
        found.sort_by_key(by_key);
        assert_eq!(found, expected, "{caching} at once");
    }
    let cheap = db.scan(query()).filter(Trade::CENTS.lt(50));
    let right = expected.iter().filter(|trade| trade.cents < 50).count();
    assert_eq!(cheap.count().await.unwrap(), right as u64);
    assert_eq!(
        db.scan(query()).delete().await.unwrap(),
        expected.len() as u64
    );
    assert_eq!(db.scan(query()).first().await.unwrap(), None);
    let left = db.scan(Trade::scan().all()).count().await.unwrap();
    assert_eq!(left, (trades.len() - expected.len()) as u64);
}

/// A row of another layout is skipped, while a full scan fails to decode it.
#[tokio::test]
async fn rows_that_are_too_short_for_a_pattern_are_left_out() {
    let (db, trades) = trades().await;
    let mut short = Mutation::new([0xff, 0xff, 0]);
    short.put(b"D1", b"CENTS", &[0; 8]).unwrap();
    let deadline = Deadline::after(Duration::from_secs(9));
    let table = &Trade::SCHEMA.table.name;
    let backend = db.backend();
    backend.mutate(table, short, deadline).await.unwrap();
    let found = db.scan(Trade::scan().any_salt().at(at(7))).rows();
    let found = found.collect().await.unwrap();
    let right = trades.iter().filter(|trade| trade.at == at(7)).count();
    assert_eq!(found.len(), right);
}

#[tokio::test]
async fn a_pattern_does_not_go_with_another_filter_that_gives_hints() {
    let (db, _) = trades().await;
    let raw = || RowFilter::raw(Filter::QualifierPrefix(b"C".to_vec()));
    let by_pattern = db.scan(Trade::scan().any_salt().at(at(7))).filter(raw());
    let error = by_pattern.count().await.unwrap_err();
    assert!(matches!(error, Error::Request { .. }), "{error}");
    let text = error.to_string();
    assert!(text.contains("HBase fails if both are joined"), "{text}");
    // Ranges and hints can be combined.
    let by_ranges = db
        .scan(Trade::scan().any_salt().at(at(7)..at(8)))
        .filter(raw());
    assert!(by_ranges.count().await.unwrap() > 0);
}

/// A cursor belongs to its range: the stored range of both is the whole table.
#[tokio::test]
async fn a_cursor_of_another_minute_is_rejected() {
    let (db, _) = trades().await;
    for (one, other) in [(100, 101), (101, 100)] {
        let page = |from: u16| db.scan(Trade::scan().any_salt().at(at(from)..at(300)));
        let cursor = page(one).page(2).await.unwrap().next.unwrap().to_string();
        assert!(page(one).page_after(&cursor, 2).await.is_ok());
        assert!(page(other).page_after(&cursor, 2).await.is_err());
    }
}

#[test]
fn costs_are_types() {
    let _: KeyRanges<Trade, Skip<65_536>> = Trade::scan().any_salt().at(at(1)).ranges().unwrap();
    let _: KeyRanges<Trade, SkipParts<Skip<65_536>>> = Trade::scan()
        .any_salt()
        .at(any())
        .account("AC1")
        .ranges()
        .unwrap();
    let _: KeyRanges<crate::support::Call, SkipParts<FanOut<6>>> = crate::support::Call::scan()
        .phone(any())
        .at(hbase_schema::Timestamp::from_millis(0)..)
        .ranges()
        .unwrap();
}

/// One skip scan per value of a salt is merged; with the salt open, one skip scan returns the stored order.
#[tokio::test]
async fn rows_come_in_the_order_that_the_docs_specify() {
    use crate::support::{Event, call, memory};
    use hbase_schema::key::RowKey;
    let db = memory().await;
    let mut calls: Vec<_> = (0..200_u32)
        .map(|n| {
            let phone = format!("1{:010}", u64::from(n % 20) * 7_919_011 % 9_999_999_967);
            call(&phone, u8::try_from(n / 20 + 1).unwrap(), n)
        })
        .collect();
    db.put_many(&calls).await.unwrap();
    calls.sort_by_key(|call| (call.phone.clone(), call.at));
    let from = calls[0].at;
    let rows = db
        .scan(crate::support::Call::scan().phone(any()).at(from..))
        .rows();
    assert_eq!(rows.collect().await.unwrap(), calls);

    let events: Vec<_> = (0..50)
        .map(|n| crate::support::event(i64::from(n), n))
        .collect();
    db.put_many(&events).await.unwrap();
    let rows = db.scan(Event::scan().any_salt().at(events[0].at..)).rows();
    let found = rows.collect().await.unwrap();
    let key = |event: &Event| RowKey::encode(&event.key()).unwrap().to_vec();
    let stored: Vec<Vec<u8>> = found.iter().map(key).collect();
    assert_eq!(stored.len(), 50);
    assert!(stored.is_sorted());
    assert!(!found.is_sorted_by_key(|event| std::cmp::Reverse(event.at)));
}
