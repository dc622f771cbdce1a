use std::borrow::Cow;

use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    peer: Cow<'static, str>,
}

fn main() {}
