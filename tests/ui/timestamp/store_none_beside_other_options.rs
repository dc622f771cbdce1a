use hbase_schema::HTable;
use hbase_schema::codec::CodecError;

mod reversed {
    use super::CodecError;

    pub fn encode(value: &Option<u32>, out: &mut Vec<u8>) -> Result<(), CodecError> {
        out.extend(value.unwrap_or(0).to_le_bytes());
        Ok(())
    }

    pub fn decode(bytes: &[u8]) -> Result<Option<u32>, CodecError> {
        Ok(bytes.try_into().ok().map(u32::from_le_bytes))
    }
}

#[derive(HTable)]
#[table("DLQX:USER_RECORDS")]
#[family("INFO", versions = 400)]
struct Record {
    #[rowkey]
    user: u32,
    #[column(store_none, with = reversed)]
    a: Option<u32>,
    #[column(store_none, counter)]
    b: i64,
}

fn main() {}
