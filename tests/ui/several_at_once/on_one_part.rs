use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(salt, fixd = 11, reverse, desc, pad_left = '0')]
    id: u64,
    #[rowkey(text, separator = "_", offset = "east")]
    rest: u64,
    duration_s: u32,
}

fn main() {}
