//! Rows that an export must not write as if they were the struct's.

use chrono::{DateTime, NaiveDateTime, Utc};
use hbase_schema::{Connection, HTable, TimeOfDay, Timestamp};
use hbase_schema_import::{CsvWriter, ExportOptions, ExportPlan, ExportSummary, export};
use rust_decimal::Decimal;
use uuid::Uuid;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SHOP_ITEMS")]
#[family("D1")]
struct Item {
    #[rowkey]
    id: String,
    name: String,
    note: Option<String>,
    #[column(default)]
    stock: u32,
    #[column(counter)]
    views: i64,
    #[column(json)]
    extra: serde_json::Value,
    #[column(text)]
    price: Option<u32>,
    #[column(text)]
    weight: Option<f32>,
    #[column(text)]
    flag: Option<bool>,
    #[column(text)]
    amount: Option<Decimal>,
    #[column(text)]
    at: Option<Timestamp>,
    #[column(text)]
    opens: Option<TimeOfDay>,
    #[column(text)]
    moment: Option<DateTime<Utc>>,
    #[column(text)]
    local: Option<NaiveDateTime>,
    #[column(text)]
    tag: Option<Uuid>,
    code: Option<[u8; 4]>,
    exact: Option<Decimal>,
    closes: Option<TimeOfDay>,
}

/// A store with one row, of these cells.
async fn store(cells: &[(&str, &[u8])]) -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Item>().await.unwrap();
    let key = ItemKey {
        id: "tea".to_owned(),
    };
    let row = cells.iter().fold(db.mutate(&key), |row, (column, value)| {
        row.put_raw("D1", column.as_bytes(), value)
    });
    row.await.unwrap();
    db
}

/// The CSV file of an export, without its header, and the summary.
async fn exported(db: &Connection, max_errors: u64) -> Result<(String, ExportSummary), String> {
    let plan = ExportPlan::new(&Item::SCHEMA.describe()).unwrap();
    let options = ExportOptions {
        max_errors,
        ..ExportOptions::default()
    };
    let mut file = Vec::new();
    let mut out = CsvWriter::new(&mut file);
    let query = plan.query(&[]).unwrap();
    let summary = export(&plan, &*db.backend(), &query, &options, &mut out).await;
    let summary = summary.map_err(|error| error.to_string())?;
    let text = String::from_utf8(file).unwrap();
    let (_, rows) = text.split_once('\n').unwrap();
    Ok((rows.to_owned(), summary))
}

#[tokio::test]
async fn a_row_without_a_cell_that_the_struct_requires_is_an_error() {
    let db = store(&[("NOTE", b"green")]).await;
    let error = exported(&db, 0).await.unwrap_err();
    for expected in [
        "row `tea`, column D1:NAME",
        "found no cell",
        "field `name`",
        "`Option`",
    ] {
        assert!(error.contains(expected), "{error}");
    }
    let (rows, summary) = exported(&db, 1).await.unwrap();
    assert_eq!((rows.as_str(), summary.undecodable), ("", 1));
    assert_eq!(summary.errors, [error]);
}

/// As the struct reads the row.
#[tokio::test]
async fn cells_that_may_be_absent_are_null() {
    let db = store(&[("NAME", b"Tea")]).await;
    let key = ItemKey {
        id: "tea".to_owned(),
    };
    assert_eq!(db.get(&key).await.unwrap().unwrap().name, "Tea");
    let (rows, _) = exported(&db, 0).await.unwrap();
    assert_eq!(rows, "tea,Tea,,,,,,,,,,,,,,,,\n");
}
