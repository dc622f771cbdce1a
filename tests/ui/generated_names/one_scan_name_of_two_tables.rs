use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", scan = Calls)]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: String,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:MISSED_CALL", scan = Calls)]
#[family("D1")]
struct MissedCall {
    #[rowkey]
    phone: String,
    attempts: u32,
}

fn main() {}
