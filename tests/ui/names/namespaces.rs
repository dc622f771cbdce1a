use hbase_schema::HTable;

#[derive(HTable)]
#[table(":CALL_RECORD")]
#[family("D1")]
struct NamespaceEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("dlqx:CALL_RECORD")]
#[family("D1")]
struct NamespaceLowerCase {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("hbase:meta", naming = hbase)]
#[family("D1")]
struct Meta {
    #[rowkey]
    id: u64,
    value: u32,
}

#[derive(HTable)]
#[table("1DLQX:CALL_RECORD")]
#[family("D1")]
struct NamespaceWithDigitFirst {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("USER_INFO_MANAGE:CALL_RECORD")]
#[family("D1")]
struct NamespaceWithUnderscore {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("my-space:calls", naming = hbase)]
#[family("D1")]
struct HbaseNamespaceWithDash {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("dlqx:zookeeper", naming = hbase)]
#[family("D1")]
struct HbaseReserved {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
