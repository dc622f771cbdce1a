use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<K: hbase_schema::key::KeyPart<hbase_schema::key::encoding::Native>> {
    #[rowkey]
    id: K,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
