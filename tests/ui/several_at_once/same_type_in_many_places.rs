use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    a: usize,
    #[rowkey]
    b: usize,
    #[rowkey]
    c: usize,
    d: usize,
    e: usize,
}

fn main() {}
