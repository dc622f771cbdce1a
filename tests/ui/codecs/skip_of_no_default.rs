use hbase_schema::HTable;
struct Handle(u32);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip)]
    extra: Handle,
}

fn main() {}
