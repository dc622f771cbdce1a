use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PrefixAgainstTheRules {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten, prefix = "home_")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PrefixEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten, prefix = "")]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct PrefixWithoutFlatten {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(prefix = "HOME_")]
    extra: u32,
}

fn main() {}
