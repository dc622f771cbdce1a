//! The index whose qualifiers are the texts of a field.

use std::time::Duration;

use hbase_schema::cell::Json;
use hbase_schema::db::EntriesRequest;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, ErrorKind};

use crate::assert_contains;
use crate::mails::{Mail, MailBox, ann, connected, mail, subjects};

fn old(db: &Connection) -> EntriesRequest<MailBox, Mail, Json> {
    db.entries(&ann(), MailBox::OLD)
}

async fn from(db: &Connection, from: &str) -> Vec<String> {
    let page = old(db).by(Mail::FROM).equal(from).page(10).await.unwrap();
    subjects(page.items)
}

/// A table as another program has written it.
async fn written() -> Connection {
    let db = connected().await;
    for n in 0..3 {
        let bytes = serde_json::to_vec(&mail(n)).unwrap();
        let md5 = hbase_schema::row_index::EntryId::of(&bytes);
        let data = [b"p:", md5.as_bytes().as_slice()].concat();
        let index = format!("s:{}", mail(n).from);
        db.mutate(&ann())
            .put_raw("PLAIN", &data, &bytes)
            .put_raw("PLAIN", index.as_bytes(), md5.as_bytes())
            .await
            .unwrap();
    }
    db
}

#[tokio::test]
async fn tables_of_other_programs_are_read() {
    let db = written().await;
    assert_eq!(from(&db, "bo").await, ["mail 0"]);
    assert_eq!(from(&db, "b").await, [""; 0]);
    let b = old(&db).by(Mail::FROM).prefix("b").stream();
    assert_eq!(
        subjects(b.collect::<Vec<_>>().await.unwrap()),
        ["mail 0", "mail 1"]
    );
    let range = old(&db).by(Mail::FROM).range("bo"..="bob").stream();
    assert_eq!(
        subjects(range.collect::<Vec<_>>().await.unwrap()),
        ["mail 0", "mail 1"]
    );
    let range = old(&db).by(Mail::FROM).range("bo".."bob").stream();
    assert_eq!(
        subjects(range.collect::<Vec<_>>().await.unwrap()),
        ["mail 0"]
    );
    let mut page = old(&db).by(Mail::FROM).all().page(2).await.unwrap();
    page = old(&db)
        .by(Mail::FROM)
        .all()
        .page_after(page.next.unwrap(), 2)
        .await
        .unwrap();
    assert_eq!(subjects(page.items), ["mail 2"]);
    assert!(old(&db).verify().await.unwrap().is_consistent());
}

#[tokio::test]
async fn other_fields_are_not_indexed() {
    let db = written().await;
    let error = old(&db).by(Mail::SIZE).equal(1).page(1).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert_contains(&error, "found a query by `size`, expected one by `from`");
    let error = db
        .mutate(&ann())
        .delete_entry(MailBox::OLD, &mail(0))
        .await
        .unwrap_err();
    assert_contains(&error, "may name another entry");
}

#[tokio::test]
async fn a_text_names_the_entry_that_was_put_last() {
    let db = connected().await;
    old(&db).put(&mail(0)).await.unwrap();
    old(&db).put(&mail(4)).await.unwrap();
    assert_eq!(from(&db, "bo").await, ["mail 4"]);
    assert!(old(&db).verify().await.unwrap().is_consistent());

    // Another entry's column stays.
    old(&db).delete(&mail(0)).await.unwrap();
    assert_eq!(from(&db, "bo").await, ["mail 4"]);
    old(&db).put(&mail(0)).await.unwrap();
    old(&db).delete(&mail(0)).await.unwrap();
    assert_eq!(from(&db, "bo").await, [""; 0]);

    // The other entry is found once more after a repair.
    let report = old(&db).repair().await.unwrap();
    assert_eq!((report.missing_count, report.repaired), (1, 1));
    assert_eq!(from(&db, "bo").await, ["mail 4"]);
    old(&db).delete(&mail(4)).await.unwrap();
    assert_eq!(db.get_raw(&ann()).await.unwrap(), None);
}

#[tokio::test]
async fn a_column_that_names_no_entry_is_an_error_that_names_the_column() {
    let db = written().await;
    let put = db.mutate(&ann()).put_raw("PLAIN", b"s:zed", b"abc");
    put.await.unwrap();
    let error = old(&db).by(Mail::FROM).equal("zed").page(9).await;
    let text = error.unwrap_err().to_string();
    let expected = "found 3 bytes, expected the 16 of an entry's MD5";
    assert!(text.contains(expected), "{text}");
    assert!(text.contains("s:zed"), "{text}");
}

/// Another program changes the column between each read and the delete that depends on it.
#[tokio::test]
async fn a_delete_ends_where_others_always_change_the_column() {
    let db = written().await;
    let faults = Faults::new();
    let slow = faults.over(&db);
    let checks = faults.on(CallKind::CheckAndMutate).always();
    checks.delay(Duration::from_millis(10));
    let changing = tokio::spawn(async move {
        for n in 0_u128.. {
            let put = db.mutate(&ann());
            let put = put.put_raw("PLAIN", b"s:bo", &n.to_be_bytes());
            put.await.unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    });
    let error = old(&slow).delete(&mail(0)).await.unwrap_err();
    changing.abort();
    let expected = "others changed the column between each of 10 reads and deletes: retry the call";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert_eq!(faults.calls(CallKind::CheckAndMutate), 10);
}
