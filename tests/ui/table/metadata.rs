use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", metadata())]
#[family("D1")]
struct MetadataEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", metadata("TEAM" = "a", "TEAM" = "b"))]
#[family("D1")]
struct MetadataTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", metadata("OWNER" = "billing"))]
#[family("D1")]
struct MetadataWithAnOptionOfItsOwn {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", metadata("TEAM"))]
#[family("D1")]
struct MetadataWithoutValue {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
