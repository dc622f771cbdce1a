//! Conditions on key parts, compared with all rows.

mod places;
mod skips;
mod tables;

use hbase_schema::query::{FanOut, KeyCondition, KeyQuery, KeyRanges, Matching, One, Several};
use hbase_schema::{
    Connection, Dynamic, HTable, RowKey, Timestamp, connect, is_in, prefix, ranges,
};

use crate::several::assert_reads;
use tables::{Binary, Digits, Early, Texts};

/// Rows, all of whose parts have a few values.
async fn binary() -> (Connection, Vec<Binary>) {
    let mut all = Vec::new();
    for kind in [0, 1] {
        for at in [0_u32, 5, 256, u32::MAX] {
            for slot in [0_u8, 3, 4, 255] {
                for level in [None, Some(-2_i16), Some(7)] {
                    for name in ["", "a", "ab"] {
                        all.push(Binary::new((kind, at, slot, level, name)));
                    }
                }
            }
        }
    }
    let db = connect("memory:").await.unwrap();
    db.create_table::<Binary>().await.unwrap();
    db.put_many(&all).await.unwrap();
    all.sort_by_key(|row| row.key().encode().unwrap().to_vec());
    (db, all)
}

fn of<T: Clone>(all: &[T], test: impl Fn(&T) -> bool) -> Vec<T> {
    all.iter().filter(|row| test(row)).cloned().collect()
}

/// A condition, and what it means.
type Case<R> = (KeyCondition<R>, fn(&R) -> bool);

fn conditions() -> Vec<Case<Binary>> {
    use Binary as B;
    vec![
        (B::SLOT.eq(3), |row| row.slot == 3),
        (B::SLOT.ne(3), |row| row.slot != 3),
        (B::SLOT.lt(4), |row| row.slot < 4),
        (B::SLOT.lt(0), |_| false),
        (B::SLOT.le(4), |row| row.slot <= 4),
        (B::SLOT.gt(4), |row| row.slot > 4),
        (B::SLOT.gt(255), |_| false),
        (B::SLOT.ge(4), |row| row.slot >= 4),
        (B::SLOT.is_in([255, 3, 9]), |row| {
            [255, 3].contains(&row.slot)
        }),
        (B::SLOT.is_in([&3, &4]), |row| [3, 4].contains(&row.slot)),
        (B::SLOT.is_in(Vec::<u8>::new()), |_| false),
        (B::SLOT.between(3..=4), |row| (3..=4).contains(&row.slot)),
        (B::SLOT.between(ranges([4..200, 0..1])), |row| {
            row.slot == 0 || row.slot == 4
        }),
        (B::SLOT.between(ranges([4..4, 9..9])), |_| false),
        (B::LEVEL.eq(None), |row| row.level.is_none()),
        (B::LEVEL.eq(Some(7)), |row| row.level == Some(7)),
        (B::LEVEL.ne(Some(7)), |row| row.level != Some(7)),
        (B::LEVEL.is_in([None, Some(-2)]), |row| row.level != Some(7)),
        (B::NAME.eq("ab"), |row| row.name == "ab"),
        (B::NAME.eq(""), |row| row.name.is_empty()),
        (B::NAME.starts_with("a"), |row| row.name.starts_with('a')),
        (B::NAME.lt("ab"), |row| *row.name < *"ab"),
        (B::NAME.gt("a"), |row| *row.name > *"a"),
        (B::NAME.is_in(["ab", "", "x"]), |row| {
            ["ab", ""].contains(&&*row.name)
        }),
        (B::SLOT.eq(3) & B::NAME.eq("a"), |row| {
            row.slot == 3 && row.name == "a"
        }),
        (B::SLOT.ge(3) & B::SLOT.ne(4), |row| {
            row.slot == 3 || row.slot == 255
        }),
        (B::AT.eq(256) & B::LEVEL.eq(Some(-2)), |row| {
            row.at == 256 && row.level == Some(-2)
        }),
        (B::AT.le(256) & B::SLOT.eq(0), |row| {
            row.at <= 256 && row.slot == 0
        }),
        (B::KIND.eq(0), |row| row.kind == 0),
    ]
}

#[tokio::test]
async fn every_condition_in_every_scan_of_a_binary_key() {
    let (db, all) = binary().await;
    for (at, (condition, test)) in conditions().into_iter().enumerate() {
        let case = format!("condition {at}, {condition:?}");
        let expected = of(&all, |row| {
            row.kind == 1 && (5..=256).contains(&row.at) && test(row)
        });
        let scan = || {
            Binary::scan()
                .kind(1)
                .at(5..=256)
                .matching(condition.clone())
        };
        assert_reads!(&db, scan(), expected, &case);
        let expected = of(&all, test);
        assert_reads!(
            &db,
            Binary::scan().all().matching(condition.clone()),
            expected.clone(),
            &case
        );
        let every = db.scan(Binary::scan().kind(..).matching(condition.clone()));
        assert_eq!(every.rows().collect().await.unwrap(), expected, "{case}");
        let expected = of(&all, |row| row.kind == 0 && row.at == 256 && test(row));
        let scan = || Binary::scan().kind(0).at(256).matching(condition.clone());
        assert_reads!(&db, scan(), expected, &case);
        let expected = of(&all, |row| row.at >= 256 && row.at < u32::MAX && test(row));
        let scan = || {
            let scan = Binary::scan().kind(is_in([0, 1]));
            scan.at(ranges([256..300, 1000..u32::MAX]))
                .matching(condition.clone())
        };
        assert_reads!(&db, scan(), expected, &case);
        let open = Binary::scan()
            .kind(hbase_schema::any())
            .at(256..)
            .matching(condition.clone());
        let found = db.scan(open).rows().collect().await.unwrap();
        assert_eq!(found, of(&all, |row| row.at >= 256 && test(row)), "{case}");
    }
}

#[tokio::test]
async fn a_whole_key_matches_or_does_not() {
    let (db, _) = binary().await;
    let scan = || {
        Binary::scan()
            .kind(1)
            .at(5)
            .slot(3)
            .level(Some(7))
            .name("ab")
    };
    let found = db
        .scan(scan().matching(Binary::SLOT.ge(3)))
        .first()
        .await
        .unwrap();
    assert!(found.is_some());
    let found = db
        .scan(scan().matching(Binary::SLOT.ge(4)))
        .first()
        .await
        .unwrap();
    assert_eq!(found, None);
}

#[tokio::test]
async fn several_conditions_in_turn_are_joined() {
    let (db, all) = binary().await;
    let scan = Binary::scan()
        .kind(1)
        .at(..300)
        .matching(Binary::SLOT.gt(0));
    let scan = scan.matching(Binary::NAME.eq("ab"));
    let found = db.scan(scan).rows().collect().await.unwrap();
    let right = of(&all, |row| {
        row.kind == 1 && row.at < 300 && row.slot > 0 && row.name == "ab"
    });
    assert_eq!(found, right);
}

#[tokio::test]
async fn columns_keys_and_deletes_of_matches() {
    let (db, all) = binary().await;
    let scan = || {
        Binary::scan()
            .kind(1)
            .at(5..300)
            .matching(Binary::SLOT.eq(4))
    };
    let right = of(&all, |row| {
        row.kind == 1 && (5..300).contains(&row.at) && row.slot == 4
    });
    let values = db
        .scan(scan())
        .columns(Binary::VALUE)
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(
        values,
        right.iter().map(|row| row.value).collect::<Vec<_>>()
    );
    let keys = db.scan(scan()).keys().collect().await.unwrap();
    assert_eq!(keys, right.iter().map(Binary::key).collect::<Vec<_>>());
    let odd = db.scan(scan()).filter(Binary::VALUE.gt(40));
    let expected = right.iter().filter(|row| row.value > 40).count();
    assert_eq!(odd.count().await.unwrap(), expected as u64);
    let first = db.scan(scan()).first().await.unwrap();
    assert_eq!(first.as_ref(), right.first());
    let deleted = db.scan(scan()).delete().await.unwrap();
    assert_eq!(deleted, right.len() as u64);
    let left = db.scan(Binary::scan().all()).count().await.unwrap();
    assert_eq!(left, (all.len() - right.len()) as u64);
}

#[tokio::test]
async fn a_cursor_of_another_condition_is_rejected() {
    let (db, _) = binary().await;
    let of_kind = || Binary::scan().kind(1).at(5..);
    let alike = [
        Binary::SLOT.eq(3),
        Binary::SLOT.ne(3),
        Binary::SLOT.is_in([3, 4]),
        Binary::SLOT.is_in([4, 255]),
        Binary::SLOT.le(3),
        Binary::NAME.eq("a"),
    ];
    for (at, condition) in alike.iter().enumerate() {
        let scan = || of_kind().matching(condition.clone());
        let cursor = db
            .scan(scan())
            .page(1)
            .await
            .unwrap()
            .next
            .unwrap()
            .to_string();
        for (other, condition) in alike.iter().enumerate() {
            let scan = of_kind().matching(condition.clone());
            let page = db.scan(scan).page_after(&cursor, 1).await;
            assert_eq!(page.is_ok(), at == other, "{at} and {other}");
        }
    }
    // The order of values does not matter.
    let scan = |values: [u8; 2]| of_kind().matching(Binary::SLOT.is_in(values));
    let cursor = db
        .scan(scan([3, 4]))
        .page(1)
        .await
        .unwrap()
        .next
        .unwrap()
        .to_string();
    assert!(db.scan(scan([4, 3])).page_after(&cursor, 1).await.is_ok());
}

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

/// Columns of varying names in rows of which some match.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MATCHING_WIDE")]
#[rowkey(salt = buckets(4))]
#[family("D1")]
struct Wide {
    #[rowkey(salt)]
    id: u32,
    #[rowkey]
    slot: u8,
    #[column(dynamic)]
    values: Dynamic<u16, u32>,
}

#[tokio::test]
async fn dynamic_columns_of_matches() {
    let db = connect("memory:").await.unwrap();
    db.create_table::<Wide>().await.unwrap();
    for id in 0..20 {
        for slot in 0..3 {
            let values = (0..5).map(|n| (n, id));
            let key = WideKey { id, slot };
            db.dynamic(&key, Wide::VALUES)
                .put_many(values)
                .await
                .unwrap();
        }
    }
    let scan = || Wide::scan().id(5..10).matching(Wide::SLOT.eq(1));
    let columns: Vec<_> = db
        .dynamic_scan(scan(), Wide::VALUES)
        .stream()
        .collect()
        .await
        .unwrap();
    assert_eq!(columns.len(), 25);
    assert!(
        columns
            .iter()
            .all(|(key, _, _)| key.slot == 1 && (5..10).contains(&key.id))
    );
    let page = db.dynamic_scan(scan(), Wide::VALUES).page(7).await.unwrap();
    assert_eq!(page.items, columns[..7]);
}

#[test]
fn costs_are_types() {
    let one: KeyRanges<Binary, Matching<One>> = Binary::scan()
        .kind(1)
        .at(5..)
        .matching(Binary::SLOT.eq(3))
        .ranges()
        .unwrap();
    assert_eq!((one.as_slice().len(), one.checks().len()), (1, 1));
    let at = Timestamp::from_millis(1_700_000_000_000);
    let _: KeyRanges<Digits, Matching<FanOut<3>>> = Digits::scan()
        .host(prefix("w"))
        .matching(Digits::AT.ge(at))
        .ranges()
        .unwrap();
    let _: KeyRanges<Binary, Matching<Several<One>>> = Binary::scan()
        .kind(is_in([1, 2]))
        .at(5..)
        .matching(Binary::SLOT.eq(3))
        .into_ranges()
        .unwrap();
    // No key can match: nothing is read.
    let none = Binary::scan()
        .kind(1)
        .matching(Binary::SLOT.lt(0))
        .ranges()
        .unwrap();
    assert_eq!(none.as_slice(), []);
}

/// Two structs whose constants have the names of others.
#[derive(HTable, Debug)]
#[allow(non_snake_case, reason = "a column with the constant of a part")]
#[table("DLQX:CLASHES")]
#[family("D1")]
struct Clashes {
    #[rowkey]
    schema: u8,
    #[rowkey]
    slot: u8,
    #[rowkey]
    by_mail: u8,
    #[rowkey]
    matching: u8,
    #[column("S")]
    SLOT: u8,
    #[index("DLQX:CLASHES_BY_MAIL")]
    mail: String,
}

#[test]
fn constants_of_parts_give_way_to_others() {
    let condition =
        Clashes::KEY_SCHEMA.eq(1) & Clashes::KEY_SLOT.eq(2) & Clashes::KEY_BY_MAIL.lt(3);
    let scan = KeyQuery::matching(
        Clashes::scan().schema(..),
        condition & Clashes::MATCHING.eq(4),
    );
    assert_eq!(scan.ranges().unwrap().checks().len(), 4);
    let _ = (
        Clashes::SCHEMA,
        Clashes::SLOT.eq(1),
        Clashes::BY_MAIL.eq("ada"),
    );
}
