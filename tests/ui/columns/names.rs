use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NameAndRename {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("EXTRA", rename = "OTHER")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NameAsCharacter {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column('E')]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NameValue {
    #[rowkey]
    id: u64,
    #[column = "EXTRA"]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct NameWithoutQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(EXTRA)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct RenameWithoutQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(rename = EXTRA)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TwoNames {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("EXTRA", "OTHER")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TwiceTheSameName {
    #[rowkey]
    id: u64,
    #[column("PEER")]
    first: u32,
    #[column("PEER")]
    second: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SkipAndName {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip, "EXTRA")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FlattenAndName {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten, "EXTRA")]
    extra: u32,
}

fn main() {}
