//! Entries in tables whose versions are numbers or periods.

use hbase_schema::cell::Json;
use hbase_schema::row_index::{Entries, EntryId, IndexedEntries, PlainIndex, RowIndex};
use hbase_schema::{Connection, ErrorKind, HTable, Timestamp};

use crate::assert_contains;
use crate::mails::{Mail, mail};

#[derive(HTable, Debug)]
#[table("DLQX:NUMBERED_MAILS")]
#[family("DATA", versions = 9)]
struct Numbered {
    #[rowkey]
    user: String,
    #[timestamp]
    version: i64,
    #[column(dynamic, prefix = "m:", json)]
    mails: Entries<Mail>,
    #[column(dynamic, prefix = "i:")]
    index: RowIndex,
    #[column(dynamic, prefix = "s:")]
    senders: PlainIndex,
}

impl Numbered {
    const INBOX: IndexedEntries<Self, Mail, Json> = IndexedEntries::new(Self::MAILS, Self::INDEX);
    const OLD: IndexedEntries<Self, Mail, Json> =
        IndexedEntries::plain(Self::MAILS, Mail::FROM, Self::SENDERS);
    const BOTH: [IndexedEntries<Self, Mail, Json>; 2] = [Self::INBOX, Self::OLD];
}

/// A version that is larger than any server's time.
const LATE: i64 = 9_000_000_000_000_000;

async fn connected() -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Numbered>().await.unwrap();
    db
}

fn ann() -> NumberedKey {
    NumberedKey { user: "ann".into() }
}

async fn timestamps(db: &Connection) -> Vec<i64> {
    let row = db.get_raw(&ann()).await.unwrap();
    let cells = row.iter().flat_map(|row| row.cells());
    cells.map(|cell| cell.timestamp).collect()
}

#[tokio::test]
async fn a_delete_leaves_later_versions_to_be_put() {
    for of in Numbered::BOTH {
        for version in [5, LATE] {
            let db = connected().await;
            let entries = || db.entries(&ann(), of);
            let put = |version: i64| db.mutate(&ann()).version(version).put_entry(of, &mail(0));
            put(version).await.unwrap();
            entries().delete(&mail(0)).await.unwrap();
            assert_eq!(timestamps(&db).await, [0; 0], "{of:?}");
            put(version + 1).await.unwrap();
            let found = entries().by(Mail::FROM).equal("bo").page(9).await.unwrap();
            assert_eq!(found.items.len(), 1, "{of:?}");
            assert!(entries().delete_id(found.items[0].0).await.unwrap());
            assert!(!entries().delete_id(found.items[0].0).await.unwrap());
            assert_eq!(timestamps(&db).await, [0; 0]);
            entries().delete(&mail(0)).await.unwrap();
            put(version + 2).await.unwrap();
            assert!(entries().verify().await.unwrap().is_consistent());
        }
    }
}

#[tokio::test]
async fn a_repair_puts_columns_with_the_version_of_their_entry() {
    for of in Numbered::BOTH {
        let db = connected().await;
        let id = EntryId::of(&serde_json::to_vec(&mail(0)).unwrap());
        let mails = db.dynamic(&ann(), Numbered::MAILS).version(7_i64);
        mails.put(id, mail(0)).await.unwrap();
        let report = db.entries(&ann(), of).repair().await.unwrap();
        assert!(report.repaired > 0, "{report}");
        let found = timestamps(&db).await;
        assert_eq!(found, vec![7; found.len()], "{of:?}");
        let mails = db.dynamic(&ann(), Numbered::MAILS);
        mails.delete(id).await.unwrap();
        let report = db.entries(&ann(), of).repair().await.unwrap();
        assert_eq!(report.stale_count, report.repaired);
        assert_eq!(timestamps(&db).await, [0; 0]);
    }
}

#[tokio::test]
async fn a_version_is_that_of_puts_and_deletes() {
    for of in Numbered::BOTH {
        let db = connected().await;
        let entries = |version: i64| db.entries(&ann(), of).version(version);
        entries(3).put(&mail(0)).await.unwrap();
        let found = timestamps(&db).await;
        assert_eq!(found, vec![3; found.len()]);
        entries(2).delete(&mail(0)).await.unwrap();
        assert_eq!(timestamps(&db).await, found);
        entries(4).delete(&mail(0)).await.unwrap();
        assert_eq!(timestamps(&db).await, [0; 0]);
        let none = db.entries(&ann(), of).version(None::<i64>);
        let error = none.put(&mail(0)).await.unwrap_err();
        assert_contains(&error, "a `None` as the version");
    }
}

#[derive(HTable, Debug)]
#[table("DLQX:DAILY_MAILS")]
#[family("DATA", versions = 9)]
struct Daily {
    #[rowkey]
    user: String,
    #[timestamp(day)]
    day: Timestamp,
    #[column(dynamic, prefix = "m:", json)]
    mails: Entries<Mail>,
    #[column(dynamic, prefix = "i:")]
    index: RowIndex,
}

impl Daily {
    const INBOX: IndexedEntries<Self, Mail, Json> = IndexedEntries::new(Self::MAILS, Self::INDEX);
}

#[tokio::test]
async fn tables_of_periods_are_repaired() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Daily>().await.unwrap();
    let key = DailyKey { user: "ann".into() };
    let noon = Timestamp::from_utc(2015, 12, 3, 12, 0, 0).unwrap();
    let day = Timestamp::from_utc(2015, 12, 3, 0, 0, 0)
        .unwrap()
        .as_millis();
    let id = EntryId::of(&serde_json::to_vec(&mail(0)).unwrap());
    let mails = || db.dynamic(&key, Daily::MAILS);
    mails().version(noon).put(id, mail(0)).await.unwrap();
    let report = db.entries(&key, Daily::INBOX).repair().await.unwrap();
    assert_eq!((report.missing_count, report.repaired), (4, 4));
    let row = db.get_raw(&key).await.unwrap().unwrap();
    assert!(row.cells().all(|cell| cell.timestamp == day));
    mails().delete(id).await.unwrap();
    let report = db.entries(&key, Daily::INBOX).repair().await.unwrap();
    assert_eq!((report.stale_count, report.repaired), (4, 4));
    assert_eq!(db.get_raw(&key).await.unwrap(), None);
}

#[tokio::test]
async fn puts_into_tables_of_periods_have_a_version() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Daily>().await.unwrap();
    let key = DailyKey { user: "ann".into() };
    let noon = Timestamp::from_utc(2015, 12, 3, 12, 0, 0).unwrap();
    let inbox = || db.entries(&key, Daily::INBOX);
    let error = inbox().put(&mail(0)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let id = inbox().version(noon).put(&mail(0)).await.unwrap();
    assert_eq!(inbox().get(id).await.unwrap(), Some(mail(0)));
    inbox().delete(&mail(0)).await.unwrap();
    assert_eq!(db.get_raw(&key).await.unwrap(), None);
}
