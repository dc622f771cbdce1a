//! Hive 4, SQL on `HBase`'s tables: a struct as key, text and binary cells, and maps.
//!
//! Source: `apache/hive`, `hbase-handler`, `TestHBaseSerDe.java`: `testHBaseSerDeCompositeKeyWithoutSeparator` (Hive's
//! default separator is `02`), `testHBaseSerDeI` (text), `testHBaseSerDeII` (binary),
//! `testHBaseSerDeWithColumnPrefixes` and `testHBaseSerDeWithHiveMapToHBaseColumnFamily` (maps). The mapping of a table
//! is in the comment above its struct. Hive has no statements for `HBase`'s shell.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier, prefix};

use crate::support::{assert_row, statement, store};

/// `:key,cola:struct`, `struct<col1:string,col2:string,col3:string>`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("composite", naming = hbase, rename_all = "snake_case")]
#[rowkey(separator = "\x02")]
#[family("cola")]
struct Composite {
    #[rowkey]
    col1: String,
    #[rowkey]
    col2: String,
    #[rowkey]
    col3: String,
    #[column("struct")]
    text: String,
}

/// `:key#-,cola:byte#s,colb:short#-,colc:int#s,cola:long#s,colb:float#-,colc:double#-,cola:string#s,colb:boolean#s`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("texts", naming = hbase, rename_all = "snake_case")]
#[family("cola"; "colb"; "colc")]
struct Texts {
    #[rowkey]
    key: String,
    #[family("cola")]
    #[column(text)]
    byte: i8,
    #[family("colb")]
    #[column(text)]
    short: i16,
    #[family("colc")]
    #[column(text)]
    int: i32,
    #[family("cola")]
    #[column(text)]
    long: i64,
    #[family("colb")]
    #[column(text)]
    float: f32,
    #[family("colc")]
    #[column(text)]
    double: f64,
    #[family("cola")]
    string: String,
    #[family("colb")]
    #[column(text)]
    boolean: bool,
}

/// `:key#b,cfa:byte#b,cfb:short#b,cfc:int#b,cfa:long#b,cfb:float#b,cfc:double#b,cfa:string#b,cfb:boolean#b`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("binaries", naming = hbase, rename_all = "snake_case")]
#[family("cfa"; "cfb"; "cfc")]
struct Binaries {
    #[rowkey]
    key: String,
    #[family("cfa")]
    byte: i8,
    #[family("cfb")]
    short: i16,
    #[family("cfc")]
    int: i32,
    #[family("cfa")]
    long: i64,
    #[family("cfb")]
    float: f32,
    #[family("cfc")]
    double: f64,
    #[family("cfa")]
    string: String,
    #[family("cfb")]
    boolean: bool,
}

/// `:key,cola:prefixA_.*,cola:prefixB_.*`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("prefixes", naming = hbase)]
#[family("cola")]
struct Prefixes {
    #[rowkey]
    key: String,
    #[column(dynamic, prefix = "prefixA_")]
    a: BTreeMap<String, String>,
    #[column(dynamic, prefix = "prefixB_")]
    b: BTreeMap<String, String>,
}

/// An integer as `Bytes.toBytes` writes it, as the name of a column.
#[derive(Qualifier, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Int {
    #[qualifier(java)]
    number: i32,
}

/// The same for a long.
#[derive(Qualifier, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Long {
    #[qualifier(java)]
    number: i64,
}

/// The same for a boolean.
#[derive(Qualifier, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Boolean {
    #[qualifier(java)]
    value: bool,
}

/// `:key#-,cf-int:#b:b,cf-long:#b:b,cf-bool:#b:b`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("maps", naming = hbase)]
#[family("cf-int"; "cf-long"; "cf-bool")]
struct Maps {
    #[rowkey]
    key: String,
    #[family("cf-int")]
    #[column(dynamic)]
    ints: BTreeMap<Int, i32>,
    #[family("cf-long")]
    #[column(dynamic)]
    longs: BTreeMap<Long, i64>,
    #[family("cf-bool")]
    #[column(dynamic)]
    booleans: BTreeMap<Boolean, bool>,
}

fn composite(parts: [&str; 3]) -> Composite {
    let [col1, col2, col3] = parts.map(str::to_owned);
    Composite {
        col1,
        col2,
        col3,
        text: "This is a test data".into(),
    }
}

#[test]
fn a_struct_is_a_key_of_its_fields() {
    let cells = [("cola", &b"struct"[..], &b"This is a test data"[..])];
    assert_row(&composite(["A", "B", "C"]), b"A\x02B\x02C", &cells);
}

#[test]
fn text_cells_are_those_of_hive() {
    let row = Texts {
        key: "test-row1".into(),
        byte: 123,
        short: 456,
        int: 789,
        long: 1000,
        float: -0.01,
        double: 5.3,
        string: "Hadoop, HBase, and Hive".into(),
        boolean: true,
    };
    let cells: [(&str, &[u8], &[u8]); 8] = [
        ("cola", b"byte", b"123"),
        ("cola", b"long", b"1000"),
        ("cola", b"string", b"Hadoop, HBase, and Hive"),
        ("colb", b"boolean", b"true"),
        ("colb", b"float", b"-0.01"),
        ("colb", b"short", b"456"),
        ("colc", b"double", b"5.3"),
        ("colc", b"int", b"789"),
    ];
    assert_row(&row, b"test-row1", &cells);
}

#[test]
fn binary_cells_are_those_of_hive() {
    let row = Binaries {
        key: "test-row-2".into(),
        byte: i8::MIN,
        short: i16::MIN,
        int: i32::MIN,
        long: i64::MIN,
        float: f32::from_bits(1), // Float.MIN_VALUE
        double: f64::MAX,
        string: "Hadoop, HBase, and Hive Again!".into(),
        boolean: false,
    };
    let cells: [(&str, &[u8], &[u8]); 8] = [
        ("cfa", b"byte", b"\x80"),
        ("cfa", b"long", b"\x80\0\0\0\0\0\0\0"),
        ("cfa", b"string", b"Hadoop, HBase, and Hive Again!"),
        ("cfb", b"boolean", b"\0"),
        ("cfb", b"float", b"\0\0\0\x01"),
        ("cfb", b"short", b"\x80\0"),
        ("cfc", b"double", b"\x7f\xef\xff\xff\xff\xff\xff\xff"),
        ("cfc", b"int", b"\x80\0\0\0"),
    ];
    assert_row(&row, b"test-row-2", &cells);
}

#[test]
fn maps_are_columns_of_a_prefix_or_of_a_family() {
    let map = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let row = Prefixes {
        key: "test-row1".into(),
        a: BTreeMap::from([map("col1", "This is first test data")]),
        b: BTreeMap::from([
            map("col2", "This is second test data"),
            map("col3", "This is third test data"),
        ]),
    };
    let cells: [(&str, &[u8], &[u8]); 3] = [
        ("cola", b"prefixA_col1", b"This is first test data"),
        ("cola", b"prefixB_col2", b"This is second test data"),
        ("cola", b"prefixB_col3", b"This is third test data"),
    ];
    assert_row(&row, b"test-row1", &cells);

    let row = Maps {
        key: i32::MAX.to_string(),
        ints: BTreeMap::from([(Int { number: i32::MAX }, i32::MAX)]),
        longs: BTreeMap::from([(Long { number: i64::MAX }, i64::MAX)]),
        booleans: BTreeMap::from([(Boolean { value: true }, true)]),
    };
    let (int, long) = (i32::MAX.to_be_bytes(), i64::MAX.to_be_bytes());
    let cells: [(&str, &[u8], &[u8]); 3] = [
        ("cf-bool", b"\xff", b"\xff"),
        ("cf-int", &int, &int),
        ("cf-long", &long, &long),
    ];
    assert_row(&row, b"2147483647", &cells);
}

/// `SELECT * FROM composite WHERE key.col1 = 'A' AND key.col2 LIKE 'B%'`.
#[tokio::test]
async fn the_first_fields_of_a_struct_are_a_range() {
    let db = store::<Composite>().await;
    let keys = [
        ["A", "A", "C"],
        ["A", "B", "C"],
        ["A", "B", "D"],
        ["A", "BB", "C"],
        ["B", "B", "C"],
    ];
    db.put_many(keys.map(composite)).await.unwrap();
    let scan = Composite::scan().col1("A").col2(prefix("B"));
    assert_eq!(
        db.scan(scan).rows().collect().await.unwrap(),
        keys.map(composite)[1..4]
    );
    let scan = Composite::scan().col1("A").col2("B");
    assert_eq!(
        db.scan(scan).rows().collect().await.unwrap(),
        keys.map(composite)[1..3]
    );
}

#[test]
fn the_statements_have_the_families_of_the_mappings() {
    assert_eq!(
        statement(Composite::DDL),
        "create 'composite', {NAME => 'cola'}"
    );
    let families = "{NAME => 'cf-int'}, {NAME => 'cf-long'}, {NAME => 'cf-bool'}";
    assert_eq!(statement(Maps::DDL), format!("create 'maps', {families}"));
}
