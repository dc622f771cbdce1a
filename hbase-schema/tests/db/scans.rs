//! Scans: order, limits, directions, selected cells.

use std::ops::Bound;
use std::sync::atomic::Ordering;

use hbase_schema::model::RowBound;
use hbase_schema::{Connection, HTable, Timestamp, prefix};

use crate::support::{
    Call, Event, Narrow, Plain, Record, assert_contains, call, event, memory, observed, plain,
    record, time,
};

async fn plains(db: &Connection, count: u32) {
    db.put_many((0..count).map(plain)).await.unwrap();
}

fn ids(rows: &[Plain]) -> Vec<u32> {
    rows.iter().map(|row| row.id).collect()
}

/// Events of 50 users at 40 times, in no order.
fn events() -> Vec<Event> {
    let mut events: Vec<Event> = (0..40)
        .flat_map(|ms| (0..50).map(move |user| event(1000 + ms, user)))
        .collect();
    events.sort_by_key(|event| {
        (event.at.as_millis() * 7919 + i64::from(event.user) * 104_729) % 2003
    });
    events
}

fn in_order(mut events: Vec<Event>) -> Vec<Event> {
    events.sort_by_key(|event| (std::cmp::Reverse(event.at), event.user));
    events
}

#[tokio::test]
async fn a_fan_out_is_merged_by_the_key_after_the_salt() {
    let db = memory().await;
    let events = events();
    db.put_many(&events).await.unwrap();
    let all = Timestamp::from_millis(0)..;
    let expected = in_order(events);
    for (max_concurrent_scans, caching) in [(16, 1000), (16, 7), (3, 7), (1, 1), (100, 13)] {
        let scan = || {
            db.scan(Event::scan().at(all.clone()))
                .max_concurrent_scans(max_concurrent_scans)
        };
        let found = scan().caching(caching).rows().collect().await.unwrap();
        assert_eq!(
            found, expected,
            "{max_concurrent_scans} side by side, {caching} at once"
        );
        let mut found = scan()
            .caching(caching)
            .reversed()
            .rows()
            .collect()
            .await
            .unwrap();
        found.reverse();
        assert_eq!(
            found, expected,
            "reversed, {max_concurrent_scans} side by side, {caching} at once"
        );
    }
}

#[tokio::test]
async fn a_fan_out_keeps_to_its_bounds() {
    let (db, observed) = observed().await;
    let events = events();
    db.put_many(&events).await.unwrap();
    let scan = || db.scan(Event::scan().at(Timestamp::from_millis(0)..));
    let found = scan()
        .max_concurrent_scans(4)
        .caching(5)
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(found.len(), events.len());
    assert!(observed.order.most_reading.load(Ordering::SeqCst) <= 4);
    assert!(observed.order.most_open.load(Ordering::SeqCst) <= 4);
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn limits_count_rows_whatever_a_round_trip_brings() {
    let db = memory().await;
    plains(&db, 100).await;
    for caching in [1, 2, 3, 50, 1000] {
        let scan = || db.scan(Plain::scan().all()).caching(caching);
        let first = scan().limit(7).rows().collect().await.unwrap();
        assert_eq!(ids(&first), (0..7).collect::<Vec<_>>());
        let next = scan().offset(7).limit(5).rows().collect().await.unwrap();
        assert_eq!(ids(&next), (7..12).collect::<Vec<_>>());
        let last = scan().offset(98).limit(5).rows().collect().await.unwrap();
        assert_eq!(ids(&last), [98, 99]);
        assert!(scan().limit(0).rows().collect().await.unwrap().is_empty());
        assert!(
            scan()
                .offset(100)
                .rows()
                .collect()
                .await
                .unwrap()
                .is_empty()
        );
    }
}

#[tokio::test]
async fn a_limit_reaches_the_backend() {
    let (db, observed) = observed().await;
    plains(&db, 100).await;
    let rows = db.scan(Plain::scan().all()).limit(3).offset(2).rows();
    assert_eq!(rows.collect().await.unwrap().len(), 3);
    assert_eq!(observed.order.scanned.load(Ordering::SeqCst), 5);
    assert_eq!(observed.order.scans.lock().unwrap()[0].limit, Some(5));
}

#[tokio::test]
async fn a_limit_of_no_rows_holds_for_the_first_too() {
    let db = memory().await;
    plains(&db, 3).await;
    let none = db.scan(Plain::scan().all()).limit(0);
    assert_eq!(none.first().await.unwrap(), None);
    let some = db.scan(Plain::scan().all()).limit(2);
    assert_eq!(some.first().await.unwrap(), Some(plain(0)));
}

#[tokio::test]
async fn a_range_at_the_longest_key_has_bounds_that_keys_can_have() {
    let db = memory().await;
    let longest = "a".repeat(32767);
    db.put(&record(&longest, 1, 1)).await.unwrap();
    db.put(&record("b", 1, 1)).await.unwrap();
    let up_to = || Record::scan().user(..=longest.as_str());
    let after = (Bound::Excluded(longest.clone()), Bound::Unbounded);
    let after = || Record::scan().user(after.clone());
    for ranges in [up_to().ranges(), after().ranges()] {
        for range in ranges.unwrap().as_slice() {
            for bound in [&range.start, &range.stop] {
                if let RowBound::Included(key) | RowBound::Excluded(key) = bound {
                    assert!(key.len() <= 32767, "{}", key.len());
                }
            }
        }
    }
    let users = |rows: Vec<Record>| rows.into_iter().map(|row| row.user).collect::<Vec<_>>();
    let found = db.scan(up_to()).rows().collect().await.unwrap();
    assert_eq!(users(found), std::slice::from_ref(&longest));
    let found = db.scan(after()).rows().collect().await.unwrap();
    assert_eq!(users(found), ["b"]);
}

#[tokio::test]
async fn a_key_without_bytes_is_no_row_and_not_all_of_them() {
    let db = memory().await;
    db.put(&record("a", 1, 1)).await.unwrap();
    let none = || db.scan(Record::scan().user(""));
    assert_eq!(none().count().await.unwrap(), 0);
    assert_eq!(none().reversed().first().await.unwrap(), None);
    assert!(none().page(5).await.unwrap().items.is_empty());
    let all = db.scan(Record::scan().user(prefix("")));
    assert_eq!(all.count().await.unwrap(), 1);
}

#[tokio::test]
async fn a_single_range_is_one_scan() {
    let (db, observed) = observed().await;
    plains(&db, 100).await;
    let rows = db.scan(Plain::scan().id(10..20)).caching(3).rows();
    assert_eq!(
        ids(&rows.collect().await.unwrap()),
        (10..20).collect::<Vec<_>>()
    );
    assert_eq!(observed.order.scans.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn empty_ranges_are_no_error() {
    let (db, observed) = observed().await;
    plains(&db, 10).await;
    assert!(
        db.scan(Plain::scan().id(7..7))
            .rows()
            .collect()
            .await
            .unwrap()
            .is_empty()
    );
    #[allow(clippy::reversed_empty_ranges, reason = "that is what is tested")]
    let backwards = db.scan(Plain::scan().id(9..3));
    assert!(backwards.rows().collect().await.unwrap().is_empty());
    assert_eq!(db.scan(Plain::scan().id(50..)).count().await.unwrap(), 0);
    assert_eq!(db.scan(Plain::scan().id(50..)).first().await.unwrap(), None);
    let page = db.scan(Plain::scan().id(7..7)).page(5).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_none());
    assert_eq!(observed.order.open.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn one_phone_over_three_months_comes_in_time_order() {
    let db = memory().await;
    let mut calls = Vec::new();
    for month in [10, 11, 12] {
        for day in 1..=28 {
            let at = time(2015, month, day);
            calls.push(Call {
                at,
                ..call("13812345678", 1, u32::from(day))
            });
            calls.push(Call {
                at,
                ..call("18600009999", 1, u32::from(day))
            });
        }
    }
    db.put_many(calls.iter().rev()).await.unwrap();
    let range = time(2015, 10, 15)..time(2015, 12, 15);
    let found = db.scan(Call::scan().phone("13812345678").at(range.clone()));
    let expected: Vec<Call> = calls
        .iter()
        .filter(|call| call.phone == "13812345678" && range.contains(&call.at))
        .cloned()
        .collect();
    assert_eq!(found.rows().collect().await.unwrap(), expected);
    let of_prefix = db
        .scan(Call::scan().phone(prefix("138")))
        .count()
        .await
        .unwrap();
    assert_eq!(of_prefix, 84);
}

/// Padding on the right does not change prefixes; ranges do not compile, see `tests/ui`.
#[tokio::test]
async fn padded_text_has_values_and_prefixes() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:PADDED_NAMES")]
    #[family("D")]
    struct Padded {
        #[rowkey(fixed = 6, pad_right = ' ')]
        name: String,
        n: u32,
    }
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Padded>().await.unwrap();
    let names = ["ada", "ada\tb", "adam", "bob"];
    let rows = (0..).zip(names).map(|(n, name)| Padded {
        name: name.into(),
        n,
    });
    db.put_many(rows).await.unwrap();
    // In the order of the bytes, which differs from that of the texts: a tab sorts before the padding.
    let all = db
        .scan(Padded::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    let all: Vec<&str> = all.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(all, ["ada\tb", "ada", "adam", "bob"]);
    let of_prefix = db.scan(Padded::scan().name(prefix("ada"))).count().await;
    assert_eq!(of_prefix.unwrap(), 3);
    let of_value = db.scan(Padded::scan().name("ada")).rows().collect().await;
    assert_eq!(
        of_value.unwrap(),
        [Padded {
            name: "ada".into(),
            n: 0
        }]
    );
}

#[tokio::test]
async fn filters_read_their_column_where_nobody_asked_for_it() {
    let db = memory().await;
    let calls: Vec<Call> = (1..=20)
        .map(|day| Call {
            cents: (day % 3 != 0).then(|| i32::from(day) - 10),
            ..call("13812345678", day, u32::from(day))
        })
        .collect();
    db.put_many(&calls).await.unwrap();
    let scan = || db.scan(Call::scan().phone("13812345678").at(time(2015, 12, 1)..));
    let found = scan().filter(Call::CENTS.lt(-5)).columns(Call::DURATION_S);
    assert_eq!(found.rows().collect().await.unwrap(), [1, 2, 4]);
    let found = scan()
        .filter(Call::DURATION_S.gt(17))
        .columns((Call::CENTS, Call::PEER))
        .rows();
    assert_eq!(
        found.collect().await.unwrap(),
        [(None, None), (Some(9), None), (Some(10), None)]
    );
    let found = scan()
        .filter(Call::CENTS.ge(0))
        .filter(Call::DURATION_S.lt(15));
    assert_eq!(found.count().await.unwrap(), 4);
    let peers = scan().filter(Call::DURATION_S.le(2)).select::<Narrow>();
    assert_eq!(peers.rows().collect().await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_struct_of_another_table_is_refused() {
    let db = memory().await;
    let rows = db.scan(Call::scan().all()).select::<Plain>().rows();
    let error = rows.collect().await.unwrap_err().to_string();
    assert_eq!(
        error,
        "scan, table DLQX:CALL_RECORD: Plain is a struct of the table DLQX:PLAIN_ROWS, expected one of DLQX:CALL_RECORD: select a struct that derives the same table"
    );
}

#[tokio::test]
async fn rows_that_only_share_the_salt_are_left_out_and_do_not_count() {
    let db = memory().await;
    let events = events();
    db.put_many(&events).await.unwrap();
    for user in [0, 7, 49] {
        let scan = || {
            db.scan(
                Event::scan()
                    .salted_by(user)
                    .at(Timestamp::from_millis(0)..),
            )
        };
        let of_user: Vec<Event> = in_order(
            events
                .iter()
                .filter(|event| event.user == user)
                .cloned()
                .collect(),
        );
        assert_eq!(scan().rows().collect().await.unwrap(), of_user);
        assert_eq!(
            scan().limit(5).rows().collect().await.unwrap(),
            of_user[..5]
        );
        assert_eq!(scan().count().await.unwrap(), 40);
        let page = scan().page(30).await.unwrap();
        assert_eq!(page.items, of_user[..30]);
        let page = scan().page_after(page.next.unwrap(), 30).await.unwrap();
        assert_eq!((page.items.as_slice(), page.next), (&of_user[30..], None));
    }
}

#[tokio::test]
async fn an_optional_column_is_compared_with_an_option() {
    let db = memory().await;
    plains(&db, 5).await;
    let all = || db.scan(Plain::scan().all());
    let second: Option<String> = plain(2).note;
    let rows = |filter| all().filter(filter).rows().collect();
    let found = rows(Plain::NOTE.eq(second.clone())).await.unwrap();
    assert_eq!(ids(&found), [2]);
    let found = rows(Plain::NOTE.eq(second.as_deref())).await.unwrap();
    assert_eq!(ids(&found), [2]);
    let found = rows(Plain::NOTE.eq("note 4")).await.unwrap();
    assert_eq!(ids(&found), [4]);
    let found = rows(Plain::NOTE.ne(second)).await.unwrap();
    assert_eq!(ids(&found), [0, 4]);
    let found = rows(Plain::NOTE.eq(None::<&str>)).await.unwrap();
    assert_eq!(ids(&found), [1, 3]);
    let found = rows(Plain::NOTE.ne(None::<&str>)).await.unwrap();
    assert_eq!(ids(&found), [0, 2, 4]);
    let error = rows(Plain::NOTE.gt(None::<&str>)).await.unwrap_err();
    assert_contains(&error, "D1:NOTE: found `None`");
}
