//! Comparing a row's entries with its index.

use std::time::Duration;

use hbase_schema::db::StaleReason;
use hbase_schema::row_index::EntryId;
use hbase_schema::testing::{CallKind, Faults};

use crate::assert_contains;
use crate::mails::{Mail, MailBox, ann, filled, inbox, mail};

fn id(n: u32) -> EntryId {
    EntryId::of(&serde_json::to_vec(&mail(n)).unwrap())
}

#[tokio::test]
async fn differences_in_both_directions_are_reported_and_repaired() {
    let db = filled(400).await;
    let right = inbox(&db).verify().await.unwrap();
    assert!(right.is_consistent(), "{right}");
    assert_eq!((right.entries, right.columns), (400, 3 * 400 + 200));

    // A mail without its entry: four columns. A mail without a column. A column of another value. A column of a field
    // that is not indexed.
    db.dynamic(&ann(), MailBox::MAILS)
        .delete(id(4))
        .await
        .unwrap();
    let from = |text: &str, n| [b"\x01\x34", text.as_bytes(), b"\0", id(n).as_bytes()].concat();
    db.mutate(&ann())
        .delete_raw("INDEX", &from("bob", 5))
        .put_raw("INDEX", &from("eve", 6), b"")
        .put_raw(
            "INDEX",
            &[b"\x09\x00", id(7).as_bytes().as_slice()].concat(),
            b"",
        )
        .await
        .unwrap();
    let report = inbox(&db).verify().await.unwrap();
    assert_eq!(
        (report.stale_count, report.missing_count, report.repaired),
        (6, 1, 0)
    );
    let of = |reason| {
        report
            .stale
            .iter()
            .filter(|stale| stale.reason == reason)
            .count()
    };
    assert_eq!(
        (of(StaleReason::NoEntry), of(StaleReason::OtherValue)),
        (4, 2)
    );
    assert_eq!(report.missing[0].qualifier, from("bob", 5));
    assert_eq!(report.missing[0].id, id(5));

    let repaired = inbox(&db).repair().await.unwrap();
    assert_eq!(
        (
            repaired.stale_count,
            repaired.missing_count,
            repaired.repaired
        ),
        (6, 1, 7)
    );
    let after = inbox(&db).verify().await.unwrap();
    assert!(after.is_consistent(), "{after}");
    assert_eq!((after.entries, after.columns), (399, right.columns - 4));
    let bob = inbox(&db).by(Mail::FROM).equal("bob").stream();
    let bob: Vec<_> = bob.collect().await.unwrap();
    assert!(bob.iter().any(|(found, _)| *found == id(5)));
}

#[tokio::test]
async fn an_index_is_built_for_entries_that_have_none() {
    let db = filled(0).await;
    let mails = (0..200).map(|n| (id(n), mail(n)));
    db.dynamic(&ann(), MailBox::MAILS)
        .put_many(mails)
        .await
        .unwrap();
    let report = inbox(&db).repair().await.unwrap();
    assert_eq!((report.missing_count, report.repaired), (700, 700));
    assert!(inbox(&db).verify().await.unwrap().is_consistent());
}

/// An entry of another program, whose sender has a byte that no index column can have.
#[tokio::test]
async fn entries_that_cannot_be_indexed_do_not_end_a_repair() {
    let db = filled(3).await;
    let nul = Mail {
        from: "a\0b".into(),
        ..mail(0)
    };
    let nul = serde_json::to_vec(&nul).unwrap();
    let bad = [nul.as_slice(), b"no JSON"];
    for bytes in bad {
        let id = EntryId::of(bytes);
        let index = [b"\x01\x34bo\0", id.as_bytes().as_slice()].concat();
        let put = db.mutate(&ann()).put_raw("DATA", id.as_bytes(), bytes);
        put.put_raw("INDEX", &index, b"").await.unwrap();
    }
    let mails = db.dynamic(&ann(), MailBox::MAILS);
    mails.put(id(7), mail(7)).await.unwrap();
    db.dynamic(&ann(), MailBox::MAILS)
        .delete(id(1))
        .await
        .unwrap();
    let report = inbox(&db).repair().await.unwrap();
    assert_eq!(
        (report.missing_count, report.stale_count, report.repaired),
        (3, 3, 6)
    );
    assert_eq!((report.entries, report.undecodable_count), (5, 2));
    let mut found: Vec<_> = report.undecodable.iter().map(|entry| entry.id).collect();
    let mut right = bad.map(EntryId::of);
    found.sort();
    right.sort();
    assert_eq!(found, right);
    let mut errors = report
        .undecodable
        .iter()
        .map(|entry| entry.error.to_string());
    assert!(errors.any(|error| error.contains("the indexed field `from`")));
    assert!(!report.is_consistent());
    assert_contains(&report, "2 entries cannot be indexed");
}

/// A change that is running at the timeout is waited for, and no other one is begun.
#[tokio::test]
async fn a_repair_drops_no_running_write() {
    let db = filled(0).await;
    let mails = (0..9).map(|n| (id(n), mail(n)));
    let written = db.dynamic(&ann(), MailBox::MAILS).put_many(mails);
    written.await.unwrap();
    let faults = Faults::new();
    let slow = faults
        .over(&db)
        .operation_timeout(Duration::from_millis(500));
    let changes = faults.on(CallKind::CheckAndMutate).always();
    changes.delay(Duration::from_millis(1500));
    let error = inbox(&slow).repair().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    assert_eq!(faults.calls(CallKind::CheckAndMutate), 1);
    let report = inbox(&db).verify().await.unwrap();
    assert!((1..=4).contains(&report.columns), "{report}");
}
