//! The columns and cells of one row that a read selects.

use hbase_schema::model::Filter;
use hbase_schema::{ErrorKind, HTable};

use crate::support::{
    Call, Narrow, Order, Plain, Record, RecordKey, Ticket, TicketKey, call, memory, order, record,
};

/// The same table as that of records, narrower.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Part {
    #[rowkey]
    user: String,
    #[timestamp]
    day: i64,
    a: u32,
}

#[tokio::test]
async fn a_row_is_read_as_another_struct_of_its_table() {
    let db = memory().await;
    let row = Call {
        peer: Some("bob".into()),
        ..call("13812345678", 26, 7)
    };
    db.put(&row).await.unwrap();
    let narrow = Narrow {
        phone: row.phone.clone(),
        at: row.at,
        peer: row.peer.clone(),
    };
    let found = db.get(&row.key()).select::<Narrow>().await.unwrap();
    assert_eq!(found, Some(narrow));
    let other = db.get(&row.key()).select::<Plain>().await;
    assert_eq!(other.unwrap_err().kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn versions_are_read_as_another_struct_of_their_table() {
    let db = memory().await;
    let key = RecordKey { user: "u".into() };
    db.put_many((1..=3).map(|day| record("u", day, 7)))
        .await
        .unwrap();
    let part = |day| Part {
        user: "u".into(),
        day,
        a: 7,
    };
    let found = db.history(&key).select::<Part>().await.unwrap();
    assert_eq!(found, [part(3), part(2), part(1)]);
    let first = db.history(&key).select::<Part>().limit(1).await.unwrap();
    assert_eq!(first, [part(3)]);
    let none = db.history(&key).limit(0).await.unwrap();
    assert_eq!(none, []);
    let other = db.history(&key).select::<Plain>().await;
    assert_eq!(other.unwrap_err().kind(), ErrorKind::InvalidRequest);
    let records = db.history(&key).time_range(2..3_i64).await.unwrap();
    assert_eq!(records, [record("u", 2, 7)]);
}

#[tokio::test]
async fn a_raw_row_has_the_selected_cells() {
    let db = memory().await;
    let row = Ticket {
        id: "t".into(),
        state: Some("new".into()),
        hits: None,
        level: Some(3),
        marker: Some(true),
    };
    db.put(&row).await.unwrap();
    let key = TicketKey { id: "t".into() };
    let read = || db.get_raw::<_, Ticket>(&key);
    for (read, expected) in [
        (
            read(),
            &[("D1", "LEVEL"), ("D1", "STATE"), ("IDX", "MARKER")][..],
        ),
        (read().family("IDX"), &[("IDX", "MARKER")]),
        (read().column("D1", b"STATE"), &[("D1", "STATE")]),
        (
            read().column("D1", b"STATE").family("IDX"),
            &[("D1", "STATE"), ("IDX", "MARKER")],
        ),
        (
            read().filter(Filter::QualifierPrefix(b"LE".to_vec())),
            &[("D1", "LEVEL")],
        ),
    ] {
        let row = read.await.unwrap().unwrap();
        let cells = row.cells().map(|cell| {
            let text = |bytes| std::str::from_utf8(bytes).unwrap().to_owned();
            (text(cell.family), text(cell.qualifier))
        });
        let cells: Vec<_> = cells.collect();
        let expected = expected
            .iter()
            .map(|(family, name)| ((*family).to_owned(), (*name).to_owned()));
        assert_eq!(cells, expected.collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_column_with_its_timestamp_is_deleted_as_the_column() {
    let db = memory().await;
    db.put(&order(1)).await.unwrap();
    let columns = Order::CENTS.with_timestamp();
    db.delete(&order(1).key()).columns(columns).await.unwrap();
    let raw = db.get_raw::<_, Order>(&order(1).key()).await.unwrap();
    let raw = raw.unwrap();
    assert_eq!(raw.value(b"D2", b"CENTS"), None);
    assert_eq!(raw.value(b"D1", b"STATE"), Some(&b"new"[..]));
    let record: Option<Record> = db.get(&RecordKey { user: "x".into() }).await.unwrap();
    assert_eq!(record, None);
}
