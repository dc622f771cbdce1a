use hbase_schema::key::KeyPart;
use hbase_schema::{HTable, Table};

enum Country {}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EncodingOfAnotherType {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = Country)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct GenericOfUnknownType<K> {
    #[rowkey]
    id: K,
    duration_s: u32,
}

fn stored<T: Table>() {}

fn generic_of_unknown_type() {
    stored::<GenericOfUnknownType<usize>>();
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnknownType {
    #[rowkey]
    id: u64,
    #[rowkey(separator = "_")]
    part: std::net::IpAddr,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct Ghost;

fn encoded(key: &impl KeyPart<u8>) {
    let _ = key;
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct KeyPartInScope {
    #[rowkey]
    id: Ghost,
    duration_s: u32,
}

fn main() {}
