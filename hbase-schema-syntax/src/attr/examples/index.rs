use std::time::Duration;

use hbase_schema::HTable;
use hbase_schema::index::Settings;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_RECORD")]
#[family("D1")]
#[index("DLQX:MAIL_BY_BOTH", fields(sender, size))]
struct Mail {
    #[rowkey]
    id: String,
    #[index("DLQX:MAIL_BY_SENDER", splits = ["h", "p"])]
    sender: String,
    size: u32,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), hbase_schema::Error> {
    let db = hbase_schema::connect("memory:").await?;
    // A new index waits for writes that do not know it: twice this limit, by default a minute.
    let db = db.index_settings(Settings::default().write_limit(Duration::from_secs(1)));
    db.create_table::<Mail>().await?;
    let mail = Mail { id: "m1".into(), sender: "ann".into(), size: 500 };
    db.put(&mail).await?;
    let found = db.query(Mail::BY_SENDER.eq("ann")).rows().collect().await?;
    assert_eq!(found, [mail]);
    Ok(())
}
