use hbase_schema::HTable;

#[derive(HTable)]
#[table("my-space:calls", naming = hbase)]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
