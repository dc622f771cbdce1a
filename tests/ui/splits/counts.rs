use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string("16"))]
#[family("D1")]
struct CountInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = 16)]
#[family("D1")]
struct Number {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string(1))]
#[family("D1")]
struct OneRegion {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex(16))]
#[family("D1")]
struct OtherWord {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = rows(16))]
#[family("D1")]
struct Unknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = hex_string)]
#[family("D1")]
struct WithoutCount {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
