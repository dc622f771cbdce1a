use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = ["", "b"])]
#[family("D1")]
struct EmptyKey {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = ["a", "a"])]
#[family("D1")]
struct KeyTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = [1, 2])]
#[family("D1")]
struct KeysAsNumbers {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = ["m"])]
#[rowkey(salt = md5_hex(2))]
#[family("D1")]
struct KeysBesideASalt {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = ["b", "a"])]
#[family("D1")]
struct KeysDoNotAscend {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = [])]
#[family("D1")]
struct NoKeys {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
