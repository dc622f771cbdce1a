//! Texts of floats and booleans that Hive did not write: the codec and Hive read the same values, or both none.

use hbase_schema::cell::{DecodeCell, JavaText};
use hbase_schema::{Connection, HTable};

use crate::sql::Sql;
use crate::values::text_of;

/// A cell of text that Hive reads as a float of 64 bits, of 32 bits, and as a boolean.
#[derive(HTable, Debug)]
#[table("hive_texts", naming = hbase, rename_all = "snake_case")]
#[family("d")]
struct Texts {
    #[rowkey]
    number: u32,
    text: String,
}

const TEXTS: [&str; 44] = [
    "1",
    "1.",
    ".5",
    "1.0",
    "-0",
    "00.10",
    "+1e5",
    "1E-5",
    "1d",
    "1F",
    "1e5f",
    "1e400",
    "1e-400",
    " 1",
    "1 ",
    " 1.5 ",
    "\t1",
    "NaN",
    "-NaN",
    "Infinity",
    "-Infinity",
    "+Infinity",
    "inf",
    "nan",
    "INFINITY",
    "",
    " ",
    "-",
    ".",
    "1e",
    "e5",
    "--1",
    "1_0",
    "1 2",
    "1L",
    "true",
    "TRUE",
    "False",
    "tRuE",
    " true",
    "t",
    "0",
    "yes",
    "NULL",
];

pub(crate) async fn assert_reads(db: &Connection, sql: &mut Sql) {
    db.create_table::<Texts>().await.expect("a new table");
    for (number, text) in (0..).zip(TEXTS) {
        let text = text.to_owned();
        db.put(&Texts { number, text }).await.expect("a row");
    }
    sql.execute(
        "CREATE EXTERNAL TABLE hive_texts (number INT, d DOUBLE, f FLOAT, b BOOLEAN) STORED BY \
         'org.apache.hadoop.hive.hbase.HBaseStorageHandler' WITH SERDEPROPERTIES ('hbase.columns.mapping' = \
         ':key#b,d:text,d:text,d:text') TBLPROPERTIES ('hbase.table.name' = 'hive_texts')",
        &[],
    );
    let rows = sql.rows("SELECT * FROM hive_texts", &[]);
    assert_eq!(rows.len(), TEXTS.len());
    for (text, row) in TEXTS.iter().zip(rows) {
        let double = read::<f64>(text).map(|value| format!("{value:?}"));
        let float = read::<f32>(text).map(|value| format!("{value:?}"));
        let of_hive = |at: usize| text_of(&row[at]);
        let hives_double =
            of_hive(1).map(|read| format!("{:?}", read.parse::<f64>().expect("a float")));
        let hives_float =
            of_hive(2).map(|read| format!("{:?}", read.parse::<f32>().expect("a float")));
        let found = (double, float, read::<bool>(text));
        assert_eq!(
            found,
            (hives_double, hives_float, row[3].as_bool()),
            "{text:?}"
        );
    }
}

fn read<T: for<'b> DecodeCell<'b, JavaText>>(text: &str) -> Option<T> {
    T::decode_cell(text.as_bytes()).ok()
}
