//! The dynamic columns of many rows.

use hbase_schema::{Dynamic, ErrorKind, HTable, RowKey, any};

use super::{MailBox, connected, filled, key};
use crate::support::forged;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SENSOR_DATA")]
#[rowkey(salt = buckets(4))]
#[family("V")]
struct Sensor {
    #[rowkey(salt)]
    id: u32,
    #[column(dynamic)]
    values: Dynamic<u16, u32>,
}

/// Rows of 0 to 300 columns.
async fn sensors() -> hbase_schema::Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Sensor>().await.unwrap();
    for id in 0..40_u32 {
        let columns = (0..u16::try_from(id * 37 % 301).unwrap()).map(|n| (n, id + u32::from(n)));
        db.dynamic(&SensorKey { id }, Sensor::VALUES)
            .put_many(columns)
            .await
            .unwrap();
    }
    db
}

/// The expected columns of a scan of all columns, in the order of the rows' bytes.
fn expected(keep: impl Fn(u16) -> bool) -> Vec<(SensorKey, u16, u32)> {
    let mut keys: Vec<SensorKey> = (0..40).map(|id| SensorKey { id }).collect();
    keys.sort_by_key(|key| key.encode().unwrap());
    let rows = keys.into_iter().flat_map(|key| {
        let id = key.id;
        (0..u16::try_from(id * 37 % 301).unwrap()).map(move |n| (key.clone(), n, id + u32::from(n)))
    });
    rows.filter(|(_, n, _)| keep(*n)).collect()
}

#[tokio::test]
async fn a_stream_has_every_column_of_every_row() {
    let db = sensors().await;
    let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES);
    let all: Vec<_> = scan().stream().collect().await.unwrap();
    assert_eq!(all, expected(|_| true));
    let some: Vec<_> = scan().range(90..=100).stream().collect().await.unwrap();
    assert_eq!(some, expected(|n| (90..=100).contains(&n)));
    let first: Vec<_> = scan().limit(500).stream().collect().await.unwrap();
    assert_eq!(first, expected(|_| true)[..500]);
    let one: Vec<_> = db
        .dynamic_scan(Sensor::scan().id(8), Sensor::VALUES)
        .stream()
        .collect()
        .await
        .unwrap();
    assert_eq!(one.len(), 8 * 37);
}

#[tokio::test]
async fn pages_go_on_within_rows() {
    let db = sensors().await;
    let right = expected(|_| true);
    for size in [1000, 64, 333, right.len() - 1, right.len(), right.len() + 1] {
        let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES);
        let mut page = scan().page(size).await.unwrap();
        let mut found = page.items;
        while let Some(cursor) = page.next {
            page = scan().page_after(cursor.to_string(), size).await.unwrap();
            found.extend(page.items);
        }
        assert_eq!(found, right, "{size}");
    }
}

#[tokio::test]
async fn a_cursor_of_another_scan_is_rejected() {
    let db = sensors().await;
    let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES);
    let cursor = scan().page(5).await.unwrap().next.unwrap();
    let error = scan().range(3..).page_after(&cursor, 5).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidCursor);
    let other = db.dynamic_scan(Sensor::scan().id(3), Sensor::VALUES);
    assert!(other.page_after(&cursor, 5).await.is_err());
}

#[tokio::test]
async fn other_columns_of_the_rows_are_not_in_the_way() {
    let db = connected().await;
    for user in ["ann", "bob", "cy"] {
        let mut change = db.mutate(&key(user)).put(MailBox::OWNER, user.to_owned());
        for n in 0..3 {
            change = change.put_dynamic(MailBox::MAILS, (1, n), "hi");
        }
        change.await.unwrap();
    }
    let scan = db.dynamic_scan(MailBox::scan().all(), MailBox::MAILS);
    let found: Vec<_> = scan.stream().collect().await.unwrap();
    assert_eq!(found.len(), 9);
    assert_eq!(found[4], (key("bob"), (1, 1), "hi".to_owned()));
}

/// Rows with two key parts.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:GRID_DATA")]
#[family("V")]
struct Grid {
    #[rowkey]
    x: u16,
    #[rowkey]
    y: u16,
    #[column(dynamic)]
    values: Dynamic<u16, u32>,
}

#[tokio::test]
async fn a_skip_scan_reads_no_dynamic_columns() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Grid>().await.unwrap();
    let scan = db.dynamic_scan(Grid::scan().x(any()).y(3), Grid::VALUES);
    let error = scan.stream().collect::<Vec<_>>().await.unwrap_err();
    let expected = "a skip scan, which finds whole rows, together with dynamic columns, which are read in pieces: scan the keys first, and read the columns of each by `dynamic`";
    assert!(error.to_string().ends_with(expected), "{error}");
}

/// A cursor that a program has made itself.
#[tokio::test]
async fn a_cursor_without_a_column_is_rejected() {
    let db = sensors().await;
    let scan = || db.dynamic_scan(Sensor::scan().all(), Sensor::VALUES);
    let cursor = scan().page(5).await.unwrap().next.unwrap();
    let whole = forged(cursor.as_ref(), <[u8]>::to_vec);
    assert_eq!(whole, cursor.to_string());
    // The length of the key is more than the bytes that follow.
    let damaged = forged(cursor.as_ref(), |at| {
        let mut at = at.to_vec();
        at.iter_mut().take(4).for_each(|byte| *byte = 0xff);
        at
    });
    let error = scan().page_after(&damaged, 5).await.unwrap_err();
    let expected = "the cursor holds no column of a row: start with the first page";
    assert!(error.to_string().ends_with(expected), "{error}");
}

#[tokio::test]
async fn a_prefix_selects_the_columns_that_start_with_it() {
    let db = filled().await;
    let scan = || db.dynamic_scan(MailBox::scan().all(), MailBox::MAILS);
    let all: Vec<_> = scan().stream().collect().await.unwrap();
    let third: Vec<_> = scan().prefix((3,)).stream().collect().await.unwrap();
    let mut expected = all.clone();
    expected.retain(|(_, (day, _), _)| *day == 3);
    assert!(!third.is_empty() && third.len() < all.len());
    assert_eq!(third, expected);
}

#[tokio::test]
async fn a_value_may_be_given_by_reference() {
    let db = connected().await;
    let text = "a mail".to_owned();
    let ann = || db.dynamic(&key("ann"), MailBox::MAILS);
    ann().put((1, 1), &text).await.unwrap();
    let change = db.mutate(&key("ann"));
    let change = change.put_dynamic(MailBox::MAILS, (1, 2), &text);
    change.await.unwrap();
    for number in [1, 2] {
        assert_eq!(ann().get((1, number)).await.unwrap().as_ref(), Some(&text));
    }
}
