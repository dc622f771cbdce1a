use hbase_schema::{HTable, KeyPart, Timestamp};

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Moment(Timestamp);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    at: Moment,
    duration_s: u32,
}

fn main() {}
