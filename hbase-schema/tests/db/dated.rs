//! Tables whose name contains a date: one for each period.

mod admin;
mod columns;
mod dropped;
mod generic;
mod recompute;
mod recompute_overlap;
mod units;
mod writes;

use hbase_schema::db::Dates;
use hbase_schema::model::TableName;
use hbase_schema::time::{Period, PeriodUnit};
use hbase_schema::{Connection, DatedTable, Error, ErrorKind, HTable, Timestamp, connect};

use crate::support::{assert_contains, forged};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1", versions = 5)]
struct Trade {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    amount: i64,
    note: Option<String>,
    #[column(counter)]
    views: i64,
}

fn day(day: u8) -> Timestamp {
    Timestamp::from_utc(2015, 12, day, 0, 0, 0).unwrap()
}

fn trade(of: u8, account: u32) -> Trade {
    Trade {
        day: day(of),
        account,
        amount: i64::from(of) * 1000 + i64::from(account),
        note: None,
        views: 0,
    }
}

/// The tables of the 26th, the 27th and the 30th, with nine rows each.
async fn three_days() -> (Connection, Vec<Trade>) {
    let db = connect("memory:").await.unwrap();
    let trades = db.dated::<Trade>();
    trades.create(day(26)..=day(27)).await.unwrap();
    trades.create(day(30)).await.unwrap();
    let rows = [26, 27, 30].into_iter();
    let rows: Vec<Trade> = rows
        .flat_map(|of| (0..9).map(move |n| trade(of, n)))
        .collect();
    // In the order of accounts, so that every batch has rows of each day.
    let mut mixed = rows.clone();
    mixed.sort_by_key(|row| row.account);
    assert_eq!(db.put_many(&mixed).await.unwrap(), 27);
    (db, rows)
}

async fn scanned(db: &Connection, dates: impl Dates<Timestamp>) -> Vec<Trade> {
    let rows = db.dated::<Trade>().scan(dates, Trade::scan().all()).rows();
    rows.collect().await.unwrap()
}

#[tokio::test]
async fn a_row_is_in_the_table_of_its_day() {
    let (db, rows) = three_days().await;
    let names = db.tables().await.unwrap();
    let names: Vec<_> = names.iter().map(TableName::to_string).collect();
    assert_eq!(
        names,
        [
            "DLQX:TRADE_20151226",
            "DLQX:TRADE_20151227",
            "DLQX:TRADE_20151230"
        ]
    );
    for of in [26, 27, 30] {
        let found = scanned(&db, day(of)).await;
        let expected: Vec<_> = rows
            .iter()
            .filter(|row| row.day == day(of))
            .cloned()
            .collect();
        assert_eq!(found, expected);
    }
}

#[tokio::test]
async fn a_range_of_days_is_read_in_the_order_of_time_without_the_missing_ones() {
    let (db, rows) = three_days().await;
    assert_eq!(scanned(&db, ..).await, rows);
    assert_eq!(scanned(&db, day(1)..day(31)).await, rows);
    assert_eq!(scanned(&db, day(27)..=day(30)).await, rows[9..]);
    assert_eq!(scanned(&db, ..day(30)).await, rows[..18]);
    assert_eq!(scanned(&db, day(28)..day(30)).await, []);
    let one = db.dated::<Trade>().scan(.., Trade::scan().account(4));
    let accounts: Vec<_> = one.rows().collect().await.unwrap();
    assert_eq!(accounts, [trade(26, 4), trade(27, 4), trade(30, 4)]);
}

#[tokio::test]
async fn limit_offset_and_direction_go_over_all_tables() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    let scan = || trades.scan(.., Trade::scan().all());
    let some = scan().offset(7).limit(5).rows().collect().await.unwrap();
    assert_eq!(some, rows[7..12]);
    let reversed = scan().reversed().rows().collect().await.unwrap();
    assert!(reversed.iter().eq(rows.iter().rev()));
    assert_eq!(scan().count().await.unwrap(), 27);
    let keys = scan().keys().collect().await.unwrap();
    assert!(
        keys.iter()
            .eq(rows.iter().map(Trade::key).collect::<Vec<_>>().iter())
    );
    let mut unordered = scan().unordered().rows().collect().await.unwrap();
    unordered.sort_by_key(|row| (row.day, row.account));
    assert_eq!(unordered, rows);
    assert_eq!(
        scan()
            .filter(Trade::AMOUNT.lt(27_001))
            .delete()
            .await
            .unwrap(),
        10
    );
    assert_eq!(scanned(&db, ..).await, rows[10..]);
}

#[tokio::test]
async fn pages_together_are_the_whole_in_either_direction() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    for reversed in [false, true] {
        for size in [1, 4, 9, 10, 27, 100] {
            let scan = || {
                let scan = trades.scan(day(1).., Trade::scan().all());
                if reversed { scan.reversed() } else { scan }
            };
            let mut page = scan().page(size).await.unwrap();
            let mut found = page.items;
            while let Some(cursor) = page.next {
                page = scan().page_after(cursor, size).await.unwrap();
                assert!(!page.items.is_empty());
                found.extend(page.items);
            }
            if reversed {
                found.reverse();
            }
            assert_eq!(found, rows, "pages of {size}, reversed: {reversed}");
        }
    }
}

#[tokio::test]
async fn a_cursor_belongs_to_its_dates() {
    let (db, _) = three_days().await;
    let trades = db.dated::<Trade>();
    let page = trades
        .scan(day(26).., Trade::scan().all())
        .page(4)
        .await
        .unwrap();
    let cursor = page.next.unwrap();
    let other = trades.scan(day(27).., Trade::scan().all());
    let error = other.page_after(&cursor, 4).await.unwrap_err();
    assert_contains(&error, "belongs to another query");
    let one = trades.scan(day(26), Trade::scan().all());
    let page = one.page(4).await.unwrap();
    let one = trades.scan(day(26), Trade::scan().all());
    let rest = one.page_after(page.next.unwrap(), 9).await.unwrap();
    assert_eq!((rest.items.len(), rest.next), (5, None));
}

#[tokio::test]
async fn the_table_of_one_date_must_exist() {
    let (db, _) = three_days().await;
    let rows = db
        .dated::<Trade>()
        .scan(day(28), Trade::scan().all())
        .rows();
    let error = rows.collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert_contains(&error, "DLQX:TRADE_20151228");
    let error = db.put(&trade(28, 1)).await.unwrap_err();
    assert_contains(&error, "DLQX:TRADE_20151228");
}

#[tokio::test]
async fn tables_are_created_ahead_listed_and_dropped() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    let days =
        |periods: Vec<Period>| -> Vec<String> { periods.iter().map(Period::to_string).collect() };
    let created = trades.create(day(29)..=day(31)).await.unwrap();
    assert_eq!(days(created), ["2015-12-29", "2015-12-31"]);
    assert_eq!(trades.list().await.unwrap().len(), 5);
    let dropped = trades.drop_tables(..day(28)).await.unwrap();
    assert_eq!(days(dropped), ["2015-12-26", "2015-12-27"]);
    assert_eq!(scanned(&db, ..).await, rows[18..]);
    assert_eq!(trades.drop_tables(day(1)).await.unwrap(), []);
}

#[tokio::test]
async fn ranges_that_no_call_can_have_are_errors() {
    let db = connect("memory:").await.unwrap();
    let trades = db.dated::<Trade>();
    let text = |error: Error| error.to_string();
    assert_eq!(
        trades.create(day(1)..).await.map_err(text).unwrap_err(),
        "create, table DLQX:TRADE_{yyyyMMdd}: found a range without a start or without an end, expected both: there is a table for each period"
    );
    let far = Timestamp::from_utc(2500, 1, 1, 0, 0, 0).unwrap();
    assert_eq!(
        trades.create(day(1)..far).await.map_err(text).unwrap_err(),
        "create, table DLQX:TRADE_{yyyyMMdd}: found more than 10000 periods of a day, expected fewer: give a shorter range"
    );
    assert_eq!(db.tables().await.unwrap(), []);
    let before = Trade {
        day: Timestamp::from_millis(-1),
        ..trade(1, 1)
    };
    let error = db.put(&before).await.map_err(text).unwrap_err();
    assert!(
        error.starts_with("put, table DLQX:TRADE_{yyyyMMdd}: Trade: key part `day` = "),
        "{error}"
    );
    let scan = trades.scan(before.day, Trade::scan().all()).rows();
    let error = scan.collect().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

/// A key as bytes has no date: the key's bytes are those of the part alone.
#[tokio::test]
async fn the_keys_bytes_do_not_contain_the_date() {
    use hbase_schema::RowKey;
    use hbase_schema::key::decode_dated;
    let key = trade(26, 7).key();
    let bytes = key.encode().unwrap();
    assert_eq!(bytes.as_ref(), 7_u32.to_be_bytes());
    let period = Period::of(PeriodUnit::Day, day(26).as_millis()).unwrap();
    assert_eq!(
        decode_dated::<TradeKey>(bytes.as_ref(), Some(period)).unwrap(),
        key
    );
    let error = TradeKey::decode(bytes.as_ref()).unwrap_err();
    assert_contains(&error, "`day`, which the table's name has");
    assert_eq!(TradeKey::from((day(26), 7)), key);
    assert_eq!(Trade::UNIT, PeriodUnit::Day);
}

#[tokio::test]
async fn an_empty_range_reaches_no_table() {
    let (db, rows) = three_days().await;
    let trades = db.dated::<Trade>();
    let hour = |hour: i64| Timestamp::from_millis(day(27).as_millis() + hour * 3_600_000);
    for range in [hour(5)..hour(5), hour(9)..hour(4)] {
        assert_eq!(trades.drop_tables(range.clone()).await.unwrap(), []);
        let scan = trades.scan(range, Trade::scan().all());
        assert_eq!(scan.delete().await.unwrap(), 0);
    }
    assert_eq!(scanned(&db, ..).await, rows);
    // From a range, no table with newer rows is dropped.
    let dropped = trades.drop_tables(..hour(5)).await.unwrap();
    assert_eq!(dropped.len(), 1, "{dropped:?}");
    assert_eq!(scanned(&db, ..).await, rows[9..]);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_direction_in_time() {
    let (db, _) = three_days().await;
    let trades = db.dated::<Trade>();
    let page = trades
        .scan(.., Trade::scan().all())
        .reversed()
        .page(4)
        .await
        .unwrap();
    let other = trades.scan(.., Trade::scan().all());
    let error = other.page_after(page.next.unwrap(), 4).await.unwrap_err();
    assert_contains(&error, "belongs to another query");
}

#[tokio::test]
async fn raw_rows_are_decoded_with_their_period() {
    use hbase_schema::table::decode_dated_row;
    let (db, rows) = three_days().await;
    let mut raw = db.dated::<Trade>().scan(.., Trade::scan().all()).raw_rows();
    let mut found = Vec::new();
    while let Some(row) = raw.next().await {
        let period = raw.period().unwrap();
        found.push(decode_dated_row::<Trade>(&row.unwrap(), period).unwrap());
    }
    assert_eq!(found, rows);
}

#[tokio::test]
async fn a_cursor_of_a_day_outside_the_range_is_rejected() {
    let (db, _) = three_days().await;
    let trades = db.dated::<Trade>();
    let scan = || trades.scan(day(26)..day(30), Trade::scan().all());
    let cursor = scan().page(4).await.unwrap().next.unwrap();
    let outside = day(30).as_millis().to_be_bytes();
    let forged = forged(cursor.as_ref(), |at| [&outside, &at[8..]].concat());
    let error = scan().page_after(&forged, 4).await.unwrap_err();
    let expected = "the cursor holds no row of these periods: start with the first page";
    assert!(error.to_string().ends_with(expected), "{error}");
}
