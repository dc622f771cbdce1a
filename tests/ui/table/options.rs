use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", durability = sync)]
#[family("D1")]
struct DurabilityUnknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", compaction_enabled = 1)]
#[family("D1")]
struct FlagWithANumber {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", split = hex_string(16))]
#[family("D1")]
struct MisspeltOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", compression = snappy)]
#[family("D1")]
struct OptionOfFamily {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", salt = buckets(16))]
#[family("D1")]
struct OptionOfRowkey {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming = strict, naming = hbase)]
#[family("D1")]
struct OptionTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", max_filesize = "10 GB")]
#[family("D1")]
struct SizeAsText {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", memstore_flushsize = 0)]
#[family("D1")]
struct SizeOfZero {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", split_policy = "")]
#[family("D1")]
struct SplitPolicyEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", regions = 4)]
#[family("D1")]
struct UnknownOption {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
