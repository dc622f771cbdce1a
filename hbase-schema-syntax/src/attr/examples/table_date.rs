use hbase_schema::{HTable, RowKey, TimeOfDay, Timestamp};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:TRADE_{yyyyMMdd}")]
#[family("D1")]
struct Trade {
    #[table_date]
    day: Timestamp,
    #[rowkey]
    account: u32,
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    cents: i64,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let day: Timestamp = "2015-12-26".parse()?;
    let noon = TimeOfDay::from_millis(12 * 3_600_000).ok_or("no time of day")?;
    let trade = Trade { day, account: 7, at: noon, cents: 990 };
    let db = hbase_schema::connect("memory:").await?;
    db.dated::<Trade>().create(day).await?; // DLQX:TRADE_20151226
    db.put(&trade).await?;
    // The date is in the key struct, but not in its bytes.
    assert_eq!(trade.key().encode()?.len(), 4 + 4);
    assert_eq!(db.get(&trade.key()).await?, Some(trade));
    Ok(())
}
