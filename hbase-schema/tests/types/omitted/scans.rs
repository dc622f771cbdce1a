//! Scans of keys that end early.

use hbase_schema::query::KeyQuery;
use hbase_schema::{HTable, RowKey, TimeOfDay, Timestamp, any, is_in};

use super::tables::{
    OfNumbers, OfText, Salted, TEXTS, check, check_ascending, numbers, owned, round_trips, salted,
    store, texts,
};

#[tokio::test]
async fn scans_of_text_find_keys_that_end_early() {
    let all = texts();
    let db = store(&all).await;
    for kind in ["", "k", "k1"] {
        check(&db, &all, OfText::scan().kind(kind), |row| row.kind == kind).await;
        check(&db, &all, OfText::scan().kind(kind).a(..), |row| {
            row.kind == kind
        })
        .await;
        for a in TEXTS {
            let holds = |row: &OfText| row.kind == kind && row.a.as_deref() == a;
            check(&db, &all, OfText::scan().kind(kind).a(a), holds).await;
            for b in TEXTS {
                let scan = OfText::scan().kind(kind).a(a).b(b);
                check(&db, &all, scan.clone(), |row| {
                    holds(row) && row.b.as_deref() == b
                })
                .await;
                for c in TEXTS {
                    let holds =
                        |row: &OfText| holds(row) && row.b.as_deref() == b && row.c.as_deref() == c;
                    if (kind, a, b, c) != ("", None, None, None) {
                        check(&db, &all, scan.clone().c(c), holds).await;
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn ranges_of_text_begin_without_a_value() {
    let all = texts();
    let db = store(&all).await;
    for low in ["", "m", "m0", "z"] {
        let low = owned(Some(low));
        for high in ["", "m", "m1", "z"] {
            let high = owned(Some(high));
            let scan = OfText::scan().kind("k").a(low.clone()..high.clone());
            check(&db, &all, scan, |row| {
                row.kind == "k" && (&low..&high).contains(&&row.a)
            })
            .await;
            let scan = OfText::scan().kind("k").a(..=high.clone());
            check(&db, &all, scan, |row| row.kind == "k" && row.a <= high).await;
            let scan = OfText::scan().kind("k").a(..high.clone());
            check(&db, &all, scan, |row| row.kind == "k" && row.a < high).await;
            let scan = OfText::scan()
                .kind("k")
                .a(None::<&str>)
                .b(Some("m"))
                .c(low.clone()..=high.clone());
            check(&db, &all, scan, |row| {
                row.kind == "k"
                    && row.a.is_none()
                    && row.b.as_deref() == Some("m")
                    && (&low..=&high).contains(&&row.c)
            })
            .await;
        }
        let scan = OfText::scan().kind("k").a(low.clone()..);
        check(&db, &all, scan, |row| row.kind == "k" && row.a >= low).await;
    }
    let error = OfText::scan()
        .kind("k")
        .a(None..owned(Some("m")))
        .into_ranges();
    let error = error.expect_err("a bound without a value").to_string();
    assert!(
        error.contains("found `None` as the bound of a range"),
        "{error}"
    );
}

#[tokio::test]
async fn scans_of_numbers_find_keys_that_end_early() {
    let all = numbers();
    let db = store(&all).await;
    let one = |row: &OfNumbers| row.kind == 7 && row.name == "n";
    let scan = || OfNumbers::scan().kind(7).name("n");
    check(&db, &all, scan(), one).await;
    check(&db, &all, OfNumbers::scan().kind(7), |row| row.kind == 7).await;
    for a in [None, Some(-1), Some(i32::MAX)] {
        check(&db, &all, scan().a(a), |row| one(row) && row.a == a).await;
        for b in [None, Some(0), Some(i64::MAX)] {
            let holds = |row: &OfNumbers| one(row) && row.a == a && row.b == b;
            if a.is_some() || b.is_none() {
                check(&db, &all, scan().a(a).b(b), holds).await;
            }
        }
    }
    check(&db, &all, scan().a(Some(-1)..Some(7)), |row| {
        one(row) && (Some(-1)..Some(7)).contains(&row.a)
    })
    .await;
    check(&db, &all, scan().a(..Some(0)), |row| {
        one(row) && row.a < Some(0)
    })
    .await;
    check(&db, &all, scan().a(Some(0)).b(..), |row| {
        one(row) && row.a == Some(0)
    })
    .await;
    check(&db, &all, scan().a(Some(0)).b(..=Some(0)), |row| {
        one(row) && row.a == Some(0) && row.b <= Some(0)
    })
    .await;
    // No key has `b`, but not `a`.
    check(&db, &all, scan().a(None).b(Some(1)), |_| false).await;
    check(&db, &all, scan().a(None).b(Some(1)..), |_| false).await;
    check(&db, &all, scan().a(None).b(..Some(1)), |row| {
        one(row) && row.a.is_none()
    })
    .await;
    check(&db, &all, scan().a(None).b(..), |row| {
        one(row) && row.a.is_none()
    })
    .await;
    let few = [None, Some(0), Some(7)];
    check_ascending(&db, &all, scan().a(is_in(few)), |row| {
        one(row) && few.contains(&row.a)
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(Some(0)), |row| {
        one(row) && few.contains(&row.a) && row.b == Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(None), |row| {
        one(row) && few.contains(&row.a) && row.b.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(is_in(few)).b(Some(0)..), |row| {
        one(row) && few.contains(&row.a) && row.b >= Some(0)
    })
    .await;
}

/// Skip scans leave the first part open.
#[tokio::test]
async fn skip_scans_find_keys_that_end_early() {
    let all = numbers();
    let db = store(&all).await;
    let scan = || OfNumbers::scan().kind(any()).name("n");
    check_ascending(&db, &all, scan(), |row| row.name == "n").await;
    check_ascending(&db, &all, scan().a(None), |row| {
        row.name == "n" && row.a.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)), |row| {
        row.name == "n" && row.a == Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(..Some(0)), |row| {
        row.name == "n" && row.a < Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)..), |row| {
        row.name == "n" && row.a >= Some(0)
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)).b(None), |row| {
        row.name == "n" && row.a == Some(0) && row.b.is_none()
    })
    .await;
    check_ascending(&db, &all, scan().a(Some(0)).b(..=Some(0)), |row| {
        row.name == "n" && row.a == Some(0) && row.b <= Some(0)
    })
    .await;
}

#[tokio::test]
async fn salted_keys_are_found_by_all_their_parts() {
    let all = salted();
    let db = store(&all).await;
    for row in &all {
        assert_eq!(db.get(&row.key()).await.expect("a row").as_ref(), Some(row));
        let (a, b) = (row.a.as_deref(), row.b.as_deref());
        let scan = Salted::scan().kind(&*row.kind).a(a).b(b);
        check(&db, &all, scan, |other| other == row).await;
        let scan = Salted::scan().kind(&*row.kind).a(a);
        check(&db, &all, scan, |other| {
            other.kind == row.kind && other.a == row.a
        })
        .await;
    }
    check(&db, &all, Salted::scan().kind("k"), |row| row.kind == "k").await;
}

/// Parts whose ranges may end above the last value.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_ENDS", allow(hotspot))]
#[family("D1")]
struct Ends {
    #[rowkey]
    kind: u8,
    #[rowkey(fixed = 2, omit_none)]
    digits: Option<u16>,
    #[rowkey(fixed = 2, omit_none)]
    code: Option<Vec<u8>>,
    #[rowkey(minute_of_day, truncate, omit_none)]
    minute: Option<TimeOfDay>,
    value: u8,
}

/// The last one.
const CODE: &[u8] = &[255, 255];

#[tokio::test]
async fn ranges_may_end_above_the_last_value() {
    let row = |digits, code: Option<&[u8]>, minute| Ends {
        kind: 7,
        digits,
        code: code.map(<[u8]>::to_vec),
        minute,
        value: 1,
    };
    let last_minute = TimeOfDay::from_millis(86_340_000).expect("a time");
    let end = TimeOfDay::from_millis(86_399_999).expect("a time");
    let all = [
        row(None, None, None),
        row(Some(9), None, None),
        row(Some(99), None, None),
        row(Some(99), Some(CODE), None),
        row(Some(99), Some(CODE), Some(last_minute)),
    ];
    let db = store(&all).await;
    let scan = || Ends::scan().kind(7);
    check(&db, &all, scan().digits(..=Some(100)), |_| true).await;
    check(&db, &all, scan().digits(Some(10)..Some(500)), |row| {
        row.digits == Some(99)
    })
    .await;
    check(&db, &all, scan().digits(Some(100)..), |_| false).await;
    let scan = || scan().digits(Some(99));
    check(&db, &all, scan().code(..=Some(vec![255, 255, 1])), |row| {
        row.digits == Some(99)
    })
    .await;
    let scan = || scan().code(Some(CODE.to_vec()));
    let minutes = || Some(last_minute)..=Some(end);
    check(&db, &all, scan().minute(minutes()), |row| {
        row.minute.is_some()
    })
    .await;
    check(&db, &all, scan().minute(..=Some(end)), |row| {
        row.code.is_some()
    })
    .await;
    check(
        &db,
        &all,
        scan().matching(Ends::MINUTE.between(minutes())),
        |row| row.minute.is_some(),
    )
    .await;
}

/// A last part with a terminator, and times of which each is a whole hour.
#[derive(HTable, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[table("DLQX:OMITTED_HOURS", allow(hotspot))]
#[rowkey(separator = "\0")]
#[family("D1")]
struct Slot {
    #[rowkey]
    kind: String,
    #[rowkey(omit_none, align = "1h")]
    hour: Option<Timestamp>,
    #[rowkey(omit_none, terminator = b"\0")]
    name: Option<String>,
    value: u8,
}

fn hour(number: i64) -> Timestamp {
    Timestamp::from_millis(number * 3_600_000)
}

#[tokio::test]
async fn ranges_of_hours_include_each_hour_that_they_overlap() {
    let mut all = Vec::new();
    for hour in [None, Some(hour(1)), Some(hour(2)), Some(hour(3))] {
        for name in [None, Some("a")] {
            if hour.is_some() || name.is_none() {
                all.push(Slot {
                    kind: "k".into(),
                    hour,
                    name: owned(name),
                    value: 1,
                });
            }
        }
    }
    round_trips(&all.iter().map(Slot::key).collect::<Vec<_>>());
    let db = store(&all).await;
    let at = |ms: i64| Some(Timestamp::from_millis(hour(2).as_millis() + ms));
    let scan = || Slot::scan().kind("k");
    check(&db, &all, scan().hour(at(1)..at(2)), |row| {
        row.hour == Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(at(1)..), |row| {
        row.hour >= Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(..at(1)), |row| {
        row.hour <= Some(hour(2))
    })
    .await;
    check(&db, &all, scan().hour(..at(0)), |row| {
        row.hour < Some(hour(2))
    })
    .await;
    let at = SlotKey {
        kind: "k".into(),
        hour: Some(hour(1)),
        name: None,
    };
    let with_end = [at.encode().expect("a key").as_ref(), b"\0\0"].concat();
    assert!(SlotKey::decode(&with_end).is_err());
    assert!(SlotKey::LAYOUT.decode(&with_end).is_err());
}
