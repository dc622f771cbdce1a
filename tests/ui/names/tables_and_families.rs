use hbase_schema::HTable;

#[derive(HTable)]
#[table("")]
#[family("D1")]
struct TableEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL:RECORD")]
#[family("D1")]
struct TableWithColon {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:1_USER")]
#[family("D1")]
struct TableWithDigitFirst {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("dlqx:-calls", naming = hbase)]
#[family("D1")]
struct HbaseDashFirst {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("")]
struct FamilyEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D_1")]
struct FamilyWithUnderscore {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("dlqx:calls", naming = hbase)]
#[family("a/b")]
struct HbaseFamilyWithSlash {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
