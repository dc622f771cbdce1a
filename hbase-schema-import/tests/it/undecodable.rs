//! Rows that an export must not write as if they were the struct's.

use chrono::{DateTime, NaiveDateTime, Utc};
use hbase_schema::{Connection, HTable, TimeOfDay, Timestamp};
use hbase_schema_import::{Condition, CsvWriter, ExportOptions, ExportPlan, ExportSummary, export};
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

fn key() -> ItemKey {
    ItemKey {
        id: "tea".to_owned(),
    }
}

/// A store with one row, of these cells.
async fn store(cells: &[(&str, &[u8])]) -> Connection {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Item>().await.unwrap();
    let row = cells
        .iter()
        .fold(db.mutate(&key()), |row, (column, value)| {
            row.put_raw("D1", column.as_bytes(), value)
        });
    row.await.unwrap();
    db
}

/// The CSV file of an export, without its header, and the summary.
async fn exported(db: &Connection, max_errors: u64) -> Result<(String, ExportSummary), String> {
    exported_where(db, &[], max_errors).await
}

async fn exported_where(
    db: &Connection,
    conditions: &[Condition],
    max_errors: u64,
) -> Result<(String, ExportSummary), String> {
    let plan = ExportPlan::new(&Item::SCHEMA.describe()).unwrap();
    let options = ExportOptions {
        max_errors,
        ..ExportOptions::default()
    };
    let mut file = Vec::new();
    let mut out = CsvWriter::new(&mut file);
    let query = plan.query(conditions).unwrap();
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
    assert_eq!(db.get(&key()).await.unwrap().unwrap().name, "Tea");
    let (rows, _) = exported(&db, 0).await.unwrap();
    assert_eq!(rows, "tea,Tea,,,,,,,,,,,,,,,,\n");
}

#[tokio::test]
async fn a_cell_that_its_type_does_not_read_is_an_error() {
    for (column, value, expected) in [
        ("PRICE", "4x2", "an unsigned integer of 32 bits"),
        ("PRICE", "", "an unsigned integer of 32 bits"),
        ("PRICE", "4294967296", "an unsigned integer of 32 bits"),
        ("WEIGHT", "heavy", "a number"),
        ("FLAG", "T", "`true` or `false`"),
        ("AMOUNT", "1,5", "a decimal number"),
        ("AT", "yesterday", "a time such as 2015-12-26T12:24:00.000Z"),
        ("OPENS", "noon", "a time of day such as 12:24:00.000"),
        (
            "MOMENT",
            "2015-12-26T12:24:00",
            "a moment such as 2015-12-26T12:24:00Z",
        ),
        ("LOCAL", "2015-12-26", "2015-12-26T12:24:00"),
        ("TAG", "67e5", "a UUID"),
        ("CODE", "abc", "found 3 bytes, expected 4"),
        ("CLOSES", "\x7f\x7f\x7f\x7f", "milliseconds of a day"),
        ("CLOSES", "\x05\x26\x5c\x00", "milliseconds of a day"),
        // 2 to the power of 104.
        (
            "EXACT",
            "\0\0\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "rust_decimal",
        ),
    ] {
        let db = store(&[("NAME", b"Tea"), (column, value.as_bytes())]).await;
        assert!(db.get(&key()).await.is_err(), "{column} {value:?}");
        let error = exported(&db, 0).await.unwrap_err();
        for expected in [&format!("row `tea`, column D1:{column}"), expected] {
            assert!(error.contains(expected), "{column} {value:?}: {error}");
        }
    }
}

#[tokio::test]
async fn a_cell_that_its_type_reads_is_exported_as_it_is() {
    for (column, value) in [
        ("PRICE", "007"),
        ("WEIGHT", "NaN"),
        ("WEIGHT", "-1e-3"),
        ("FLAG", "false"),
        ("AMOUNT", "-12.340"),
        ("OPENS", "12:24"),
        ("MOMENT", "2015-12-26T12:24:00.123456789+08:00"),
        ("LOCAL", "2015-12-26T12:24:00"),
        ("TAG", "67e55044-10b1-426f-9247-bb680e5fe0c8"),
    ] {
        let db = store(&[("NAME", b"Tea"), (column, value.as_bytes())]).await;
        assert!(db.get(&key()).await.is_ok(), "{column} {value:?}");
        let (rows, _) = exported(&db, 0).await.unwrap();
        assert!(rows.contains(value), "{column} {value:?}: {rows}");
    }
}

/// The struct reads a time without an offset in UTC; an import would read it in its `time_zone`, or not at all.
#[tokio::test]
async fn a_moment_without_an_offset_is_exported_with_one() {
    for value in ["2026-10-25 02:30", "2026-10-25T04:30:00+02:00"] {
        let db = store(&[("NAME", b"Tea"), ("AT", value.as_bytes())]).await;
        let (rows, _) = exported(&db, 0).await.unwrap();
        assert!(
            rows.contains(",2026-10-25T02:30:00.000Z,"),
            "{value}: {rows}"
        );
        let condition = "AT = 2026-10-25T03:30:00+01:00".parse().unwrap();
        let (found, _) = exported_where(&db, &[condition], 0).await.unwrap();
        assert_eq!(found, rows);
    }
}
