use hbase_schema::{HTable, Timestamp};

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[timestamp(day, keep = "365d")]
    day: Timestamp,
    logins: u32,
    #[column(store_none)]
    note: Option<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<Record>().await?;
    // The second record of the 26th replaces the first one.
    for (at, logins) in [("2015-12-26T08:00:00Z", 1), ("2015-12-26T20:00:00Z", 2), ("2015-12-27T09:00:00Z", 3)] {
        db.put(&Record { user: 7, day: at.parse()?, logins, note: None }).await?;
    }
    let records: Vec<Record> = db.history(&RecordKey { user: 7 }).await?;
    let logins: Vec<u32> = records.iter().map(|record| record.logins).collect();
    assert_eq!(logins, [3, 2]);
    Ok(())
}
