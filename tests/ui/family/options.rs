use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", metadata("TTL" = "86400"))]
struct MetadataWithAnOptionOfItsOwn {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", durability = sync_wal)]
struct OptionOfTable {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1", max_versions = 3)]
struct UnknownOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionsWhereItIsChosen {
    #[rowkey]
    id: u64,
    #[family("D1", versions = 3)]
    duration_s: u32,
}

fn main() {}
