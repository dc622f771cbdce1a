use hbase_schema::HTable;
use std::borrow::Cow;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct BorrowedAndBackwards<'a> {
    #[rowkey(reverse)]
    phone: &'a str,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct StaticBorrow {
    #[rowkey]
    id: u64,
    peer: Cow<'static, str>,
}

fn main() {}
