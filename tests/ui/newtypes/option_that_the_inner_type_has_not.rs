use hbase_schema::{HTable, KeyPart};

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Phone(String);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(java)]
    phone: Phone,
    duration_s: u32,
}

fn main() {}
