//! Tables with indexes: queries return what scans with the same condition return.

mod connections;
mod values;

use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt;
use hbase_schema::index::{Clocks, IndexCondition, Settings, Verification};
use hbase_schema::model::{Capability, Durability, Mutation};
use hbase_schema::{Connection, Error, ErrorKind, HTable, KeyPart};

use crate::support::{Observed, assert_contains};
use crate::test_clocks::TestClocks;

#[derive(KeyPart, hbase_schema::CellValue, Debug, Clone, PartialEq)]
struct Size(i64);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_SIZE")]
    size: Size,
    #[index("DLQX:MAIL_BY_TIME")]
    #[column(text)]
    sent: u32,
    note: Option<String>,
}

/// The same table, before it had indexes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Plain {
    #[rowkey]
    user: String,
    #[rowkey]
    id: u32,
    sender: String,
    size: Size,
    #[column(text)]
    sent: u32,
}

type Mails = Connection;

async fn memory() -> Connection {
    hbase_schema::connect("memory:").await.unwrap()
}

fn mails(db: &Connection) -> (Mails, Arc<TestClocks>) {
    let clocks = Arc::new(TestClocks::default());
    let settings = Settings::default().page(3);
    let shared = Arc::clone(&clocks) as Arc<dyn Clocks>;
    (db.index_settings(settings).index_clocks(shared), clocks)
}

async fn created() -> (Connection, Mails, Arc<TestClocks>) {
    let db = memory().await;
    let (mails, clocks) = mails(&db);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    (db, mails, clocks)
}

fn mail(id: u32, sender: &str, size: i64) -> Mail {
    Mail {
        user: "ann".to_owned(),
        id,
        sender: sender.to_owned(),
        size: Size(size),
        sent: id * 7 % 13,
        note: None,
    }
}

async fn found(mails: &Mails, condition: IndexCondition<Mail>) -> Vec<u32> {
    let rows = mails.query(condition).rows().collect().await.unwrap();
    let mut ids: Vec<u32> = rows.iter().map(|mail| mail.id).collect();
    ids.sort_unstable();
    ids
}

/// The result of a scan of the whole table.
async fn scanned(db: &Connection, matches: impl Fn(&Mail) -> bool) -> Vec<u32> {
    let all = db.scan(Mail::scan().all()).rows().collect().await.unwrap();
    let mut ids: Vec<u32> = all.iter().filter(|m| matches(m)).map(|m| m.id).collect();
    ids.sort_unstable();
    ids
}

async fn compare(db: &Connection, mails: &Mails) {
    for sender in ["a", "ab", "abc", "b", "é", ""] {
        assert_eq!(
            found(mails, Mail::BY_SENDER.eq(sender)).await,
            scanned(db, |mail| mail.sender == sender).await,
            "{sender}"
        );
        assert_eq!(
            found(mails, Mail::BY_SENDER.prefix(sender)).await,
            scanned(db, |mail| mail.sender.starts_with(sender)).await,
            "{sender}…"
        );
        assert_eq!(
            found(mails, Mail::BY_SENDER.range(sender..)).await,
            scanned(db, |mail| mail.sender.as_str() >= sender).await,
            "{sender}.."
        );
        assert_eq!(
            found(mails, Mail::BY_SENDER.range(..=sender)).await,
            scanned(db, |mail| mail.sender.as_str() <= sender).await,
            "..={sender}"
        );
    }
    assert_eq!(
        found(mails, Mail::BY_SIZE.range(Size(-5)..Size(4))).await,
        scanned(db, |mail| (-5..4).contains(&mail.size.0)).await
    );
    let above = (
        std::ops::Bound::Excluded(Size(4)),
        std::ops::Bound::Unbounded,
    );
    assert_eq!(
        found(mails, Mail::BY_SIZE.range(above)).await,
        scanned(db, |mail| mail.size.0 > 4).await
    );
    assert_eq!(
        found(mails, Mail::BY_SENT.any([3, 10, 3])).await,
        scanned(db, |mail| [3, 10].contains(&mail.sent)).await
    );
    assert_eq!(found(mails, Mail::BY_SENT.range(7..7)).await, [0; 0]);
}

const SENDERS: [&str; 7] = ["a", "ab", "abc", "b", "é", "", "zz"];

#[tokio::test]
async fn queries_equal_scans() {
    let (db, mails, clocks) = created().await;
    let mut random = fastrand::Rng::with_seed(7);
    for round in 0..3 {
        let rows: Vec<Mail> = (0..60)
            .map(|_| {
                let sender = SENDERS[random.usize(..SENDERS.len())];
                mail(random.u32(..40), sender, random.i64(-9..9))
            })
            .collect();
        assert_eq!(mails.put_many(&rows).await.unwrap(), 60);
        mails.delete(&rows[round].key()).await.unwrap();
        compare(&db, &mails).await;
        clocks.advance(Duration::from_secs(60));
        assert!(mails.indexes::<Mail>().clean_up().await.unwrap() > 0);
        compare(&db, &mails).await;
    }
}

#[tokio::test]
async fn rows_come_in_the_order_of_the_values_and_by_page() {
    let (_, mails, _) = created().await;
    let rows: Vec<Mail> = (0..8).map(|id| mail(id, "a", -i64::from(id))).collect();
    mails.put_many(&rows).await.unwrap();
    let query = || mails.query(Mail::BY_SIZE.range(Size(-100)..));
    let in_order: Vec<Mail> = rows.iter().rev().cloned().collect();
    assert_eq!(query().rows().collect().await.unwrap(), in_order);
    let streamed: Vec<Mail> = query().rows().into_stream().try_collect().await.unwrap();
    assert_eq!(streamed, in_order);
    let few = query().limit(2).rows().collect().await.unwrap();
    assert_eq!(few, in_order[..2]);

    let mut pages = query().rows();
    let first = pages.next_page().await.unwrap();
    assert_eq!(first, in_order[..3]);
    let position = pages.position().unwrap().to_vec();
    let rest = query().after(position).rows().collect().await.unwrap();
    assert_eq!(rest, in_order[3..]);
}

#[tokio::test]
async fn several_writers_leave_one_entry_for_each_row() {
    let (db, first, clocks) = created().await;
    let (second, _) = mails(&db);
    let put = |mails: Mails, own: i64| async move {
        for n in 0..30 {
            let row = mail(n % 3, SENDERS[usize::try_from(n).unwrap() % 5], own);
            match mails.put(&row).await {
                Ok(()) => {}
                Err(error) => assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}"),
            }
        }
    };
    let writers = [(first.clone(), 1), (second.clone(), 2), (first.clone(), 3)];
    let writers = writers.map(|(mails, own)| tokio::spawn(put(mails, own)));
    for writer in writers {
        writer.await.unwrap();
    }
    compare(&db, &first).await;
    clocks.advance(Duration::from_secs(2 * 60));
    first
        .indexes::<Mail>()
        .sweep(Mail::BY_SENDER, Duration::ZERO)
        .await
        .unwrap();
    let report = Verification::Report;
    let findings = first
        .indexes::<Mail>()
        .verify(Mail::BY_SENDER, report)
        .await
        .unwrap();
    assert_eq!((findings.rows, findings.live), (3, 3));
    assert_eq!((findings.missing, findings.stale), (0, 0));
}

#[tokio::test]
async fn inserts_replacements_and_deletions() {
    let (db, mails, clocks) = created().await;
    let noted = Mail {
        note: Some("n".to_owned()),
        ..mail(1, "a", 1)
    };
    mails.insert(&noted).await.unwrap();
    let again = mails.insert(&mail(1, "b", 1)).await.unwrap_err();
    assert_eq!(again.kind(), ErrorKind::AlreadyExists);
    mails.put(&mail(1, "b", 1)).await.unwrap();
    let read = db.get(&noted.key()).await.unwrap().unwrap();
    assert_eq!((read.sender.as_str(), read.note.is_some()), ("b", true));
    mails.replace(&mail(1, "c", 1)).await.unwrap();
    assert_eq!(db.get(&noted.key()).await.unwrap(), Some(mail(1, "c", 1)));
    assert_eq!(mails.indexes::<Mail>().lag().waiting, 2);
    mails.delete(&noted.key()).await.unwrap();
    assert_eq!(db.get(&noted.key()).await.unwrap(), None);
    let count = db.scan(Mail::scan().all()).count().await.unwrap();
    assert_eq!(count, 0);
    assert_eq!(found(&mails, Mail::BY_SENDER.prefix("")).await, [0; 0]);
    clocks.advance(Duration::from_secs(60));
    assert_eq!(mails.indexes::<Mail>().clean_up().await.unwrap(), 3);
    mails.insert(&noted).await.unwrap();
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await, [1]);
}

#[tokio::test]
async fn existing_rows_are_filled_in_with_progress() {
    let db = memory().await;
    db.create_table::<Plain>().await.unwrap();
    let plain = |id| Plain {
        user: "ann".to_owned(),
        id,
        sender: SENDERS[id as usize % 7].to_owned(),
        size: Size(i64::from(id) - 4),
        sent: id,
    };
    db.put_many((0..10).map(plain)).await.unwrap();
    let (mails, _) = mails(&db);
    let mut reports = Vec::new();
    let indexes = mails.indexes::<Mail>();
    let build = indexes.build(|progress| reports.push(progress.rows));
    build.await.unwrap();
    assert_eq!(reports[..4], [3, 6, 9, 10]);
    compare(&db, &mails).await;
    mails.put(&mail(3, "late", 0)).await.unwrap();
    compare(&db, &mails).await;
    db.verify::<Mail>().await.unwrap();
    mails.create_table_if_missing::<Mail>().await.unwrap();
}

#[tokio::test]
async fn a_check_finds_and_repairs_writes_that_bypass_the_index() {
    let (db, mails, _) = created().await;
    mails
        .put_many((0..4).map(|id| mail(id, "a", 0)))
        .await
        .unwrap();
    let key = hbase_schema::RowKey::encode(&mail(2, "", 0).key()).unwrap();
    let mut put = Mutation::new(key.as_ref());
    put.put(b"D1", b"SENDER", b"b").unwrap();
    let deadline = hbase_schema::model::Deadline::after(Duration::from_secs(5));
    let table = &Mail::SCHEMA.table.name;
    db.backend().mutate(table, put, deadline).await.unwrap();
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("b")).await, [0; 0]);
    let indexes = mails.indexes::<Mail>();
    let report = indexes.verify(Mail::BY_SENDER, Verification::Report);
    let report = report.await.unwrap();
    assert_eq!((report.missing, report.stale), (1, 1));
    let repair = indexes.verify(Mail::BY_SENDER, Verification::Repair);
    assert_eq!(repair.await.unwrap().missing, 1);
    compare(&db, &mails).await;
    let report = indexes.verify(Mail::BY_SENDER, Verification::Report);
    let report = report.await.unwrap();
    assert_eq!((report.missing, report.stale), (0, 0));
}

#[tokio::test]
async fn a_dropped_index_is_not_queried_and_can_be_built_anew() {
    let (db, mails, _) = created().await;
    mails.put(&mail(1, "a", 1)).await.unwrap();
    mails
        .indexes::<Mail>()
        .drop_index(Mail::BY_SENDER)
        .await
        .unwrap();
    let mut rows = mails.query(Mail::BY_SENDER.eq("a")).rows();
    let error = rows.next().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotBuilt);
    assert_contains(&error, "DLQX:MAIL_BY_SENDER is not built");
    assert!(rows.next().await.is_none());
    mails.put(&mail(2, "a", 1)).await.unwrap();
    mails
        .indexes::<Mail>()
        .backfill(Mail::BY_SENDER, |_| {})
        .await
        .unwrap();
    compare(&db, &mails).await;
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await, [1, 2]);
}

#[tokio::test]
async fn what_an_index_excludes_is_an_error_that_names_the_row() {
    let (db, _, _) = created().await;
    let expiring = db.ttl(Duration::from_secs(1));
    let error = expiring.put(&mail(1, "a", 1)).await.unwrap_err();
    assert_contains(&error, "the family's TTL");
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(matches!(error, Error::Index { .. }));
    let unlogged = db.durability(Durability::SkipWal);
    let error = unlogged.put_many([mail(1, "a", 1)]).await.unwrap_err();
    assert_contains(&error, "unlogged");
    assert!(matches!(error, Error::Batch(_)));
    let null = db.insert(&mail(1, "a\0", 1)).await.unwrap_err();
    assert_contains(&null, "sender");
}

#[test]
fn an_index_names_its_table() {
    let table = Mail::BY_SENDER.schema().table();
    assert_eq!(table.to_string(), "DLQX:MAIL_BY_SENDER");
    assert!(
        Mail::DDL.contains("{NAME => 'STAMP', VERSIONS => 1, TTL => 2147483647}"),
        "{}",
        Mail::DDL
    );
}

/// A backend such as the Thrift gateway.
#[tokio::test]
async fn without_conditional_mutations_rows_are_queried_and_not_written() {
    let backend = Arc::new(Observed::over_memory().await);
    let order = Arc::clone(&backend.order);
    let db = Connection::with_backend(backend);
    let (mails, _) = mails(&db);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    mails.put(&mail(1, "a", 1)).await.unwrap();
    let missing = Capability::CheckAndMutate;
    order.lacks.lock().unwrap().push(missing);
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await, [1]);
    let errors = [
        mails.put(&mail(1, "b", 1)).await.unwrap_err(),
        mails.insert(&mail(2, "b", 1)).await.unwrap_err(),
        mails.delete(&mail(1, "b", 1).key()).await.unwrap_err(),
        mails
            .indexes::<Mail>()
            .drop_index(Mail::BY_SENDER)
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        assert_contains(&error, "by another backend");
    }
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await, [1]);
}
