//! Tables with indexes together with other programs, and under faults.

mod differences;

use std::sync::Arc;
use std::time::Duration;

use hbase_schema::index::{Clocks, Phase, Settings, Verification};
use hbase_schema::model::{
    Deadline, Error as BackendError, FamilyDescriptor, Mutation, TableDescriptor,
};
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind, HTable, RowKey};

use crate::support::assert_contains;
use crate::test_clocks::TestClocks;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Mail {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_TIME")]
    #[column(text)]
    sent: u32,
}

/// The same table, by a program that does not have one of the indexes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Older {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[column(text)]
    sent: u32,
}

/// The same table, with an index on another type.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Signed {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
    #[index("DLQX:MAIL_BY_TIME")]
    #[column(text)]
    sent: i64,
}

async fn memory() -> Connection {
    hbase_schema::connect("memory:").await.unwrap()
}

fn rows_of(db: &Connection, page: u32) -> Connection {
    let clocks: Arc<dyn Clocks> = Arc::new(TestClocks::of_the_machine());
    let settings = Settings::default().page(page);
    db.index_settings(settings).index_clocks(clocks)
}

fn mail(id: u32) -> Mail {
    Mail {
        id,
        sender: "a".to_owned(),
        sent: id,
    }
}

/// A table of eight mails over a connection with faults.
async fn mails(page: u32) -> (Connection, Faults, Connection) {
    let db = memory().await;
    let faults = Faults::new();
    let over = faults.over(&db);
    let mails = rows_of(&over, page);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    mails.put_many((0..8).map(mail)).await.unwrap();
    (over, faults, mails)
}

/// A put of one cell that bypasses the indexes.
async fn put_directly(db: &Connection, id: u32, sent: &[u8]) {
    put_cells_directly(db, id, &[("SENT", sent)]).await;
}

async fn put_cells_directly(db: &Connection, id: u32, cells: &[(&str, &[u8])]) {
    let key = RowKey::encode(&mail(id).key()).unwrap();
    let mut put = Mutation::new(key.as_ref());
    for (qualifier, value) in cells {
        put.put(b"D1", qualifier.as_bytes(), value).unwrap();
    }
    let deadline = Deadline::after(Duration::from_secs(5));
    let table = &Mail::SCHEMA.table.name;
    db.backend().mutate(table, put, deadline).await.unwrap();
    // Later writes have later timestamps.
    tokio::time::sleep(Duration::from_millis(5)).await;
}

#[tokio::test]
async fn a_row_whose_future_is_dropped_is_returned_by_the_next_call() {
    let (_, faults, mails) = mails(3).await;
    let mut rows = mails.query(Mail::BY_SENT.range(0..)).rows();
    let mut found = Vec::new();
    for kind in [CallKind::Scan, CallKind::GetMany, CallKind::Get] {
        faults.on(kind).first(1).delay(Duration::from_millis(200));
        let given_up = tokio::time::timeout(Duration::from_millis(20), async {
            while let Some(row) = rows.next().await {
                found.push(row.unwrap().id);
            }
        });
        assert!(given_up.await.is_err(), "{kind:?}");
        faults.clear();
    }
    while let Some(row) = rows.next().await {
        found.push(row.unwrap().id);
    }
    assert_eq!(found, [0, 1, 2, 3, 4, 5, 6, 7]);
}

#[tokio::test]
async fn a_row_that_cannot_be_decoded_fails_its_page_and_not_those_before() {
    let (db, _, mails) = mails(3).await;
    put_directly(&db, 4, b"x").await;
    let query = || mails.query(Mail::BY_SENDER.eq("a"));
    let mut rows = query().rows();
    let ids = |page: Vec<Mail>| page.iter().map(|mail| mail.id).collect::<Vec<_>>();
    assert_eq!(ids(rows.next_page().await.unwrap()), [0, 1, 2]);
    let position = rows.position().unwrap().to_vec();
    let error = rows.next_page().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode, "{error}");
    assert_eq!(rows.position(), Some(&*position));
    assert!(rows.next().await.is_none());

    let mut rows = query().after(position.clone()).rows();
    assert_eq!(rows.next().await.unwrap().unwrap().id, 3);
    assert_eq!(
        rows.next().await.unwrap().unwrap_err().kind(),
        ErrorKind::Decode
    );
    assert_eq!(rows.position(), None);

    mails.put(&mail(4)).await.unwrap();
    let mut rows = query().after(position).rows();
    assert_eq!(ids(rows.next_page().await.unwrap()), [3, 4, 5]);
    assert_eq!(ids(rows.next_page().await.unwrap()), [6, 7]);
    assert_eq!(rows.position(), None);
}

#[tokio::test]
async fn reads_are_retried_and_counted() {
    let (db, faults, mails) = mails(100).await;
    let before = db.metrics();
    for kind in [CallKind::Get, CallKind::GetMany, CallKind::Scan] {
        faults.on(kind).first(1).lose_connection();
    }
    let found = mails.query(Mail::BY_SENDER.eq("a")).rows().collect().await;
    assert_eq!(found.unwrap().len(), 8);
    let after = db.metrics();
    assert_eq!(after.retries - before.retries, 3);
    // Entries, rows, and the state before and after.
    assert_eq!(after.rows_read - before.rows_read, 8 + 8 + 2);
}

#[tokio::test]
async fn few_rows_are_read_for_a_small_limit() {
    let (db, _, mails) = mails(500).await;
    let before = db.metrics().rows_read;
    let query = mails.query(Mail::BY_SENDER.eq("a")).limit(1);
    assert_eq!(query.rows().collect().await.unwrap(), [mail(0)]);
    assert_eq!(db.metrics().rows_read - before, 1 + 1 + 2);
}

/// A request that a server rejects before it looks at the row certainly had no effect.
#[tokio::test]
async fn a_rejected_write_is_no_unknown_outcome() {
    let (_, faults, mails) = mails(100).await;
    let denied = BackendError::Server {
        class: "org.apache.hadoop.hbase.security.AccessDeniedException".to_owned(),
        message: "no".to_owned(),
    };
    let family = BackendError::family_not_found(&Mail::SCHEMA.table.name, "D1", ["D2"]);
    let kinds = [(denied, ErrorKind::Denied), (family, ErrorKind::NotFound)];
    for (error, kind) in kinds {
        faults.on(CallKind::CheckAndMutate).first(1).fail(error);
        let error = mails.put(&mail(1)).await.unwrap_err();
        assert_eq!(
            (error.kind(), error.is_retryable()),
            (kind, false),
            "{error}"
        );
        faults.clear();
    }
}

#[tokio::test]
async fn several_programs_create_at_the_same_time() {
    let db = memory().await;
    let programs = [(); 4].map(|()| {
        let mails = rows_of(&db, 3);
        tokio::spawn(async move { mails.create_table_if_missing::<Mail>().await })
    });
    for program in programs {
        program.await.unwrap().unwrap();
    }
    let mails = rows_of(&db, 3);
    mails.put(&mail(1)).await.unwrap();
    let found = mails.query(Mail::BY_SENDER.eq("a")).rows().collect().await;
    assert_eq!(found.unwrap(), [mail(1)]);
    let state = mails
        .indexes::<Mail>()
        .state(Mail::BY_SENDER)
        .await
        .unwrap();
    assert_eq!(state.phase, Phase::Readable);
}

#[tokio::test]
async fn the_stamps_that_another_program_has_added_are_there() {
    let db = memory().await;
    let table = |durability: &str| {
        let mut table = TableDescriptor::new(Mail::SCHEMA.table.name.clone());
        table.families = vec![FamilyDescriptor::new("D1")].into();
        table.set_attribute("DURABILITY", durability).unwrap();
        table
    };
    let deadline = || Deadline::after(Duration::from_secs(5));
    let name = &Mail::SCHEMA.table.name;
    db.create_namespace("DLQX").await.unwrap();
    let backend = db.backend();
    let unlogged = table("SKIP_WAL");
    backend.create_table(&unlogged, deadline()).await.unwrap();
    let error = rows_of(&db, 3)
        .create_table_if_missing::<Mail>()
        .await
        .unwrap_err();
    assert_contains(&error, "found DURABILITY SKIP_WAL");
    backend.drop_table(name, deadline()).await.unwrap();

    let logged = table("SYNC_WAL");
    backend.create_table(&logged, deadline()).await.unwrap();
    let faults = Faults::new();
    let mails = rows_of(&faults.over(&db), 3);
    faults.on(CallKind::Schema).nth(5).lose_response();
    mails.create_table_if_missing::<Mail>().await.unwrap();
    mails.put(&mail(1)).await.unwrap();
}

/// It cannot be rewritten together with the entries of all indexes.
#[tokio::test]
async fn a_repair_goes_on_behind_a_row_of_which_another_index_knows_no_value() {
    let (db, _, mails) = mails(3).await;
    for id in [10, 12] {
        let cells: [(&str, &[u8]); 2] = [("SENDER", b"b"), ("SENT", b"x")];
        put_cells_directly(&db, id, &cells).await;
    }
    let cells: [(&str, &[u8]); 2] = [("SENDER", b"b"), ("SENT", b"5")];
    put_cells_directly(&db, 11, &cells).await;
    let findings = mails
        .indexes::<Mail>()
        .verify(Mail::BY_SENDER, Verification::Repair)
        .await;
    let findings = findings.unwrap();
    assert_eq!((findings.missing, findings.repaired), (3, 1));
    assert_eq!(findings.undecodable, 2);
    let (row, why) = findings.undecodable_example.unwrap();
    assert_eq!(row, 10_u32.to_be_bytes());
    assert!(why.contains("SENT"), "{why}");
    assert_eq!(findings.live, 9, "the sweep has run");
    let found = mails.query(Mail::BY_SENDER.eq("b")).rows().collect().await;
    let ids: Vec<_> = found.unwrap().iter().map(|mail| mail.id).collect();
    assert_eq!(ids, [11]);
}

/// A deletion of an old entry is waiting, with a clock that is ahead, when the table is truncated.
#[tokio::test]
async fn a_truncated_table_loses_no_entry_of_new_rows() {
    let db = memory().await;
    let now = 1_450_000_000_000;
    let at = |start| {
        let clocks = Arc::new(TestClocks::starting_at(start));
        let shared = Arc::clone(&clocks) as Arc<dyn Clocks>;
        let mails = db.index_settings(Settings::default());
        (mails.index_clocks(shared), clocks)
    };
    let ((ahead, clocks), (right, others)) = (at(now + 10_000), at(now));
    ahead.create_table_if_missing::<Mail>().await.unwrap();
    let from = |sender: &str| Mail {
        sender: sender.to_owned(),
        ..mail(1)
    };
    ahead.put(&from("a")).await.unwrap();
    ahead.put(&from("b")).await.unwrap();
    ahead.truncate::<Mail>().await.unwrap();
    assert_eq!(db.scan(Mail::scan().all()).count().await.unwrap(), 0);
    others.advance(clocks.moment());
    right.create_table_if_missing::<Mail>().await.unwrap();
    right.put(&from("a")).await.unwrap();
    clocks.advance(Duration::from_secs(60));
    ahead.indexes::<Mail>().clean_up().await.unwrap();
    let found = || right.query(Mail::BY_SENDER.eq("a")).rows().collect();
    assert_eq!(found().await.unwrap(), [from("a")]);
    // A program that does not have one of the indexes would leave it.
    let error = rows_of(&db, 3).drop_table::<Older>().await.unwrap_err();
    assert_contains(&error, "DLQX:MAIL_BY_TIME");
    assert_eq!(found().await.unwrap(), [from("a")]);
    right.drop_table::<Mail>().await.unwrap();
    let left = db.tables().await.unwrap();
    assert_eq!(left.len(), 1, "the table of the states: {left:?}");
    right.create_table_if_missing::<Mail>().await.unwrap();
    assert_eq!(found().await.unwrap(), []);
}

/// An index that is being filled becomes readable; one that does not exist has to be built.
#[tokio::test]
async fn only_what_a_retry_helps_is_retryable() {
    let db = memory().await;
    let mails = rows_of(&db, 3);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    mails
        .indexes::<Mail>()
        .drop_index(Mail::BY_SENT)
        .await
        .unwrap();
    let query = || async {
        let mut rows = mails.query(Mail::BY_SENT.eq(1)).rows();
        rows.next().await.unwrap().unwrap_err()
    };
    let error = query().await;
    assert_eq!(
        (error.kind(), error.is_retryable()),
        (ErrorKind::NotBuilt, false)
    );
    mails.put(&mail(1)).await.unwrap();
    put_directly(&db, 1, b"x").await;
    let error = mails.create_table_if_missing::<Mail>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert_contains(&error, "1 row(s)");
    let state = mails.indexes::<Mail>().state(Mail::BY_SENT).await.unwrap();
    assert_eq!(state.phase, Phase::Backfilling);
    let error = query().await;
    assert_eq!(
        (error.kind(), error.is_retryable()),
        (ErrorKind::Unavailable, true)
    );
    mails.put(&mail(1)).await.unwrap();
    mails.create_table_if_missing::<Mail>().await.unwrap();
    let found = mails.query(Mail::BY_SENT.eq(1)).rows().collect().await;
    assert_eq!(found.unwrap(), [mail(1)]);
}

#[tokio::test]
async fn the_timeout_of_indexes_is_that_of_their_calls() {
    let (_, faults, mails) = mails(4).await;
    let hasty = || mails.indexes::<Mail>().timeout(Duration::from_millis(60));
    assert_eq!(
        hasty().state(Mail::BY_SENDER).await.unwrap().phase,
        Phase::Readable
    );
    faults.on_any().always().hang();
    let started = std::time::Instant::now();
    let all = Verification::Report;
    for error in [
        hasty().state(Mail::BY_SENDER).await.unwrap_err(),
        hasty().verify(Mail::BY_SENDER, all).await.unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert_eq!(
            error.context().unwrap().table(),
            Some(&Mail::SCHEMA.table.name)
        );
    }
    assert!(started.elapsed() < Duration::from_secs(10));
}
