use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive(PartialOrd))]
#[family("D1")]
struct DeriveAnOrder {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive())]
#[family("D1")]
struct DeriveEmpty {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive(Eq, Hash, Eq))]
#[family("D1")]
struct DeriveTwice {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive(Clone))]
#[family("D1")]
struct DeriveWhatIsThere {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(derive = Hash)]
#[family("D1")]
struct DeriveWithoutList {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

fn main() {}
