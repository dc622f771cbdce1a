use hbase_schema::{HTable, Table};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<K> {
    #[rowkey]
    id: K,
    duration_s: u32,
}

fn stored<T: Table>() {}

fn main() {
    stored::<Call<usize>>();
}
