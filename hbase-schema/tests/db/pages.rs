//! Pages: of rows, and of the versions of a row.

use hbase_schema::{Connection, ErrorKind, HTable, Timestamp, connect};

use crate::support::{
    Event, Plain, RecordKey, assert_contains, event, memory, plain, record, spoil,
};

#[tokio::test]
async fn pages_together_are_the_whole_in_either_direction() {
    let db = memory().await;
    let events: Vec<Event> = (0..23)
        .flat_map(|ms| (0..9).map(move |user| event(ms, user)))
        .collect();
    db.put_many(&events).await.unwrap();
    for reversed in [false, true] {
        for size in [1, 7, 50, 207, 1000] {
            let scan = || {
                let scan = db.scan(Event::scan().at(Timestamp::from_millis(2)..));
                if reversed { scan.reversed() } else { scan }
            };
            let whole = scan().rows().collect().await.unwrap();
            let mut page = scan().page(size).await.unwrap();
            let mut found = page.items;
            while let Some(cursor) = page.next {
                page = scan().page_after(cursor, size).await.unwrap();
                assert!(!page.items.is_empty());
                found.extend(page.items);
            }
            assert_eq!(found, whole, "pages of {size}, reversed: {reversed}");
        }
    }
}

#[tokio::test]
async fn rows_of_one_key_in_several_buckets_are_not_lost_between_pages() {
    use crate::support::Drawn;
    let db = memory().await;
    for _ in 0..10 {
        db.put_many((0..5).map(|id| Drawn { id, n: 1 }))
            .await
            .unwrap();
    }
    for reversed in [false, true] {
        let scan = || {
            let scan = db.scan(Drawn::scan().id(0..5));
            if reversed { scan.reversed() } else { scan }
        };
        let count = scan().count().await.unwrap();
        assert!(count > 5);
        let mut page = scan().page(1).await.unwrap();
        let mut found = 1;
        while let Some(cursor) = page.next {
            page = scan().page_after(cursor, 1).await.unwrap();
            found += 1;
        }
        assert_eq!(found, count);
    }
}

#[tokio::test]
async fn a_page_after_rows_that_were_put_and_deleted_meanwhile_goes_on_where_it_was() {
    let db = memory().await;
    db.put_many((0..10).map(|id| plain(id * 2))).await.unwrap();
    let scan = || db.scan(Plain::scan().all());
    let page = scan().page(5).await.unwrap();
    // The row at which the page ended is deleted; another one is added before it, and one after it.
    db.delete(&plain(8).key()).await.unwrap();
    db.put_many([plain(7), plain(9)]).await.unwrap();
    let page = scan().page_after(page.next.unwrap(), 3).await.unwrap();
    assert_eq!(
        page.items.iter().map(|row| row.id).collect::<Vec<_>>(),
        [9, 10, 12]
    );
}

#[tokio::test]
async fn a_cursor_is_valid_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", dir.path().display());
    let open = || async { connect(&url).await.unwrap() };
    let db = open().await;
    db.create_table::<Plain>().await.unwrap();
    db.put_many((0..10).map(plain)).await.unwrap();
    let page = db.scan(Plain::scan().all()).page(4).await.unwrap();
    let cursor: String = page.next.unwrap().into();
    drop(db);
    let db = open().await;
    let page = db
        .scan(Plain::scan().all())
        .page_after(&cursor, 4)
        .await
        .unwrap();
    assert_eq!(page.items[0].id, 4);
}

/// A cursor that an earlier build made: it must be readable as long as its format is supported.
#[tokio::test]
async fn a_cursor_of_an_earlier_build_is_read() {
    let db = memory().await;
    db.put_many((0..10).map(plain)).await.unwrap();
    let scan = || {
        let filter = Plain::N.between(0..1000) & Plain::NOTE.is_none();
        db.scan(Plain::scan().id(0..8)).filter(filter)
    };
    let page = scan().page(3).await.unwrap();
    let cursor = "AkHrYxdNhttlAAAABU30YHg";
    assert_eq!(page.next.unwrap().as_str(), cursor);
    let page = scan().page_after(cursor, 3).await.unwrap();
    assert_eq!(page.items[0].id, 7);
    // Format 1 named its query by what changed from build to build.
    let error = scan()
        .page_after("AQABAgMEBQYHAAAAAlNKiO4", 3)
        .await
        .unwrap_err();
    assert_contains(&error, "the format 1, which an older");
}

async fn first_cursor(db: &Connection) -> String {
    db.put_many((0..10).map(plain)).await.unwrap();
    let page = db
        .scan(Plain::scan().id(0..8))
        .filter(Plain::N.ge(0))
        .page(3)
        .await
        .unwrap();
    page.next.unwrap().to_string()
}

#[tokio::test]
async fn a_cursor_of_another_question_is_refused() {
    let db = memory().await;
    let cursor = first_cursor(&db).await;
    let other = "the cursor belongs to another query or another layout of the table";
    let scan = || db.scan(Plain::scan().id(0..8));
    let rejected = [
        scan().page_after(&cursor, 3).await,
        scan().filter(Plain::N.ge(1)).page_after(&cursor, 3).await,
        scan()
            .filter(Plain::N.ge(0))
            .reversed()
            .page_after(&cursor, 3)
            .await,
        scan()
            .filter(Plain::N.ge(0))
            .time_range(1_i64..)
            .page_after(&cursor, 3)
            .await,
        db.scan(Plain::scan().id(0..9))
            .filter(Plain::N.ge(0))
            .page_after(&cursor, 3)
            .await,
        db.scan(Plain::scan().all())
            .filter(Plain::N.ge(0))
            .page_after(&cursor, 3)
            .await,
    ];
    for answer in rejected {
        let error = answer.unwrap_err().to_string();
        assert!(error.contains(other), "{error}");
    }
    let error = db
        .scan(Event::scan().all())
        .page_after(&cursor, 3)
        .await
        .unwrap_err();
    assert_contains(&error, other);
    // The selected columns and the size may change.
    let narrower = scan().filter(Plain::N.ge(0)).columns(Plain::N);
    assert_eq!(
        narrower.page_after(&cursor, 2).await.unwrap().items,
        [30, 40]
    );
}

#[tokio::test]
async fn a_damaged_cursor_is_refused() {
    let db = memory().await;
    let cursor = first_cursor(&db).await;
    let scan = || db.scan(Plain::scan().id(0..8)).filter(Plain::N.ge(0));
    let mut damaged = vec![
        String::new(),
        "x".into(),
        "!?".into(),
        cursor[1..].into(),
        format!("{cursor}A"),
    ];
    for at in 0..cursor.len() {
        let letter = if &cursor[at..=at] == "A" { "B" } else { "A" };
        damaged.push(format!("{}{letter}{}", &cursor[..at], &cursor[at + 1..]));
    }
    for text in damaged {
        let error = scan().page_after(&text, 3).await.unwrap_err().to_string();
        assert!(error.contains("is not a cursor, or is damaged"), "{error}");
    }
    let long = format!("{}\n", "x".repeat(100_000));
    let error = scan().page_after(&long, 3).await.unwrap_err().to_string();
    assert!(error.len() < 1000 && !error.contains('\n'), "{error}");
    let error = scan().page_after("a\nb", 3).await.unwrap_err().to_string();
    assert!(!error.contains('\n'), "{error}");
    assert!(scan().page_after(format!(" {cursor}\n"), 3).await.is_ok());
}

/// Of the row after a page, only its existence matters.
#[tokio::test]
async fn a_row_that_does_not_decode_fails_only_its_own_page() {
    let db = memory().await;
    db.put_many((0..4).map(plain)).await.unwrap();
    spoil(&db, 2).await;
    let page = db.scan(Plain::scan().all()).page(2).await.unwrap();
    assert_eq!(page.items, [plain(0), plain(1)]);
    let rest = db
        .scan(Plain::scan().all())
        .page_after(page.next.unwrap(), 2);
    assert_eq!(rest.await.unwrap_err().kind(), ErrorKind::Decode);
}

#[tokio::test]
async fn a_page_of_nothing_and_a_limit_beside_a_page_are_refused() {
    let db = memory().await;
    assert!(db.scan(Plain::scan().all()).page(0).await.is_err());
    assert!(db.scan(Plain::scan().all()).limit(3).page(2).await.is_err());
    let key = RecordKey { user: "u".into() };
    assert!(db.history(&key).page(0).await.is_err());
    let error = db.history(&key).limit(3).page(2).await.unwrap_err();
    assert_contains(&error, "`limit` together with `page`");
}

#[tokio::test]
async fn the_versions_of_a_row_come_page_by_page() {
    let db = memory().await;
    let key = RecordKey { user: "u".into() };
    // A column that is written now and then reaches further back than the others.
    let rows: Vec<_> = (1..=30)
        .map(|day| {
            let b = (day % 10 == 0).then(|| format!("{day}"));
            crate::support::Record {
                b,
                ..record("u", day, 7)
            }
        })
        .collect();
    db.put_many(&rows).await.unwrap();
    db.put(&record("v", 5, 1)).await.unwrap();
    let newest_first: Vec<_> = rows.iter().rev().cloned().collect();
    assert_eq!(db.history(&key).await.unwrap(), newest_first);
    assert_eq!(db.history(&key).limit(3).await.unwrap(), newest_first[..3]);
    let between = || db.history(&key).time_range(5_i64..28);
    assert_eq!(between().await.unwrap(), newest_first[3..26]);
    for size in [1, 4, 23, 99] {
        let mut page = between().page(size).await.unwrap();
        let mut found = page.items;
        while let Some(cursor) = page.next {
            page = between().page_after(cursor, size).await.unwrap();
            found.extend(page.items);
        }
        assert_eq!(found, newest_first[3..26]);
    }
    let cursor = between().page(2).await.unwrap().next.unwrap();
    assert!(db.history(&key).page_after(&cursor, 2).await.is_err());
    let other = RecordKey { user: "v".into() };
    assert!(
        db.history(&other)
            .time_range(5_i64..28)
            .page_after(&cursor, 2)
            .await
            .is_err()
    );
    assert!(
        db.history(&key)
            .time_range(7_i64..7)
            .await
            .unwrap()
            .is_empty()
    );
    for size in [None, Some(3)] {
        let (from, to) = (7_i64, 3);
        let history = db.history(&key).time_range(from..to);
        let error = match size {
            None => history.await.unwrap_err(),
            Some(size) => history.page(size).await.unwrap_err(),
        };
        let error = error.to_string();
        assert_contains(&error, "7..3, whose lower bound is above");
    }
    assert!(db.history(&key).limit(0).await.unwrap().is_empty());
}

/// Each write goes to the next of three rows.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:RECORDS_IN_TURN")]
#[rowkey(salt = round_robin(3))]
#[family("INFO", versions = 400)]
struct InTurn {
    #[rowkey]
    user: String,
    #[timestamp]
    day: i64,
    n: u32,
}

#[tokio::test]
async fn versions_of_one_timestamp_are_on_one_page() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<InTurn>().await.unwrap();
    let user = || "u".to_owned();
    // Three rows have a version of each day.
    for n in 0..12 {
        let day = i64::from(n / 3);
        db.put(&InTurn {
            user: user(),
            day,
            n,
        })
        .await
        .unwrap();
    }
    let key = InTurnKey { user: user() };
    for size in 1..14 {
        let mut page = db.history(&key).page(size).await.unwrap();
        let mut found = page.items;
        while let Some(cursor) = page.next {
            page = db.history(&key).page_after(cursor, size).await.unwrap();
            assert!(!page.items.is_empty(), "a page of nothing, size {size}");
            found.extend(page.items);
        }
        let days: Vec<_> = found.iter().map(|row| row.day).collect();
        assert_eq!(days, [3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0], "size {size}");
        let mut all: Vec<_> = found.iter().map(|row| row.n).collect();
        all.sort_unstable();
        assert_eq!(all, (0..12).collect::<Vec<_>>(), "size {size}");
    }
}
