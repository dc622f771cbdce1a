use hbase_schema::HTable;
mod codec {
    pub fn encode(value: &Option<u32>, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.unwrap_or(0).to_le_bytes());
        Ok(())
    }
    pub fn decode(bytes: &[u8]) -> Result<Option<u32>, std::array::TryFromSliceError> {
        bytes.try_into().map(u32::from_le_bytes).map(Some)
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[column(with = codec)]
    extra: Option<u32>,
}

fn main() {}
