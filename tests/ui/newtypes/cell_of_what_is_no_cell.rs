use hbase_schema::{CellValue, HTable};

struct Inner;

#[derive(CellValue)]
struct Outer(Inner);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    outer: Outer,
}

fn main() {}
