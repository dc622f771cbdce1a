use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6))]
#[rowkey(salt = region_number(7), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
