use hbase_schema::HTable;

#[derive(HTable)]
#[table("dlqx:CALL_RECORD", nameing = hbase, splits = hex(16), durability = wal)]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
