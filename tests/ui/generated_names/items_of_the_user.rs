use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct ConstOfAColumn {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

impl ConstOfAColumn {
    const DURATION_S: u32 = 60;
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MethodKey {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

impl MethodKey {
    fn key(&self) -> u64 {
        self.id
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct MethodScan {
    #[rowkey]
    id: u64,
    duration_s: u32,
}

impl MethodScan {
    fn scan() -> u64 {
        0
    }
}

fn main() {}
