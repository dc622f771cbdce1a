//! YCSB 0.17, the benchmark of cloud stores: table `usertable`.
//!
//! Sources: `hbase2/README.md` (the statement), and `CoreWorkload.java`, `Utils.java` (keys and fields) of
//! `brianfrankcooper/YCSB`. A key is `user` and the FNV hash of a number; a field is `field0` to `field9`, of random
//! bytes. The benchmark's calls take keys as text, so the key has a single part.

use hbase_schema::{HTable, prefix};

use crate::support::{assert_row, statement, store};

/// The README recommends ten split points for each region server; these are for one.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table(
    "usertable",
    naming = hbase,
    rename_all = "lowercase",
    splits = format("user{}", 1000..=9999, count = 10)
)]
#[family("family")]
struct User {
    #[rowkey]
    key: String,
    field0: Option<Vec<u8>>,
    field1: Option<Vec<u8>>,
    field2: Option<Vec<u8>>,
    field3: Option<Vec<u8>>,
    field4: Option<Vec<u8>>,
    field5: Option<Vec<u8>>,
    field6: Option<Vec<u8>>,
    field7: Option<Vec<u8>>,
    field8: Option<Vec<u8>>,
    field9: Option<Vec<u8>>,
}

/// `CoreWorkload.buildKeyName` of a record's number, with hashed inserts.
fn key_of(number: u64) -> String {
    let octets = (0..8).map(|index| (number >> (8 * index)) & 0xff);
    let hash = octets.fold(0xCBF2_9CE4_8422_2325_u64, |hash, octet| {
        (hash ^ octet).wrapping_mul(1_099_511_628_211)
    });
    format!("user{}", hash.cast_signed().unsigned_abs())
}

fn user(number: u64) -> User {
    let field = |index: u8| Some(vec![b' ' + index, number.to_be_bytes()[7]]);
    User {
        key: key_of(number),
        field0: field(0),
        field1: field(1),
        field2: field(2),
        field3: field(3),
        field4: field(4),
        field5: field(5),
        field6: field(6),
        field7: field(7),
        field8: field(8),
        field9: field(9),
    }
}

#[test]
fn a_record_has_the_bytes_of_the_binding() {
    // The first record of every load.
    let values: Vec<[u8; 2]> = (0..10).map(|index| [b' ' + index, 0]).collect();
    let names: Vec<String> = (0..10).map(|index| format!("field{index}")).collect();
    let cells = names.iter().zip(&values);
    let cells: Vec<_> = cells
        .map(|(name, value)| ("family", name.as_bytes(), &value[..]))
        .collect();
    assert_row(&user(0), b"user6284781860667377211", &cells);
}

#[tokio::test]
async fn a_scan_reads_a_number_of_records_from_a_key() {
    let db = store::<User>().await;
    db.put_many((0..100).map(user)).await.unwrap();
    let mut keys: Vec<String> = (0..100).map(key_of).collect();
    keys.sort();

    let from = keys[40].clone();
    let rows = db
        .scan(User::scan().key(from..))
        .limit(10)
        .rows()
        .collect()
        .await
        .unwrap();
    let found: Vec<&str> = rows.iter().map(|row| &*row.key).collect();
    assert_eq!(found, keys[40..50]);
    // A read of one field.
    let key = UserKey { key: key_of(7) };
    let field = db.get(&key).columns(User::FIELD3).await.unwrap();
    assert_eq!(field, Some(user(7).field3));
    assert_eq!(
        db.scan(User::scan().key(prefix("user")))
            .count()
            .await
            .unwrap(),
        100
    );
}

#[test]
fn the_statement_is_that_of_the_readme() {
    let splits: Vec<String> = (1..=10)
        .map(|i| format!("'user{}'", 1000 + i * (9999 - 1000) / 10))
        .collect();
    // The README's `'family'` is short for `{NAME => 'family'}`.
    let create = format!(
        "create 'usertable', {{NAME => 'family'}}, {{SPLITS => [{}]}}",
        splits.join(", ")
    );
    assert_eq!(statement(User::DDL), create);
}
