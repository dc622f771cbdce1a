//! Phoenix 5.2.1, SQL on `HBase`: keys of text, of descending text, with columns that are `NULL`, and with a salt.
//!
//! Source: Phoenix itself, which printed the files of `tests/golden/phoenix`. `apache/phoenix`, `PTableImpl.java`
//! (`newKey`) and `SchemaUtil.java` (`getSeparatorByte`) have the rules.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bigdecimal::BigDecimal;
use hbase_schema::db::Unversioned;
use hbase_schema::key::DecodeKey;
use hbase_schema::query::{FanOut, KeyRanges, One};
use hbase_schema::{FixedName, FromRowOwned, HTable, KeyFor, RowKey, Table, Writable};
use serde_json::Value;

use crate::phoenix_types::{Exists, decimal, double};
use crate::support::store;

/// `(A VARCHAR NOT NULL, B VARCHAR, C VARCHAR, V INTEGER CONSTRAINT PK PRIMARY KEY (A, B, C))`; the keys alone.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:KEY_TEXT", naming = hbase)]
#[rowkey(separator = "\0")]
#[family("0")]
struct KeyText {
    #[rowkey]
    a: String,
    #[rowkey(omit_none)]
    b: Option<String>,
    #[rowkey(omit_none)]
    c: Option<String>,
    v: Option<i32>,
}

/// The same with `SALT_BUCKETS = 8`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:KEY_TEXT_SALTED", naming = hbase, splits = per_bucket)]
#[rowkey(salt = java_bytes(8, abs))]
#[family("0")]
struct KeyTextSalted {
    #[rowkey(salt, separator = "\0")]
    a: String,
    #[rowkey(salt, omit_none, separator = "\0")]
    b: Option<String>,
    #[rowkey(salt, omit_none)]
    c: Option<String>,
    v: Option<i32>,
}

/// `PRIMARY KEY (A, B DESC, C DESC)`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:KEY_TEXT_DESC", naming = hbase)]
#[rowkey(separator = "\0")]
#[family("0")]
struct KeyTextDesc {
    #[rowkey]
    a: String,
    #[rowkey(desc, omit_none, terminator = b"\0")]
    b: Option<String>,
    #[rowkey(desc, omit_none, terminator = b"\0")]
    c: Option<String>,
    v: Option<i32>,
}

/// The same with `SALT_BUCKETS = 8`: the salt hashes the last terminator, too.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:KEY_TEXT_DESC_SALTED", naming = hbase, splits = per_bucket)]
#[rowkey(salt = java_bytes(8, abs))]
#[family("0")]
struct KeyTextDescSalted {
    #[rowkey(salt, separator = "\0")]
    a: String,
    #[rowkey(salt, desc, omit_none, terminator = b"\0")]
    b: Option<String>,
    #[rowkey(salt, desc, omit_none, terminator = b"\0")]
    c: Option<String>,
    v: Option<i32>,
}

/// `(TENANT VARCHAR NOT NULL, ID BIGINT NOT NULL …) SALT_BUCKETS = 16`.
#[derive(HTable, Debug)]
#[table("GOLDEN:TYPES_SALTED", naming = hbase, splits = per_bucket)]
#[rowkey(salt = java_bytes(16, abs))]
#[family("0")]
struct TypesSalted {
    #[rowkey(salt, separator = "\0")]
    tenant: String,
    #[rowkey(salt)]
    id: i64,
    #[column(rename = "N")]
    name: Option<String>,
}

/// `(TENANT VARCHAR NOT NULL, ID BIGINT NOT NULL, NAME VARCHAR, N INTEGER, BIG BIGINT, RATIO DOUBLE, AMOUNT DECIMAL, FLAG
/// BOOLEAN, DAY DATE, COUNTED UNSIGNED_INT …)`, whose columns have numbers as names.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:TYPES_ENCODED", naming = hbase)]
#[family("0")]
struct TypesEncoded {
    #[rowkey(separator = "\0")]
    tenant: String,
    #[rowkey]
    id: i64,
    #[column(b"\0\0\0\0")]
    row: Exists,
    #[column(b"\x80\x0B")]
    name: Option<String>,
    #[column(b"\x80\x0C", part)]
    n: Option<i32>,
    #[column(b"\x80\x0D", part)]
    big: Option<i64>,
    #[column(b"\x80\x0E", with = double)]
    ratio: Option<f64>,
    #[column(b"\x80\x0F", with = decimal)]
    amount: Option<BigDecimal>,
    #[column(b"\x80\x10", part)]
    flag: Option<bool>,
    #[column(b"\x80\x11", part)]
    day: Option<i64>,
    #[column(b"\x80\x12")]
    counted: Option<u32>,
}

/// The same with `COLUMN_ENCODED_BYTES = 0`: the columns have the names of SQL.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("GOLDEN:TYPES_PLAIN", naming = hbase)]
#[family("0")]
struct TypesPlain {
    #[rowkey(separator = "\0")]
    tenant: String,
    #[rowkey]
    id: i64,
    #[column("_0")]
    row: Exists,
    name: Option<String>,
    #[column(part)]
    n: Option<i32>,
    #[column(part)]
    big: Option<i64>,
    #[column(with = double)]
    ratio: Option<f64>,
    #[column(with = decimal)]
    amount: Option<BigDecimal>,
    #[column(part)]
    flag: Option<bool>,
    #[column(part)]
    day: Option<i64>,
    counted: Option<u32>,
}

/// The lines of a file that Phoenix printed.
fn lines(file: &str) -> Vec<Value> {
    let lines = file.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

/// The values of the statements that wrote a row, by their last one, which the cell `80 0B` contains.
fn written(lines: &[Value]) -> BTreeMap<i64, Vec<Value>> {
    let upserts = lines.iter().filter(|line| line["count"] == 1);
    let rows = upserts.filter_map(|line| Some(line["parameters"].as_array()?.clone()));
    rows.filter_map(|row| Some((row.last()?.as_i64()?, row)))
        .collect()
}

/// The keys of the table, with the value of the cell `80 0B`.
fn keys(lines: &[Value]) -> Vec<(i64, Vec<u8>)> {
    let rows = lines.iter().filter(|line| line["key"].is_string());
    let keys = rows.map(|line| {
        let cells = line["cells"].as_array().expect("cells");
        let cell = cells
            .iter()
            .find(|cell| cell[1] == "800b")
            .expect("a cell of V");
        let value = u32::from_str_radix(cell[2].as_str().expect("hex"), 16).expect("4 bytes");
        let key = const_hex::decode(line["key"].as_str().expect("hex")).expect("hex");
        (i64::from(value ^ 0x8000_0000), key)
    });
    keys.collect()
}

/// A text; Phoenix writes an empty one as `NULL`.
fn text(value: &Value) -> Option<String> {
    let text = value.as_str().filter(|text| !text.is_empty());
    text.map(str::to_owned)
}

/// The keys of all rows are those of Phoenix, and are read back.
fn assert_keys<K>(
    file: &str,
    expected: usize,
    of: impl Fn(String, Option<String>, Option<String>) -> K,
) where
    K: RowKey + PartialEq + Debug + for<'k> DecodeKey<'k>,
{
    let lines = lines(file);
    let (rows, keys) = (written(&lines), keys(&lines));
    assert_eq!(keys.len(), expected);
    for (value, bytes) in keys {
        let row = &rows[&value];
        let key = of(
            text(&row[0]).unwrap_or_default(),
            text(&row[1]),
            text(&row[2]),
        );
        let written = key.encode().expect("the key fits");
        assert_eq!(
            const_hex::encode(written.as_ref()),
            const_hex::encode(&bytes)
        );
        assert_eq!(K::decode(&bytes).expect("a key"), key);
        let values = K::LAYOUT.decode(&bytes).expect("a key").parts;
        assert_eq!(K::LAYOUT.encode(&values), Ok(bytes));
    }
}

#[test]
fn keys_of_text() {
    let file = include_str!("../../../golden/phoenix/key_text.jsonl");
    assert_keys(file, 13, |a, b, c| KeyTextKey { a, b, c });
    let file = include_str!("../../../golden/phoenix/key_text_salted.jsonl");
    assert_keys(file, 13, |a, b, c| KeyTextSaltedKey { a, b, c });
}

#[test]
fn keys_of_descending_text() {
    let file = include_str!("../../../golden/phoenix/key_text_desc.jsonl");
    assert_keys(file, 13, |a, b, c| KeyTextDescKey { a, b, c });
    let file = include_str!("../../../golden/phoenix/key_text_desc_salted.jsonl");
    assert_keys(file, 13, |a, b, c| KeyTextDescSaltedKey { a, b, c });
}

#[test]
fn salted_keys_of_text_and_numbers() {
    let file = include_str!("../../../golden/phoenix/types_salted.jsonl");
    let lines = lines(file);
    let keys = lines.iter().filter_map(|line| line["key"].as_str());
    let keys: Vec<_> = keys
        .map(|hex| const_hex::decode(hex).expect("hex"))
        .collect();
    assert_eq!(keys.len(), 9);
    for bytes in keys {
        let key = TypesSaltedKey::decode(&bytes).expect("a key");
        assert_eq!(key.encode().expect("the key fits").as_ref(), bytes);
    }
    let key = TypesSaltedKey {
        tenant: "acme".into(),
        id: -1,
    };
    let bytes = const_hex::encode(key.encode().expect("the key fits"));
    assert!(file.contains(&format!("{{\"key\": \"{bytes}\"")), "{bytes}");
}

/// Reads each row of a file as a struct, and writes it to another store: the cells are those of Phoenix.
async fn assert_cells<R>(file: &str, expected: usize)
where
    R: Table + FromRowOwned + FixedName + Writable + Unversioned + 'static,
    R::Key: KeyFor<R> + for<'k> DecodeKey<'k>,
{
    let (from, to) = (store::<R>().await, store::<R>().await);
    let lines = lines(file);
    let mut rows = 0;
    for line in lines.iter().filter(|line| line["key"].is_string()) {
        let hex = |value: &Value| const_hex::decode(value.as_str().expect("hex")).expect("hex");
        let key = R::Key::decode(&hex(&line["key"])).expect("a key");
        let cells = line["cells"].as_array().expect("cells").iter();
        // The same rows, with the marks of deleted cells.
        if cells.clone().any(|cell| !cell[3].is_null()) {
            continue;
        }
        let cells: Vec<_> = cells.map(|cell| (hex(&cell[1]), hex(&cell[2]))).collect();
        let mut row = from.mutate(&key);
        for (qualifier, value) in &cells {
            row = row.put_raw("0", qualifier, value);
        }
        row.await.unwrap();
        let row: R = from.get(&key).await.unwrap().expect("a row");
        to.put(&row).await.unwrap();
        let written = to.get_raw(&key).await.unwrap().expect("a row");
        let written = written
            .cells()
            .map(|cell| (cell.qualifier.to_vec(), cell.value.to_vec()));
        assert_eq!(written.collect::<Vec<_>>(), cells, "{line}");
        rows += 1;
    }
    assert_eq!(rows, expected);
}

#[tokio::test]
async fn cells_of_encoded_columns() {
    let file = include_str!("../../../golden/phoenix/types_encoded.jsonl");
    assert_cells::<TypesEncoded>(file, 9).await;
}

#[tokio::test]
async fn cells_of_named_columns() {
    let file = include_str!("../../../golden/phoenix/types_plain.jsonl");
    assert_cells::<TypesPlain>(file, 9).await;
}

/// The rows of Phoenix's queries, in Phoenix's order.
#[tokio::test]
async fn queries_return_the_rows_of_phoenix() {
    let db = store::<KeyText>().await;
    let lines = lines(include_str!("../../../golden/phoenix/key_text.jsonl"));
    let rows = written(&lines).into_iter().map(|(v, row)| KeyText {
        a: text(&row[0]).unwrap_or_default(),
        b: text(&row[1]),
        c: text(&row[2]),
        v: Some(i32::try_from(v).expect("an INTEGER")),
    });
    db.put_many(rows.collect::<Vec<_>>()).await.unwrap();
    let answered = |sql: &str| {
        let line = lines.iter().find(|line| {
            line["sql"]
                .as_str()
                .is_some_and(|text| text.starts_with(sql))
        });
        let rows = line.expect("a query")["rows"]
            .as_array()
            .expect("rows")
            .iter();
        rows.map(|row| (text(&row[0]), text(&row[1]), text(&row[2])))
            .collect::<Vec<_>>()
    };
    let parts = |row: KeyText| (Some(row.a), row.b, row.c);

    let found = db
        .scan(KeyText::scan().a("a").b(None::<&str>))
        .rows()
        .collect()
        .await
        .unwrap();
    let expected = answered("SELECT A, B, C FROM GOLDEN.KEY_TEXT WHERE A = 'a' AND B IS NULL");
    assert_eq!(found.into_iter().map(parts).collect::<Vec<_>>(), expected);
    let scan = KeyText::scan().a("a").b(Some("b")).c(None::<&str>);
    let found = db.scan(scan).rows().collect().await.unwrap();
    let expected =
        answered("SELECT A, B, C FROM GOLDEN.KEY_TEXT WHERE A = 'a' AND B = 'b' AND C IS NULL");
    assert_eq!(found.into_iter().map(parts).collect::<Vec<_>>(), expected);
    let found = db
        .scan(KeyText::scan().all())
        .rows()
        .collect()
        .await
        .unwrap();
    let expected = answered("SELECT * FROM GOLDEN.KEY_TEXT");
    assert_eq!(found.into_iter().map(parts).collect::<Vec<_>>(), expected);
}

#[test]
fn scans_reach_one_salt_if_they_determine_it() {
    let all: KeyRanges<TypesSalted, FanOut<16>> =
        TypesSalted::scan().tenant("acme").ranges().expect("ranges");
    assert_eq!(all.as_slice().len(), 16);
    for (salt, range) in (0_u8..).zip(all.as_slice()) {
        let row = [&[salt], &b"acme\0rest"[..]].concat();
        assert!(range.contains(&row), "{salt}: {range:?}");
    }
    let one: KeyRanges<TypesSalted, One> = TypesSalted::scan()
        .salted_by("acme", 7)
        .tenant("acme")
        .ranges()
        .expect("ranges");
    let row = const_hex::decode("0c61636d65008000000000000007").expect("hex");
    assert!(one.as_slice()[0].contains(&row));
}
