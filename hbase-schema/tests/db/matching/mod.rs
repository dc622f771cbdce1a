//! Conditions on key parts, compared with all rows.

mod places;
mod skips;
mod structs;
mod tables;
mod texts;

use hbase_schema::query::KeyCondition;
use hbase_schema::{Connection, RowKey, connect, is_in, ranges};

use crate::several::assert_reads;
use tables::Binary;

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
