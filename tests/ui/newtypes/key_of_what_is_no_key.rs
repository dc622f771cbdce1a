use hbase_schema::{HTable, KeyPart};

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Ratio(usize);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    ratio: Ratio,
    duration_s: u32,
}

fn main() {}
