use hbase_schema::HTable;
mod codec {
    pub fn encode(value: &str, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.as_bytes());
        Ok(())
    }
    pub fn decode(bytes: &[u8]) -> Result<String, std::string::FromUtf8Error> {
        String::from_utf8(bytes.to_vec())
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
