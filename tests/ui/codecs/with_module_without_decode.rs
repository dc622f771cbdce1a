use hbase_schema::HTable;
mod codec {
    pub fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.to_be_bytes());
        Ok(())
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = codec)]
    extra: u32,
}

fn main() {}
