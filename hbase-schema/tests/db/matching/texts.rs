//! Conditions on keys of text, with salts, terminators, and parts that are left out.

use hbase_schema::{Connection, RowKey, Timestamp, connect, prefix};

use super::tables::{Digits, Early, Texts};
use super::{Case, of};
use crate::several::assert_reads;

async fn digits() -> (Connection, Vec<Digits>) {
    let mut all = Vec::new();
    for host in ["a", "web1", "web10"] {
        for minute in 0..30 {
            for slot in 0..3 {
                for name in ["x", "xy"] {
                    let at = Timestamp::from_millis(1_700_000_000_000 + minute * 60_000);
                    all.push(Digits::new((host, at, slot, name)));
                }
            }
        }
    }
    let db = connect("memory:").await.unwrap();
    db.create_table::<Digits>().await.unwrap();
    db.put_many(&all).await.unwrap();
    let unsalted = |row: &Digits| {
        let key = row.key().to_string();
        key.split_once('_').unwrap().1.to_owned()
    };
    all.sort_by_key(unsalted);
    (db, all)
}

#[tokio::test]
async fn salted_text_keys_with_descending_parts() {
    type Of = Digits;

    let (db, all) = digits().await;
    let at = |minute: i64| Timestamp::from_millis(1_700_000_000_000 + minute * 60_000);
    let cases: Vec<Case<Digits>> = vec![
        (Of::SLOT.eq(1), |row| row.slot == 1),
        (Of::SLOT.ne(1), |row| row.slot != 1),
        (Of::SLOT.lt(1), |row| row.slot < 1),
        (Of::SLOT.le(1), |row| row.slot <= 1),
        (Of::SLOT.gt(1), |row| row.slot > 1),
        (Of::SLOT.ge(1), |row| row.slot >= 1),
        (Of::SLOT.is_in([2, 0]), |row| row.slot != 1),
        (Of::NAME.eq("x"), |row| row.name == "x"),
        (Of::NAME.starts_with("xy"), |row| row.name == "xy"),
        (Of::SLOT.eq(2) & Of::NAME.ne("xy"), |row| {
            row.slot == 2 && row.name == "x"
        }),
    ];
    for (n, (condition, test)) in cases.into_iter().enumerate() {
        let case = format!("condition {n}, {condition:?}");
        let expected = of(&all, |row| {
            row.host == "web1" && (at(5)..at(20)).contains(&row.at) && test(row)
        });
        let scan = || {
            Digits::scan()
                .host("web1")
                .at(at(5)..at(20))
                .matching(condition.clone())
        };
        assert_reads!(&db, scan(), expected.clone(), &case);
        let latest = db.scan(scan()).latest(3).rows().collect().await.unwrap();
        // Newest first in the key.
        assert_eq!(latest, expected[..expected.len().min(3)], "{case}");
        let expected = of(&all, |row| row.host.starts_with("web1") && test(row));
        let scan = || {
            Digits::scan()
                .host(prefix("web1"))
                .matching(condition.clone())
        };
        assert_reads!(&db, scan(), expected, &case);
    }
}

#[tokio::test]
async fn text_with_a_separator_before_the_part() {
    let mut all = Vec::new();
    for day in 1..6 {
        for city in ["Bern", "Berne", "Rome"] {
            for slot in 0..3 {
                all.push(Texts::new((day, city, slot)));
            }
        }
    }
    let db = connect("memory:").await.unwrap();
    db.create_table::<Texts>().await.unwrap();
    db.put_many(&all).await.unwrap();
    all.sort_by_key(|row| row.key().encode().unwrap().to_vec());
    let cases: Vec<Case<Texts>> = vec![
        (Texts::SLOT.eq(1), |row| row.slot == 1),
        (Texts::CITY.eq("Bern"), |row| row.city == "Bern"),
        (Texts::CITY.ne("Bern"), |row| row.city != "Bern"),
        (Texts::CITY.starts_with("Bern"), |row| row.city != "Rome"),
        (
            Texts::CITY.is_in(["Rome", "Bern"]) & Texts::SLOT.gt(0),
            |row| row.city != "Berne" && row.slot > 0,
        ),
    ];
    for (n, (condition, test)) in cases.into_iter().enumerate() {
        let case = format!("condition {n}, {condition:?}");
        let expected = of(&all, |row| (2..5).contains(&row.day) && test(row));
        let scan = || Texts::scan().day(2..5).matching(condition.clone());
        assert_reads!(&db, scan(), expected, &case);
    }
}

#[tokio::test]
async fn parts_that_are_left_out_and_terminated() {
    let mut all = Vec::new();
    for day in 0..3 {
        for name in ["a", "ab", "b"] {
            for (number, note) in [
                (None, None),
                (Some(0), None),
                (Some(7), None),
                (Some(7), Some("n")),
            ] {
                all.push(Early::new((day, name, number, note)));
            }
        }
    }
    let db = connect("memory:").await.unwrap();
    db.create_table::<Early>().await.unwrap();
    db.put_many(&all).await.unwrap();
    all.sort_by_key(|row| row.key().encode().unwrap().to_vec());
    let cases: Vec<Case<Early>> = vec![
        (Early::NUMBER.eq(None), |row| row.number.is_none()),
        (Early::NUMBER.eq(Some(7)), |row| row.number == Some(7)),
        (Early::NUMBER.ne(Some(7)), |row| row.number != Some(7)),
        (Early::NUMBER.is_in([None, Some(0)]), |row| {
            row.number != Some(7)
        }),
        (Early::NUMBER.lt(Some(7)), |row| row.number < Some(7)),
        (Early::NUMBER.le(Some(7)), |row| row.number <= Some(7)),
        (Early::NUMBER.ge(Some(0)), |row| row.number.is_some()),
        (Early::NUMBER.gt(Some(0)), |row| row.number > Some(0)),
        (Early::NOTE.eq(Some("n")), |row| row.note.is_some()),
        (Early::NOTE.eq(None::<&str>), |row| row.note.is_none()),
        (Early::NAME.gt("a"), |row| row.name != "a"),
        (Early::NAME.le("ab"), |row| row.name != "b"),
        (Early::NAME.lt("ab") & Early::NUMBER.eq(Some(7)), |row| {
            row.name == "a" && row.number == Some(7)
        }),
        (Early::NAME.eq("ab") & Early::NOTE.eq(Some("n")), |row| {
            row.name == "ab" && row.note.is_some()
        }),
    ];
    for (n, (condition, test)) in cases.into_iter().enumerate() {
        let case = format!("condition {n}, {condition:?}");
        let expected = of(&all, |row| row.day >= 1 && test(row));
        let scan = || Early::scan().day(1..).matching(condition.clone());
        assert_reads!(&db, scan(), expected, &case);
    }
}
