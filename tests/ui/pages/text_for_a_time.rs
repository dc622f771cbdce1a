use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 11)]
    phone: String,
    #[rowkey]
    at: Timestamp,
    duration_s: u32,
}

fn main() {
    let _ = Call {
        phone: "13812345678".into(),
        at: "2015-12-26T12:24:00Z",
        duration_s: 70,
    };
}
