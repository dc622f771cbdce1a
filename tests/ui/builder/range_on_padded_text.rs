use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(fixed = 8, pad_right = ' ')]
    name: String,
    #[rowkey(fixed = 4, pad_left = '0')]
    line: String,
    duration_s: u32,
}

fn main() {
    let _ = Call::scan().name("ada".."bob");
    let _ = Call::scan().name("ada").line("7".."9");
}
