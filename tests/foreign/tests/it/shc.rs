//! SHC 1.1, Hortonworks' connector of Spark: tables of its `PrimitiveType` coder.
//!
//! Sources: `hortonworks-spark/shc`, `PrimitiveType.scala` (each value is `Bytes.toBytes`), `CompositeKeySuite.scala`,
//! `DataTypeSuite.scala` (catalogs, rows and queries). The suites create their tables through the Java client.

use hbase_schema::{HTable, any};

use crate::support::{assert_key, assert_row, statement, store};

/// The catalog of `CompositeKeySuite`: `"rowkey":"key1:key2"`, `"length":"6"`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("table1", naming = hbase, rename_all = "snake_case", allow(families))]
#[family("cf1"; "cf2"; "cf3"; "cf4"; "cf5"; "cf6"; "cf7"; "cf8")]
struct Record {
    #[rowkey(fixed = 6)]
    col00: String,
    #[rowkey(java)]
    col01: i32,
    #[family("cf1")]
    col1: bool,
    #[family("cf2")]
    col2: f64,
    #[family("cf3")]
    col3: f32,
    #[family("cf4")]
    col4: i32,
    #[family("cf5")]
    col5: i64,
    #[family("cf6")]
    col6: i16,
    #[family("cf7")]
    col7: String,
    #[family("cf8")]
    col8: i8,
}

/// Each primitive of the coder as a part of a key.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("primitives", naming = hbase, allow(hotspot))]
#[family("cf1")]
struct Primitives {
    #[rowkey(java)]
    boolean: bool,
    #[rowkey(java)]
    byte: i8,
    #[rowkey(java)]
    double: f64,
    #[rowkey(java)]
    float: f32,
    #[rowkey(java)]
    int: i32,
    #[rowkey(java)]
    long: i64,
    #[rowkey(java)]
    short: i16,
    #[rowkey]
    string: String,
    #[column("col1")]
    value: i32,
}

/// `HBaseCompositeRecord(i)`.
fn record(i: i8) -> Record {
    let number = i32::from(i);
    Record {
        col00: format!("row{number:03}"),
        col01: if i % 2 == 0 { number } else { -number },
        col1: i % 2 == 0,
        col2: f64::from(i),
        col3: f32::from(i),
        col4: number,
        col5: i64::from(i),
        col6: i16::from(i),
        col7: format!("String{i} extra"),
        col8: i,
    }
}

#[test]
fn a_record_has_the_bytes_of_the_coder() {
    let cells: [(&str, &[u8], &[u8]); 8] = [
        ("cf1", b"col1", b"\0"),
        ("cf2", b"col2", b"\x40\x1c\0\0\0\0\0\0"),
        ("cf3", b"col3", b"\x40\xe0\0\0"),
        ("cf4", b"col4", b"\0\0\0\x07"),
        ("cf5", b"col5", b"\0\0\0\0\0\0\0\x07"),
        ("cf6", b"col6", b"\0\x07"),
        ("cf7", b"col7", b"String7 extra"),
        ("cf8", b"col8", b"\x07"),
    ];
    assert_row(&record(7), b"row007\xff\xff\xff\xf9", &cells);
}

#[test]
fn a_key_of_all_primitives_has_the_bytes_of_the_coder() {
    let row = Primitives {
        boolean: true,
        byte: -1,
        double: -2.5,
        float: 1.5,
        int: -2,
        long: -3,
        short: -4,
        string: "row".into(),
        value: 1,
    };
    let key = b"\xff\xff\xc0\x04\0\0\0\0\0\0\x3f\xc0\0\0\xff\xff\xff\xfe\
                \xff\xff\xff\xff\xff\xff\xff\xfd\xff\xfcrow";
    assert_row(&row, key, &[("cf1", b"col1", b"\0\0\0\x01")]);
    assert_key::<PrimitivesKey>(key);
}

/// The queries of the suite on the key, with the numbers of rows that it expects.
#[tokio::test]
async fn queries_by_the_key_find_the_rows_of_the_suite() {
    let db = store::<Record>().await;
    db.put_many((0..=127).map(record)).await.unwrap();
    let text = str::to_owned;

    // `$"col00" <= "row010"`
    let scan = Record::scan().col00(..=text("row010"));
    let found = db.scan(scan).rows().collect().await.unwrap();
    assert_eq!(found, (0..=10).map(record).collect::<Vec<_>>());
    // `$"col00" === "row005"`
    let found = db
        .scan(Record::scan().col00("row005"))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(found, [record(5)]);
    // `$"col00" <= "row050" && $"col01" > 40`: a scan cannot have a condition on the part after a range, and `col4` has
    // its absolute value.
    let scan = db.scan(Record::scan().col00(..=text("row050")));
    let even = Record::COL4.gt(40) & Record::COL1.eq(true);
    assert_eq!(scan.filter(even).count().await.unwrap(), 5);
    // One value of the second part.
    let found = db
        .scan(Record::scan().col00(any()).col01(-7))
        .rows()
        .collect()
        .await
        .unwrap();
    assert_eq!(found, [record(7)]);
}

#[test]
fn the_statement_has_the_families_of_the_catalog() {
    let families: Vec<String> = (1..=8).map(|n| format!("{{NAME => 'cf{n}'}}")).collect();
    assert_eq!(
        statement(Record::DDL),
        format!("create 'table1', {}", families.join(", "))
    );
}
