use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket(8))]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct PerBucketOfAnotherCount {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = region_number(200000), separator = "_")]
#[family("D1")]
struct PerBucketOfTooMany {
    #[rowkey(salt)]
    id: String,
    value: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[rowkey(salt = md5_hex(2))]
#[family("D1")]
struct PerBucketOnMd5 {
    #[rowkey(salt)]
    id: u64,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket)]
#[family("D1")]
struct PerBucketWithoutCount {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", splits = per_bucket(6))]
#[family("D1")]
struct PerBucketWithoutSalt {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
