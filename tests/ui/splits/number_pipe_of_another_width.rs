use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = number_pipe(6, width = 2))]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
