//! Cells of text that a type of the struct reads: `#[column(text)]`.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use hbase_schema::{HTable, TimeOfDay, Timestamp};
use rust_decimal::Decimal;

use crate::kit::Kit;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TEXT_CELLS")]
#[family("D1")]
struct Texts {
    #[rowkey]
    id: String,
    #[column(text)]
    number: Option<u32>,
    #[column(text)]
    small: Option<i8>,
    #[column(text)]
    wide: Option<u128>,
    #[column(text)]
    flag: Option<bool>,
    #[column(text)]
    single: Option<f32>,
    #[column(text)]
    double: Option<f64>,
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
    day: Option<NaiveDate>,
    #[column(text)]
    clock: Option<NaiveTime>,
    #[column(text)]
    note: Option<String>,
}

/// Imports one cell. Either a message says why it is rejected, or the struct reads the row; returns the cell.
async fn imported(column: &str, text: &str) -> Result<String, String> {
    let mut kit = Kit::new().await;
    kit.db.create_table::<Texts>().await.unwrap();
    kit.mapping.time_zone = None;
    let table = Texts::SCHEMA.describe();
    let csv = format!("id,{column}\n1,\"{text}\"\n");
    kit.import_all(&table, &csv).await?;
    let key = TextsKey { id: "1".to_owned() };
    kit.db.get(&key).await.unwrap().unwrap();
    let soon = hbase_backend::Deadline::after(std::time::Duration::from_secs(5));
    let get = hbase_backend::Get::new("1");
    let row = kit
        .db
        .backend()
        .get(&table.descriptor.name, &get, soon)
        .await;
    let row = row.unwrap().unwrap();
    let cell = row
        .value(b"D1", column.to_ascii_uppercase().as_bytes())
        .unwrap();
    Ok(String::from_utf8(cell.to_vec()).unwrap())
}

#[tokio::test]
async fn texts_that_the_struct_does_not_read_are_rejected() {
    for (column, text, expected) in [
        ("number", "1.5", "an unsigned integer of 32 bits"),
        ("number", "-1", "an unsigned integer of 32 bits"),
        ("number", "1e3", "an unsigned integer of 32 bits"),
        ("number", "4294967296", "an unsigned integer of 32 bits"),
        ("number", "", "an unsigned integer of 32 bits"),
        ("small", "128", "a signed integer of 8 bits"),
        ("wide", "-1", "an unsigned integer of 128 bits"),
        ("flag", "yes", "a boolean"),
        ("double", "many", "a number"),
        ("single", "1e39", "a number"),
        ("amount", "79228162514264337593543950336", "rust_decimal"),
        ("at", "hello", "a time"),
        ("at", "1960-01-01T00:00:00Z", "1970"),
        ("opens", "24:00", "a time of day"),
        ("moment", "hello", "a time"),
        ("moment", "2015-12-26 12:24:00", "time_zone"),
        ("local", "2015-12-26", "2015-12-26T12:24:00"),
        ("local", "2015-02-30T00:00:00", "2015-12-26T12:24:00"),
        ("day", "2015-12-26T12:24:00", "a date such as 2015-12-26"),
        ("clock", "noon", "a time of day such as 12:24:00"),
    ] {
        let found = imported(column, text).await;
        let Err(reason) = found else {
            panic!("{column} {text:?}: {found:?}");
        };
        assert!(reason.contains(expected), "{column} {text:?}: {reason}");
    }
}

#[tokio::test]
async fn texts_that_the_struct_reads_are_written() {
    for (column, text, expected) in [
        ("number", "4294967295", "4294967295"),
        ("number", "007", "007"),
        ("small", "-128", "-128"),
        ("flag", "T", "true"),
        ("flag", "false", "false"),
        ("single", "0.1", "0.1"),
        ("double", "inf", "inf"),
        ("double", "1e3", "1e3"),
        ("amount", "12.340", "12.340"),
        ("at", "2015-12-26T12:24:00Z", "2015-12-26T12:24:00.000Z"),
        ("opens", "12:24", "12:24:00.000"),
        ("moment", "2015-12-26T12:24:00Z", "2015-12-26T12:24:00Z"),
        ("moment", "2015-12-26T12:24+08:00", "2015-12-26T04:24:00Z"),
        (
            "moment",
            "2015-12-26T12:24:00.123456789Z",
            "2015-12-26T12:24:00.123456789Z",
        ),
        ("local", "2015-12-26 12:24:00.5", "2015-12-26T12:24:00.5"),
        ("day", "1960-02-29", "1960-02-29"),
        ("clock", "12:24:00", "12:24:00"),
        ("note", "hello", "hello"),
    ] {
        let found = imported(column, text).await;
        assert_eq!(found.as_deref(), Ok(expected), "{column} {text:?}");
    }
}
