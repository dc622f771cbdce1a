use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("A")]
#[family("B")]
#[family("C")]
#[family("D")]
struct Call {
    #[rowkey]
    id: u64,
    #[family("A")]
    a: u32,
    #[family("B")]
    b: u32,
    #[family("C")]
    c: u32,
    #[family("D")]
    d: u32,
}

fn main() {}
