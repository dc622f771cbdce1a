use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("A")]
#[family("B")]
#[family("C")]
#[family("D")]
struct Four {
    #[rowkey]
    id: u64,
    #[family("A")]
    a: u32,
    #[family("B")]
    b: u32,
    #[family("C")]
    c: u32,
    #[family("D")]
    d: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family(D1)]
struct NameWithoutQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", "D2")]
struct TwoNames {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
#[family("D1", versions = 3)]
struct Twice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family(versions = 3)]
struct WithoutName {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Unknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[family("D2")]
    peer: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
#[family("D2")]
struct WithoutColumn {
    #[rowkey]
    id: u64,
    #[family("D1")]
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct AgainOnAPart {
    #[rowkey]
    #[family("D1")]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OnASkippedField {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip)]
    #[family("D1")]
    cached: u32,
}

fn main() {}
