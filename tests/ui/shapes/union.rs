use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
union Call {
    id: u64,
    duration: f64,
}

fn main() {}
