//! Shared by the tests: tables, and a backend with injected faults.

pub(crate) mod observed;

pub(crate) use observed::Observed;

use std::sync::Arc;

use hbase_schema::{Connection, HTable, Timestamp};

/// A call, whose region is computed from both parts.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
pub(crate) struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    pub(crate) phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    pub(crate) at: Timestamp,
    pub(crate) duration_s: u32,
    pub(crate) peer: Option<String>,
    pub(crate) cents: Option<i32>,
}

/// The same table, narrower.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
pub(crate) struct Narrow {
    #[rowkey(salt = last(4), fixed = 11)]
    pub(crate) phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    pub(crate) at: Timestamp,
    pub(crate) peer: Option<String>,
}

/// Events of users, newest first, scattered over 16 buckets.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_EVENTS")]
#[rowkey(salt = buckets(16))]
#[family("D1")]
pub(crate) struct Event {
    #[rowkey(reverse_ts)]
    pub(crate) at: Timestamp,
    #[rowkey(salt)]
    pub(crate) user: u32,
    pub(crate) n: u32,
}

/// Rows without a salt.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PLAIN_ROWS")]
#[family("D1")]
pub(crate) struct Plain {
    #[rowkey]
    pub(crate) id: u32,
    pub(crate) n: u32,
    pub(crate) note: Option<String>,
}

/// The user's own versions.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
pub(crate) struct Record {
    #[rowkey]
    pub(crate) user: String,
    #[timestamp]
    pub(crate) day: i64,
    pub(crate) a: u32,
    pub(crate) b: Option<String>,
}

/// Rows with a random salt.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RANDOM_ROWS")]
#[rowkey(salt = random(8))]
#[family("D1")]
pub(crate) struct Drawn {
    #[rowkey]
    pub(crate) id: u32,
    pub(crate) n: u32,
}

/// A counter and a state.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDER_STATE")]
#[family("D1")]
#[family("IDX")]
pub(crate) struct Ticket {
    #[rowkey]
    pub(crate) id: String,
    #[family("D1")]
    pub(crate) state: Option<String>,
    #[family("D1")]
    #[column(counter)]
    pub(crate) hits: Option<i64>,
    #[family("D1")]
    pub(crate) level: Option<i32>,
    #[family("IDX")]
    pub(crate) marker: Option<bool>,
}

/// A row may lack every column.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:HOLLOW_ROWS")]
#[family("D1")]
pub(crate) struct Hollow {
    #[rowkey]
    pub(crate) id: String,
    pub(crate) note: Option<String>,
}

pub(crate) fn hollow(id: &str) -> Hollow {
    Hollow {
        id: id.into(),
        note: None,
    }
}

/// The README's table: a counter, and columns of two families.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDER_BOOK")]
#[family("D1")]
#[family("D2", versions = 3)]
pub(crate) struct Order {
    #[rowkey]
    pub(crate) number: u32,
    #[family("D1")]
    pub(crate) state: String,
    #[family("D1")]
    #[column(counter)]
    pub(crate) visits: i64,
    #[family("D2")]
    pub(crate) cents: u64,
    #[family("D1")]
    #[column(flatten, prefix = "SEEN_")]
    pub(crate) seen: Seen,
}

/// A counter within a group.
#[derive(hbase_schema::Columns, Debug, Clone, PartialEq)]
pub(crate) struct Seen {
    #[column(counter)]
    pub(crate) total: i64,
    pub(crate) by: Option<String>,
}

pub(crate) fn order(number: u32) -> Order {
    Order {
        number,
        state: "new".into(),
        visits: 0,
        cents: 990,
        seen: Seen { total: 0, by: None },
    }
}

/// A connection to an empty store in memory, with every table.
pub(crate) async fn memory() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    create_all(&db).await;
    db
}

/// The same over a backend with injected faults.
pub(crate) async fn observed() -> (Connection, Arc<Observed>) {
    let observed = Arc::new(Observed::over_memory().await);
    let db = Connection::with_backend(Arc::clone(&observed) as _);
    create_all(&db).await;
    (db, observed)
}

async fn create_all(db: &Connection) {
    db.create_table::<Call>().await.unwrap();
    db.create_table::<Event>().await.unwrap();
    db.create_table::<Plain>().await.unwrap();
    db.create_table::<Record>().await.unwrap();
    db.create_table::<Drawn>().await.unwrap();
    db.create_table::<Ticket>().await.unwrap();
    db.create_table::<Hollow>().await.unwrap();
    db.create_table::<Order>().await.unwrap();
}

/// Overwrites the number of a row with bytes that cannot be decoded.
pub(crate) async fn spoil(db: &Connection, id: u32) {
    let key = hbase_schema::RowKey::encode(&plain(id).key()).unwrap();
    let mut broken = hbase_schema::model::Mutation::new(key.as_ref());
    broken.put(b"D1", b"N", b"abc").unwrap();
    let deadline = hbase_schema::model::Deadline::after(std::time::Duration::from_secs(5));
    let name = &Plain::SCHEMA.table.name;
    db.backend().mutate(name, broken, deadline).await.unwrap();
}

pub(crate) fn plain(id: u32) -> Plain {
    Plain {
        id,
        n: id * 10,
        note: id.is_multiple_of(2).then(|| format!("note {id}")),
    }
}

pub(crate) fn event(ms: i64, user: u32) -> Event {
    Event {
        at: Timestamp::from_millis(ms),
        user,
        n: user,
    }
}

pub(crate) fn record(user: &str, day: i64, a: u32) -> Record {
    Record {
        user: user.into(),
        day,
        a,
        b: None,
    }
}

pub(crate) fn call(phone: &str, day: u8, duration_s: u32) -> Call {
    Call {
        phone: phone.into(),
        at: time(2015, 12, day),
        duration_s,
        peer: None,
        cents: None,
    }
}

pub(crate) fn time(year: u16, month: u8, day: u8) -> Timestamp {
    Timestamp::from_utc(year, month, day, 12, 24, 0).unwrap()
}

/// The cursor of the same query with another position.
pub(crate) fn forged(cursor: &str, position: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
    use hbase_schema::row_index::EntryId;
    // A byte for the format, 8 for the query, the position, 4 of the MD5 of these.
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).unwrap();
    let (query, rest) = bytes.split_at(9);
    let mut forged = [query, &position(&rest[..rest.len() - 4])].concat();
    let md5 = EntryId::of(&forged);
    forged.extend_from_slice(&md5.as_bytes()[..4]);
    BASE64_URL_SAFE_NO_PAD.encode(forged)
}

/// Asserts that a text contains this.
#[track_caller]
pub(crate) fn assert_contains(text: &impl std::fmt::Display, expected: &str) {
    let text = text.to_string();
    assert!(text.contains(expected), "{text}");
}

/// Creates a table with indexes as another program does, without its indexes.
#[cfg(feature = "index")]
pub(crate) async fn create_rows_alone(
    db: &Connection,
    table: &hbase_schema::model::TableDescriptor,
) {
    let deadline = hbase_schema::model::Deadline::after(std::time::Duration::from_secs(5));
    let namespace = db.create_namespace(table.name.namespace());
    namespace.await.unwrap();
    let backend = db.backend();
    backend.create_table(table, deadline).await.unwrap();
}
