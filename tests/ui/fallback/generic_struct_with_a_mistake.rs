use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:call")]
#[family("D1")]
struct Call<'a, V: Clone> {
    #[rowkey]
    id: &'a str,
    value: V,
}

fn uses<V: Clone>(call: &Call<'_, V>) {
    let _ = call.key();
}

fn main() {
    let _ = uses::<u32>;
}
