use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FlagWithValue {
    #[rowkey]
    id: u64,
    #[rowkey(ordered = true)]
    part: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Literal {
    #[rowkey]
    id: u64,
    #[rowkey(14)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MisspeltOption {
    #[rowkey]
    id: u64,
    #[rowkey(fixd = 14)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey]
#[family("D1")]
struct NothingOnTheStruct {
    #[rowkey]
    id: u64,
    value: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(fixed = 14)]
#[family("D1")]
struct OptionOfAPartOnTheStruct {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionOfColumn {
    #[rowkey]
    id: u64,
    #[rowkey(json)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionOfTheStruct {
    #[rowkey]
    id: u64,
    #[rowkey(derive(Hash))]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OtherWordForAnOption {
    #[rowkey]
    id: u64,
    #[rowkey(len = 14)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct UnknownOption {
    #[rowkey]
    id: u64,
    #[rowkey(regions = 3)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
