use hbase_schema::{CellValue, HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day)]
    day: Timestamp,
    a: u32,
    b: Option<String>,
    c: Note,
    #[column(json)]
    d: Option<u32>,
    #[column(store_none)]
    e: Option<u32>,
}

/// Its name does not say that it may be absent.
#[derive(CellValue)]
struct Note(Option<String>);

fn main() {}
