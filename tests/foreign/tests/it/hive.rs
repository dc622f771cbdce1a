//! Hive 4, SQL on `HBase`'s tables: a struct as key, text and binary cells, and maps.
//!
//! Source: `apache/hive`, `hbase-handler`, `TestHBaseSerDe.java`: `testHBaseSerDeCompositeKeyWithoutSeparator` (Hive's
//! default separator is `02`), `testHBaseSerDeI` (text), `testHBaseSerDeII` (binary),
//! `testHBaseSerDeWithColumnPrefixes` and `testHBaseSerDeWithHiveMapToHBaseColumnFamily` (maps). The mapping of a table
//! is in the comment above its struct. Hive has no statements for `HBase`'s shell.
//!
//! Hive 3.1.3 wrote the rows of `readings` and `signs`: `tests/hive_live` has the first table.

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

/// `:key,d:level#b,d:tiny#b,d:small#b,d:big#b,d:exact#b,d:narrow#b,d:flag#b,d:ratio,d:share,d:count,d:words,d:tag_.*,notes:`,
/// `struct<place:string,number:bigint>`, `COLLECTION ITEMS TERMINATED BY '|'`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("readings", naming = hbase, rename_all = "snake_case")]
#[rowkey(separator = "|")]
#[family("d"; "notes")]
struct Reading {
    #[rowkey]
    place: String,
    #[rowkey(text)]
    number: i64,
    #[family("d")]
    level: i32,
    #[family("d")]
    tiny: Option<i8>,
    #[family("d")]
    small: Option<i16>,
    #[family("d")]
    big: Option<i64>,
    #[family("d")]
    exact: Option<f64>,
    #[family("d")]
    narrow: Option<f32>,
    #[family("d")]
    flag: Option<bool>,
    #[family("d")]
    #[column(java_text)]
    ratio: Option<f64>,
    #[family("d")]
    #[column(java_text)]
    share: Option<f32>,
    #[family("d")]
    #[column(text)]
    count: Option<i64>,
    #[family("d")]
    words: Option<String>,
    #[family("d")]
    #[column(dynamic, prefix = "tag_")]
    tags: BTreeMap<String, String>,
    #[family("notes")]
    #[column(dynamic, java_text)]
    notes: BTreeMap<String, f64>,
}

/// `:key,D:DT,D:BT,F:`, `struct<a:string,b:int>`, `COLLECTION ITEMS TERMINATED BY '|'`.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("signs", naming = hbase)]
#[rowkey(separator = "|")]
#[family("D"; "F")]
struct Sign {
    #[rowkey]
    a: String,
    #[rowkey(text)]
    b: i32,
    #[family("D")]
    #[column(java_text)]
    dt: f64,
    #[family("D")]
    #[column(java_text)]
    bt: bool,
    #[family("F")]
    #[column(dynamic, java_text)]
    f: BTreeMap<String, f64>,
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

#[test]
fn rows_of_hive_3_have_floats_and_booleans_of_java() {
    let row = Reading {
        place: "Z".into(),
        number: -11,
        level: 1_917_751_895,
        tiny: Some(-122),
        small: None,
        big: Some(6_515_522_116_237_714_715),
        exact: Some(f64::MAX),
        narrow: Some(f32::MAX),
        flag: Some(false),
        ratio: Some(-2.013_203_794_339_843_2E-54),
        share: Some(6.615_694E-31),
        count: Some(-1_308_956_190_380_214_175),
        words: Some(" Z".into()),
        tags: [("4", "-"), ("5", "中a中0 ")]
            .map(|(k, v)| (k.into(), v.into()))
            .into(),
        notes: [("Z", 1539.125), ("a", -3999.5), ("ab", 1223.75)]
            .map(|(k, v)| (k.into(), v))
            .into(),
    };
    let cells: [(&str, &[u8], &[u8]); 15] = [
        ("d", b"big", b"Zk\xC8\xD8\x10\x8C\xE5\x1B"),
        ("d", b"count", b"-1308956190380214175"),
        ("d", b"exact", b"\x7F\xEF\xFF\xFF\xFF\xFF\xFF\xFF"),
        ("d", b"flag", b"\x00"),
        ("d", b"level", b"rN\x92W"),
        ("d", b"narrow", b"\x7F\x7F\xFF\xFF"),
        ("d", b"ratio", b"-2.0132037943398432E-54"),
        ("d", b"share", b"6.615694E-31"),
        ("d", b"tag_4", b"-"),
        ("d", b"tag_5", "中a中0 ".as_bytes()),
        ("d", b"tiny", b"\x86"),
        ("d", b"words", b" Z"),
        ("notes", b"Z", b"1539.125"),
        ("notes", b"a", b"-3999.5"),
        ("notes", b"ab", b"1223.75"),
    ];
    assert_row(&row, b"Z|-11", &cells);

    let row = |a: &str, b, dt, bt, f: &[(&str, f64)]| Sign {
        a: a.into(),
        b,
        dt,
        bt,
        f: f.iter()
            .map(|(name, value)| ((*name).into(), *value))
            .collect(),
    };
    let cells: [(&str, &[u8], &[u8]); 4] = [
        ("D", b"BT", b"true"),
        ("D", b"DT", b"1.0"),
        ("F", b"a", b"1.0"),
        ("F", b"b", b"2.0E10"),
    ];
    assert_row(
        &row("x", 7, 1.0, true, &[("a", 1.0), ("b", 2e10)]),
        b"x|7",
        &cells,
    );
    let cells: [(&str, &[u8], &[u8]); 2] = [("D", b"BT", b"true"), ("D", b"DT", b"1.0E-5")];
    assert_row(&row("z", 0, 1e-5, true, &[]), b"z|0", &cells);
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
