use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", key = CallId, scan = CallId)]
#[family("D1")]
struct KeyAndScanOfOneName {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", key = "CallId", scan = a::B)]
#[family("D1")]
struct KeyNameInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", key = KeyNamedAsTheStruct)]
#[family("D1")]
struct KeyNamedAsTheStruct {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", crate = "hbase_schema")]
#[family("D1")]
struct CrateInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming = "hbase")]
#[family("D1")]
struct NamingInQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming = loose)]
#[family("D1")]
struct NamingUnknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", naming)]
#[family("D1")]
struct NamingWithoutValue {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", rename_all = "Upper")]
#[family("D1")]
struct RenameAllUnknown {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD", rename_all = UPPER_SNAKE)]
#[family("D1")]
struct RenameAllWithoutQuotes {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
