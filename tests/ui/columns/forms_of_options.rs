use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Braces {
    #[rowkey]
    id: u64,
    #[column{json}]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DefaultCalled {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = zero())]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct DefaultInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(default = "zero")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionOfRowkey {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(fixed = 4)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OtherWordForAnOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(serde)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(text, text)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextWithValue {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(text = true)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithCalled {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = codec())]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct WithInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = "codec")]
    extra: u32,
}

fn main() {}
