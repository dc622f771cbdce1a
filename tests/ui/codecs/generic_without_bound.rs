use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<V> {
    #[rowkey]
    id: u64,
    extra: V,
}

fn main() {}
