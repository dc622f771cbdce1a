//! Versions that are periods: `#[timestamp(day)]`.

mod absence;
mod counters;
mod hidden;
mod types;

use hbase_schema::model::{CellBlock, CellKind, CellRef, Row};
use hbase_schema::table::decode_row;
use hbase_schema::time::PeriodUnit;
use hbase_schema::{CellValue, Columns, Connection, ErrorKind, FixedName, HTable, Timestamp};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
pub(crate) struct Remark {
    #[serde(skip_serializing_if = "Option::is_none")]
    f: Option<u32>,
}

/// Columns that several records have.
#[derive(Columns, Debug, Clone, PartialEq, Default)]
struct Client {
    agent: String,
    #[column(store_none)]
    address: Option<String>,
}

/// One record a day.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DAILY_RECORDS")]
#[family("INFO", versions = 400)]
struct Daily {
    #[rowkey]
    user: String,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    a: u32,
    #[column(store_none)]
    b: Option<String>,
    #[column(store_none)]
    c: Option<i32>,
    #[column(store_none, text)]
    d: Option<u64>,
    #[column(json)]
    remark: Option<Remark>,
    #[column(counter)]
    reads: i64,
    #[column(flatten)]
    client: Client,
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn daily(time: &str, a: u32) -> Daily {
    Daily {
        user: "u".into(),
        day: at(time),
        a,
        b: None,
        c: None,
        d: None,
        remark: None,
        reads: 0,
        client: Client::default(),
    }
}

fn key() -> DailyKey {
    DailyKey { user: "u".into() }
}

async fn memory<T: FixedName>() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<T>().await.unwrap();
    db
}

/// The records of these times.
async fn with(times: &[&str]) -> Connection {
    let db = memory::<Daily>().await;
    for (a, time) in (0..).zip(times) {
        db.put(&daily(time, a)).await.unwrap();
    }
    db
}

#[tokio::test]
async fn a_second_record_of_the_day_replaces_the_first_whatever_the_hour() {
    let db = memory::<Daily>().await;
    let first = Daily {
        b: Some("first".into()),
        c: Some(-1),
        d: Some(1),
        remark: Some(Remark { f: Some(1) }),
        client: Client {
            agent: "one".into(),
            address: Some("::1".into()),
        },
        ..daily("2015-12-26T18:00:00Z", 1)
    };
    db.put(&first).await.unwrap();
    let day = at("2015-12-26");
    assert_eq!(db.history(&key()).await.unwrap(), [Daily { day, ..first }]);
    // Earlier in the day, and without any of the optional values.
    for time in [
        "2015-12-26T03:00:00Z",
        "2015-12-26",
        "2015-12-26T23:59:59.999Z",
    ] {
        let second = daily(time, 2);
        db.put(&second).await.unwrap();
        let read = Daily { day, ..second };
        assert_eq!(db.get(&key()).await.unwrap(), Some(read.clone()));
        assert_eq!(db.history(&key()).await.unwrap(), [read]);
    }
}

#[tokio::test]
async fn the_cells_have_exactly_these_bytes() {
    let db = with(&["2015-12-26T18:00:00Z"]).await;
    let row = db.get_raw(&key()).versions(10).await.unwrap().unwrap();
    let cells = row.cells().map(|cell| {
        let name = str::from_utf8(cell.qualifier).unwrap().to_owned();
        (name, cell.timestamp, cell.value.to_vec())
    });
    let cells: Vec<_> = cells.collect();
    let midnight = 1_451_088_000_000;
    let expected = [
        ("A", &b"\0\0\0\0"[..]),
        ("ADDRESS", b""),
        ("AGENT", b""),
        ("B", b""),
        ("C", b""),
        ("D", b""),
        ("REMARK", b"null"),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), midnight, value.to_vec()));
    assert_eq!(cells, expected);
}

#[tokio::test]
async fn an_empty_text_is_no_value_where_none_is_an_empty_cell() {
    let db = memory::<Daily>().await;
    let row = Daily {
        b: Some(String::new()),
        ..daily("2015-12-26", 1)
    };
    let error = db.put(&row).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "put, table DLQX:DAILY_RECORDS: Daily, row `u`: field `b` for the column INFO:B: found an empty value, expected at least one byte: with `store_none` an empty cell is `None`; use `None`, or leave out `store_none`"
    );
}

#[tokio::test]
async fn a_time_outside_of_the_calendar_is_an_error() {
    let db = memory::<Daily>().await;
    for millis in [-1, i64::MIN, i64::MAX, 253_402_300_800_000] {
        let day = Timestamp::from_millis(millis);
        let error = db
            .put(&Daily {
                day,
                ..daily("2015-12-26", 1)
            })
            .await;
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Encode, "{error}");
        let start = "put, table DLQX:DAILY_RECORDS: Daily, row `u`: field `day`, the cells' timestamp: found ";
        assert!(error.to_string().starts_with(start), "{error}");
    }
}

/// A row whose cells another program wrote at this time.
fn written_at(timestamp: i64) -> Row {
    let mut cells = CellBlock::new();
    for (qualifier, value) in [(&b"A"[..], &[0, 0, 0, 9][..]), (b"AGENT", b"x")] {
        let cell = CellRef {
            row: b"u",
            family: b"INFO",
            qualifier,
            timestamp,
            kind: CellKind::Put,
            value,
        };
        cells.push(cell).unwrap();
    }
    Row::new(cells.take()).unwrap()
}

#[test]
fn a_version_that_another_program_wrote_is_its_day_or_an_error() {
    let row = written_at(at("2015-12-26T12:24:00Z").as_millis());
    let read = decode_row::<Daily>(&row).unwrap();
    assert_eq!((read.a, read.day), (9, at("2015-12-26")));
    let row = written_at(i64::MAX - 1);
    let error = decode_row::<Daily>(&row).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Daily, row `u`: field `day`, the cells' timestamp: found 9223372036854775806 ms since 1970, expected a time before the year 10000"
    );
}

/// The numbers of the records in a range.
macro_rules! within {
    ($db:expr, $range:expr) => {{
        let found = $db.history(&key()).time_range($range).await.unwrap();
        let numbers = found.iter().map(|record| record.a).collect::<Vec<_>>();
        let scanned = $db.scan(Daily::scan().all()).time_range($range).versions(9);
        let scanned = scanned.rows().collect().await.unwrap();
        assert_eq!(scanned.concat(), found);
        let newest = $db.get(&key()).time_range($range).await.unwrap();
        assert_eq!(newest.as_ref(), found.first());
        let mut paged = Vec::new();
        let mut page = $db
            .history(&key())
            .time_range($range)
            .page(1)
            .await
            .unwrap();
        loop {
            paged.append(&mut page.items);
            let Some(next) = page.next else { break };
            let history = $db.history(&key()).time_range($range);
            page = history.page_after(&next, 1).await.unwrap();
        }
        assert_eq!(paged, found);
        numbers
    }};
}

#[tokio::test]
async fn a_range_contains_the_days_of_which_a_part_lies_in_it() {
    use std::ops::Bound::{Excluded, Included, Unbounded};
    let db = with(&["2015-12-25", "2015-12-26T09:00:00Z", "2015-12-27T09:00:00Z"]).await;
    let none = [0_u32; 0];
    let (noon, later) = (at("2015-12-26T12:00:00Z"), at("2015-12-26T12:00:01Z"));
    // The record's own hour does not matter.
    assert_eq!(within!(db, noon..later), [1]);
    assert_eq!(within!(db, noon..=noon), [1]);
    assert_eq!(within!(db, noon..), [2, 1]);
    assert_eq!(within!(db, ..noon), [1, 0]);
    assert_eq!(within!(db, ..=noon), [1, 0]);
    assert_eq!(within!(db, noon..at("2015-12-27")), [1]);
    assert_eq!(within!(db, noon..=at("2015-12-27")), [2, 1]);
    assert_eq!(within!(db, at("2015-12-26")..at("2015-12-27")), [1]);
    assert_eq!(within!(db, ..at("2015-12-25")), none);
    assert_eq!(within!(db, at("2015-12-28")..), none);
    assert_eq!(
        within!(db, at("2015-12-24T23:59:59.999Z")..at("2015-12-25")),
        none
    );
    // The record's content bounds it exactly.
    assert_eq!(within!(db, (Excluded(at("2015-12-26")), Unbounded)), [2]);
    assert_eq!(within!(db, (Excluded(noon), Unbounded)), [2]);
    // A range without any time has no day.
    assert_eq!(within!(db, (Included(noon), Excluded(noon))), none);
    let reversed = db.history(&key()).time_range(later..noon).await;
    assert_eq!(reversed.unwrap_err().kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn pages_of_a_year_are_its_days_newest_first() {
    let db = memory::<Daily>().await;
    let start = at("2015-07-01T21:00:00Z");
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    let year = (0..400_u32).map(|n| Daily {
        day: start + day * n,
        ..daily("2015-07-01", n)
    });
    db.put_many(year).await.unwrap();
    let mut numbers = Vec::new();
    let mut page = db.history(&key()).page(75).await.unwrap();
    loop {
        numbers.extend(page.items.iter().map(|record| record.a));
        let Some(next) = page.next else { break };
        page = db.history(&key()).page_after(&next, 75).await.unwrap();
    }
    assert_eq!(numbers, (0..400).rev().collect::<Vec<_>>());
    let newest = db.history(&key()).limit(1).await.unwrap();
    assert_eq!(newest[0].day, at("2016-08-03"));
}

#[tokio::test]
async fn single_columns_and_versions_are_changed_by_any_time_of_the_day() {
    let db = with(&["2015-12-25", "2015-12-26", "2015-12-27"]).await;
    let noon = at("2015-12-26T12:00:00Z");
    let change = db
        .mutate(&key())
        .put(Daily::B, "later")
        .put(Daily::C, None::<i32>);
    let change = change.put(Daily::REMARK, None::<Remark>).version(noon);
    change.await.unwrap();
    let read = db.history(&key()).time_range(noon..=noon).await.unwrap();
    let changed = Daily {
        b: Some("later".into()),
        ..daily("2015-12-26", 1)
    };
    assert_eq!(read, [changed]);
    let error = db.mutate(&key()).put(Daily::B, "astray").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    let expected = "a put without a version, where each version is a period: the server's time would make another version; give the record's time by `version`";
    assert!(error.to_string().ends_with(expected), "{error}");
    db.mutate(&key())
        .set_counter(Daily::READS, 3)
        .await
        .unwrap();
    db.delete(&key()).version(noon).await.unwrap();
    let numbers = |found: Vec<Daily>| found.iter().map(|record| record.a).collect::<Vec<_>>();
    assert_eq!(numbers(db.history(&key()).await.unwrap()), [2, 0]);
    db.delete(&key())
        .up_to(at("2015-12-25T12:00:00Z"))
        .await
        .unwrap();
    assert_eq!(numbers(db.history(&key()).await.unwrap()), [2]);
}

/// A text of each day.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DIARY_PAGES")]
#[family("D1", versions = 9)]
struct Diary {
    #[rowkey]
    user: String,
    #[timestamp(day, keep = "8d")]
    day: Timestamp,
    text: String,
}

#[tokio::test]
async fn changes_at_the_servers_time_leave_the_row_as_it_is() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Diary>().await.unwrap();
    let page = Diary {
        user: "u".into(),
        day: at("2015-12-26"),
        text: "rain".into(),
    };
    db.put(&page).await.unwrap();
    let key = page.key();
    let error = db.append(&key, Diary::TEXT, "!").await.unwrap_err();
    let expected = "found a change at the server's time, where each version is a day: it would make another version; put the record's new value by `mutate` with its `version`";
    assert!(error.to_string().ends_with(expected), "{error}");
    let check = db.check(&key).eq(Diary::TEXT, "rain");
    let error = check.delete().await.unwrap_err();
    let expected = "rows of this table have their own timestamps, and a delete at the server's time may delete too few versions or too many: use `mutate` with the columns and a `version`";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert_eq!(db.history(&key).await.unwrap(), [page]);
}
