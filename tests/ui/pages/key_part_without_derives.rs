use hbase_schema::{HTable, KeyPart};

#[derive(KeyPart)]
struct Phone(String);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: Phone,
    duration_s: u32,
}

fn main() {}
