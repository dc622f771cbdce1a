use hbase_schema::HTable;

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
    db.create_table::<Mail>().await?;
    let mail = Mail { id: "m1".into(), sender: "ann".into(), size: 500 };
    db.put(&mail).await?;
    let found = db.query(Mail::BY_SENDER.eq("ann")).rows().collect().await?;
    assert_eq!(found, [mail]);
    Ok(())
}
