//! Conditions and what a struct has beside its key: dynamic columns, costs, other constants.

use hbase_schema::query::{FanOut, KeyQuery, KeyRanges, Matching, One, Several};
use hbase_schema::{Dynamic, HTable, Timestamp, connect, is_in, prefix};

use super::tables::{Binary, Digits};

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
