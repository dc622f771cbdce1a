use hbase_schema::HTable;

#[derive(HTable)]
#[table("hbase:meta", naming = hbase)]
#[family("D1")]
struct Meta {
    #[rowkey]
    id: u64,
    value: u32,
}

fn main() {}
