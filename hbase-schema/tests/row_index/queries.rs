//! Queries by each indexed field, pages and streams.

use std::ops::Bound;

use hbase_schema::db::StaleReason;
use hbase_schema::row_index::EntryId;
use hbase_schema::{ErrorKind, Timestamp};

use crate::assert_contains;
use crate::mails::{Mail, MailBox, ann, connected, filled, inbox, mail, matching, subjects};

const MAILS: u32 = 300;

#[tokio::test]
async fn each_field_has_its_queries() {
    let db = filled(MAILS).await;
    let bo = inbox(&db).by(Mail::FROM).equal("bo").stream();
    let bo: Vec<_> = bo.collect().await.unwrap();
    assert_eq!(subjects(bo), matching(MAILS, |mail| mail.from == "bo"));

    let b = inbox(&db).by(Mail::FROM).prefix("b").stream();
    let b: Vec<_> = b.collect().await.unwrap();
    assert_eq!(
        subjects(b),
        matching(MAILS, |mail| mail.from.starts_with('b'))
    );

    let range =
        Timestamp::from_millis(1_450_000_000_010)..=Timestamp::from_millis(1_450_000_000_012);
    let days = inbox(&db).by(Mail::AT).range(range.clone()).stream();
    let days: Vec<_> = days.collect().await.unwrap();
    assert_eq!(days.len(), 9);
    assert_eq!(
        subjects(days),
        matching(MAILS, |mail| range.contains(&mail.at))
    );

    let sizes = inbox(&db).by(Mail::SIZE).range(-2..1).stream();
    let sizes: Vec<_> = sizes.collect().await.unwrap();
    assert!(sizes.is_sorted_by_key(|(_, mail)| mail.size), "by size");
    assert_eq!(
        subjects(sizes),
        matching(MAILS, |mail| (-2..1).contains(&mail.size))
    );

    let lists = inbox(&db).by(Mail::LIST).all().stream();
    let lists: Vec<_> = lists.collect().await.unwrap();
    assert_eq!(subjects(lists), matching(MAILS, |mail| mail.list.is_some()));
}

#[tokio::test]
async fn bounds_are_exact() {
    let db = filled(MAILS).await;
    let range = (Bound::Excluded("bo"), Bound::Excluded("cy"));
    let bob = inbox(&db).by(Mail::FROM).range::<&str>(range).stream();
    let bob: Vec<_> = bob.collect().await.unwrap();
    assert_eq!(subjects(bob), matching(MAILS, |mail| mail.from == "bob"));
    let none = inbox(&db).by(Mail::FROM).equal("b").stream();
    assert!(none.collect::<Vec<_>>().await.unwrap().is_empty());
    let last = inbox(&db).by(Mail::FROM).range("cz"..).stream();
    assert_eq!(last.collect::<Vec<_>>().await.unwrap().len(), 75);
}

#[tokio::test]
async fn pages_are_as_the_stream() {
    let db = filled(MAILS).await;
    let query = || inbox(&db).by(Mail::SIZE).range(-1..);
    let all: Vec<_> = query().stream().collect().await.unwrap();
    for size in [1, 7, 128, 129, 1000] {
        let mut page = query().page(size).await.unwrap();
        let mut paged = Vec::new();
        loop {
            assert!(
                page.items.len() == size || page.next.is_none(),
                "a full page of {size}"
            );
            paged.extend(page.items);
            let Some(cursor) = page.next else { break };
            page = query().page_after(cursor, size).await.unwrap();
        }
        assert_eq!(paged, all);
    }
    let some: Vec<_> = query().limit(200).stream().collect().await.unwrap();
    assert_eq!(some, all[..200]);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_query() {
    let db = filled(30).await;
    let page = inbox(&db).by(Mail::SIZE).range(0..).page(2).await.unwrap();
    let cursor = page.next.unwrap();
    let error = inbox(&db)
        .by(Mail::SIZE)
        .range(1..)
        .page_after(&cursor, 2)
        .await
        .unwrap_err();
    assert_contains(&error, "the cursor belongs to another query");
    let error = inbox(&db).by(Mail::SIZE).all().page(0).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let error = inbox(&db)
        .by(Mail::SIZE)
        .all()
        .limit(1)
        .page(1)
        .await
        .unwrap_err();
    assert_contains(&error, "a `limit` together with `page`");
}

#[tokio::test]
async fn an_index_column_without_its_entry_is_skipped_and_reported() {
    let db = filled(40).await;
    // Only the entry is deleted, and another mail has a column of a value that it does not have.
    let gone = EntryId::of(&serde_json::to_vec(&mail(4)).unwrap());
    db.dynamic(&ann(), MailBox::MAILS)
        .delete(gone)
        .await
        .unwrap();
    let other = EntryId::of(&serde_json::to_vec(&mail(1)).unwrap());
    let column = [b"\x01\x34bo\x00", other.as_bytes().as_slice()].concat();
    db.mutate(&ann())
        .put_raw("INDEX", &column, b"")
        .await
        .unwrap();

    let query = || inbox(&db).by(Mail::FROM).equal("bo");
    let right = matching(40, |mail| mail.from == "bo" && mail.subject != "mail 4");
    let page = query().page(100).await.unwrap();
    let mut reasons: Vec<_> = page
        .skipped
        .iter()
        .map(|stale| (stale.id, stale.reason))
        .collect();
    reasons.sort_by_key(|(_, reason)| *reason == StaleReason::OtherValue);
    assert_eq!(
        reasons,
        [
            (gone, StaleReason::NoEntry),
            (other, StaleReason::OtherValue)
        ]
    );
    assert_eq!(subjects(page.items), right);

    let mut stream = query().stream();
    let mut found = Vec::new();
    while let Some(entry) = stream.next().await {
        found.push(entry.unwrap());
    }
    assert_eq!(stream.stale(), 2);
    assert_eq!(subjects(found), right);

    // Pages are filled after what is skipped.
    assert_eq!(query().page(8).await.unwrap().items.len(), 8);
}

#[tokio::test]
async fn an_entry_that_does_not_decode_is_an_error() {
    let db = connected().await;
    let id = inbox(&db).put(&mail(0)).await.unwrap();
    db.mutate(&ann())
        .put_raw("DATA", id.as_bytes(), b"{")
        .await
        .unwrap();
    let error = inbox(&db)
        .by(Mail::FROM)
        .equal("bo")
        .page(1)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Decode);
    assert!(
        error
            .to_string()
            .starts_with("entry_page, table DLQX:INDEXED_MAILS, row `ann`"),
        "{error}"
    );
    // An index column of too few bytes.
    db.mutate(&ann())
        .put_raw("INDEX", b"\x03\x2c", b"")
        .await
        .unwrap();
    let error = inbox(&db).by(Mail::SIZE).all().page(9).await.unwrap_err();
    assert_contains(&error, "expected a tag, the field's value");
}
