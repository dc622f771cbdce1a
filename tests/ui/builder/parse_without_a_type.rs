use hbase_schema::{HTable, Timestamp};

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: u64,
    #[rowkey(reverse_ts)]
    at: Timestamp,
    duration_s: u32,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let _ = Call::scan().phone(13812345678).at("2026-03-01T00:00:00Z".parse()?..);
    Ok(())
}
