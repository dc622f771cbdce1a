use hbase_schema::HTable;

#[derive(HTable)]
#[table["DLQX:CALL_RECORD"]]
#[family("D1")]
struct Brackets {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD" naming = hbase)]
#[family("D1")]
struct MissingComma {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table = "DLQX:CALL_RECORD"]
#[family("D1")]
struct NameValue {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table(naming = hbase)]
#[family("D1")]
struct OnlyOptions {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", = hbase)]
#[family("D1")]
struct StrayToken {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Twice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table]
#[family("D1")]
struct WithoutName {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table(name = "DLQX:CALL_RECORD")]
#[family("D1")]
struct NameAsOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table(12)]
#[family("D1")]
struct NameIsANumber {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", "DLQX:OTHER_TABLE")]
#[family("D1")]
struct SecondName {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
