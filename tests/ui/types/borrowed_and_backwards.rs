use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call<'a> {
    #[rowkey(reverse)]
    phone: &'a str,
    duration_s: u32,
}

fn main() {}
