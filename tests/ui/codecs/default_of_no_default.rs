use hbase_schema::HTable;
struct Level(u8);
mod codec {
    use super::Level;
    pub fn encode(value: &Level, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.push(value.0);
        Ok(())
    }
    pub fn decode(bytes: &[u8]) -> Result<Level, std::fmt::Error> {
        bytes.first().map(|b| Level(*b)).ok_or(std::fmt::Error)
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = codec, default)]
    extra: Level,
}

fn main() {}
