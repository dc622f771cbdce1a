use hbase_schema::HTable;
use hbase_schema::key::KeyPart;

#[derive(Debug, Clone, PartialEq)]
struct Ghost;

fn encoded(key: &impl KeyPart<u8>) {
    let _ = key;
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: Ghost,
    duration_s: u32,
}

fn main() {}
