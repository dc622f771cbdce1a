//! Lost responses, and connections that share their state or are closed.

use std::time::Duration;

use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Error, ErrorKind, RowKey};

use super::{Mail, created, found, mail, mails};

#[tokio::test]
async fn a_lost_answer_is_looked_up_in_the_row() {
    let (db, _, _) = created().await;
    let faults = Faults::new();
    let (mails, _) = mails(&faults.over(&db));
    mails.put(&mail(1, "a", 1)).await.unwrap();
    faults.on(CallKind::CheckAndMutate).lose_response();
    mails.put(&mail(1, "b", 1)).await.unwrap();
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("b")).await, [1]);
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await, [0; 0]);
}

#[tokio::test]
async fn rows_of_a_bulk_put_fail_or_are_looked_up_alone() {
    let (db, _, _) = created().await;
    let faults = Faults::new();
    let (mails, _) = mails(&faults.over(&db));
    let rows: Vec<Mail> = (0..20).map(|id| mail(id, "a", 1)).collect();
    faults.on(CallKind::CheckAndMutateMany).lose_response();
    assert_eq!(mails.put_many(&rows).await.unwrap(), 20);
    assert_eq!(faults.calls(CallKind::CheckAndMutateMany), 1);
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await.len(), 20);
}

#[tokio::test]
async fn a_single_row_of_a_bulk_put_fails() {
    let (db, _, _) = created().await;
    let faults = Faults::new();
    let (mails, _) = mails(&faults.over(&db));
    let rows: Vec<Mail> = (0..20).map(|id| mail(id, "a", 1)).collect();
    let bad = rows[7].key().encode().unwrap();
    let rejected = hbase_schema::model::Error::invalid("rejected");
    faults
        .on(CallKind::CheckAndMutateMany)
        .row(bad.as_ref())
        .fail(rejected);
    let Error::Batch(error) = mails.put_many(&rows).await.unwrap_err() else {
        panic!("another error")
    };
    let failed: Vec<_> = error.failed.iter().map(|row| row.index).collect();
    assert_eq!((error.written, failed), (19, vec![7]));
    assert_eq!(found(&mails, Mail::BY_SENDER.eq("a")).await.len(), 19);
}

#[tokio::test]
async fn handles_of_one_connection_share_their_waiting_deletions() {
    let (db, _, _) = created().await;
    db.put(&mail(1, "a", 1)).await.unwrap();
    let clone = db.timeout(Duration::from_secs(9));
    clone.put(&mail(1, "b", 1)).await.unwrap();
    assert_eq!(db.indexes::<Mail>().lag().waiting, 1);
}

#[tokio::test]
async fn a_closed_connection_ends_its_calls() {
    let (db, mails, _) = created().await;
    db.close().await.unwrap();
    let error = mails.put(&mail(1, "a", 1)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Closed);
    let query = mails.query(Mail::BY_SENDER.eq("a")).rows().collect();
    assert_eq!(query.await.unwrap_err().kind(), ErrorKind::Closed);
}
