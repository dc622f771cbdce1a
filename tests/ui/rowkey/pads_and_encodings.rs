use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PadBeyondAscii {
    #[rowkey]
    id: u64,
    #[rowkey(pad_left = 'é', fixed = 3)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PadInQuotes {
    #[rowkey]
    id: u64,
    #[rowkey(pad_left = "0", fixed = 3)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PadOnBothSides {
    #[rowkey]
    id: u64,
    #[rowkey(pad_left = '0', pad_right = ' ', fixed = 3)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PadWithoutWidth {
    #[rowkey]
    id: u64,
    #[rowkey(pad_right = ' ', separator = "_")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EncodingAndFixed {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = my::Encoding, fixed = 3)]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EncodingCalled {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = my::encoding())]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct EncodingInQuotes {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = "my::Encoding")]
    part: String,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

struct Mine;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionsBesideAnEncoding {
    #[rowkey(encoding = Mine, reverse)]
    id: u64,
    #[rowkey(encoding = Mine, truncate)]
    at: u64,
    value: u32,
}

fn main() {}
