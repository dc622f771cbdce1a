use hbase_schema::HTable;

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct CounterOfU32 {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(counter)]
    extra: u32,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct CounterOfU64 {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(counter)]
    extra: u64,
}

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
struct DefaultOfNoDefault {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(with = codec, default)]
    extra: Level,
}

struct Address {
    street: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct FlattenWithoutColumns {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(flatten)]
    extra: Address,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionInOption {
    #[rowkey]
    id: u64,
    peer: Option<Option<String>>,
    #[column(json)]
    extra: Option<Option<u32>>,
    duration_s: u32,
}

struct Remark(String);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct OptionalOfTheUser {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column("EXTRA")]
    extra: Option<Remark>,
}

struct Handle(u32);

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct SkipOfNoDefault {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(skip)]
    extra: Handle,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TextOnBytes {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[column(text)]
    extra: Vec<u8>,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampOfText {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp]
    written: String,
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct TimestampOfU64 {
    #[rowkey]
    id: u64,
    duration_s: u32,
    #[timestamp]
    written: u64,
}

fn main() {}
