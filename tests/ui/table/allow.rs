use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow())]
#[family("D1")]
struct AllowEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(hotspot))]
#[family("D1")]
struct AllowHotspotWithSalt {
    #[rowkey(salt)]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming = hbase, allow(name_length))]
#[family("D1")]
struct AllowLengthUnderHbaseNames {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(families, families))]
#[family("D1")]
struct AllowTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow(hotspots))]
#[family("D1")]
struct AllowUnknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", allow = hotspot)]
#[family("D1")]
struct AllowWithoutList {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
