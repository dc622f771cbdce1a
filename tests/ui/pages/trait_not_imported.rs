use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: String,
    duration_s: u32,
}

fn main() {
    let key = CallKey { phone: "13812345678".into() };
    let bytes = key.encode();
    let key = CallKey::decode(b"13812345678");
}
