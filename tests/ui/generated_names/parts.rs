use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PartAll {
    #[rowkey]
    all: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PartIntoRanges {
    #[rowkey]
    into_ranges: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PartRanges {
    #[rowkey]
    ranges: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PartSaltedBy {
    #[rowkey]
    salted_by: u64,
    duration_s: u32,
}

fn main() {}
