use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", key = CallId, splits = ["135", "138"], metadata("PRIORITY" = "10"))]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: String,
    duration_s: u32, // D1:DURATION_S
}

fn main() {
    let key = CallId { phone: "13812345678".into() };
    assert_eq!(Call { phone: key.phone.clone(), duration_s: 70 }.key(), key);
    assert!(Call::DDL.contains("create 'DLQX:CALL_RECORD'"));
    assert!(Call::DDL.contains("SPLITS => ['135', '138']"));
}
