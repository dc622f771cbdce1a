//! Conditions beside parts that are left open, after parts with a value.

use hbase_schema::{Connection, HTable, any};

use crate::support::memory;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("MATCHING_SKIPS")]
#[family("D1")]
struct Skip {
    #[rowkey]
    city: u32,
    #[rowkey]
    slot: u8,
    #[rowkey]
    minute: u32,
    #[rowkey]
    kind: u8,
    n: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("MATCHING_SALTS")]
#[rowkey(salt = buckets(4))]
#[family("D1")]
struct Salted {
    #[rowkey]
    city: u32,
    #[rowkey]
    minute: u32,
    #[rowkey(salt)]
    kind: u8,
    n: u32,
}

async fn filled() -> Connection {
    let db = memory().await;
    db.create_table::<Skip>().await.unwrap();
    db.create_table::<Salted>().await.unwrap();
    for city in [6, 7, 8] {
        for minute in 0..20 {
            let of = |kind, slot| Skip {
                city,
                slot,
                minute,
                kind,
                n: 1,
            };
            let rows = (0..4).flat_map(|kind| (0..4).map(move |slot| (kind, slot)));
            db.put_many(rows.map(|(kind, slot)| of(kind, slot)))
                .await
                .unwrap();
            let of = |kind| Salted {
                city,
                minute,
                kind,
                n: 1,
            };
            db.put_many((0..4).map(of)).await.unwrap();
        }
    }
    db
}

#[tokio::test]
async fn an_open_part_after_a_value() {
    let db = filled().await;
    let open = || {
        Skip::scan()
            .city(7)
            .slot(any())
            .minute(..)
            .matching(Skip::KIND.eq(3))
    };
    let found = db.scan(open()).rows().collect().await.unwrap();
    assert_eq!(found.len(), 80);
    assert!(found.iter().all(|row| row.city == 7 && row.kind == 3));
    assert_eq!(db.scan(open()).count().await.unwrap(), 80);
    let bounded = Skip::scan().city(7).slot(any()).minute(5..15);
    let bounded = || bounded.clone().matching(Skip::KIND.is_in([1, 3]));
    let all = db.scan(bounded()).rows().collect().await.unwrap();
    assert_eq!(all.len(), 80);
    let mut paged = Vec::new();
    let mut page = db.scan(bounded()).page(3).await.unwrap();
    loop {
        paged.append(&mut page.items);
        let Some(next) = page.next else { break };
        page = db.scan(bounded()).page_after(next, 3).await.unwrap();
    }
    assert_eq!(paged, all);
}

#[tokio::test]
async fn an_open_salt_before_a_value() {
    let db = filled().await;
    let open = || {
        let scan = Salted::scan().any_salt().city(7).minute(0..20);
        scan.matching(Salted::KIND.eq(1))
    };
    let all = db.scan(open()).rows().collect().await.unwrap();
    assert_eq!(all.len(), 20);
    let mut paged = Vec::new();
    let mut page = db.scan(open()).page(3).await.unwrap();
    loop {
        paged.append(&mut page.items);
        let Some(next) = page.next else { break };
        page = db.scan(open()).page_after(next, 3).await.unwrap();
    }
    assert_eq!(paged, all);
    let unordered = db.scan(open()).unordered().rows().collect().await.unwrap();
    assert_eq!(unordered.len(), 20);
}

#[tokio::test]
async fn a_cursor_belongs_to_a_condition_in_any_order() {
    let db = filled().await;
    let (kind, slot) = (Skip::KIND.ge(1), Skip::SLOT.eq(2));
    let scan = |condition| db.scan(Skip::scan().city(7).matching(condition));
    let first = scan(kind.clone() & slot.clone()).page(5).await.unwrap();
    let next = first.next.unwrap();
    let turned = scan(slot.clone() & kind.clone() & slot.clone());
    let second = turned.page_after(next, 5).await.unwrap();
    let whole = scan(kind & slot).page(10).await.unwrap();
    assert_eq!(second.items, whole.items[5..]);
}

#[tokio::test]
async fn a_key_that_cannot_be_read_is_reported_under_each_condition() {
    #[derive(HTable, Debug)]
    #[table("MATCHING_SKIPS")]
    #[family("D1")]
    struct Raw {
        #[rowkey]
        key: Vec<u8>,
        n: u32,
    }
    let db = filled().await;
    let key = b"\0\0\0\x07\x02".to_vec();
    db.put(&Raw { key, n: 1 }).await.unwrap();
    for condition in [Skip::SLOT.ge(0), Skip::KIND.ne(9), Skip::KIND.ge(0)] {
        let scan = db.scan(Skip::scan().city(7).matching(condition));
        let error = scan.rows().collect().await.unwrap_err().to_string();
        assert!(error.contains(r"\x00\x00\x00\x07\x02"), "{error}");
    }
}
