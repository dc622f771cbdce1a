use hbase_schema::HTable;
use hbase_schema::key::{CodecError, DecodePart, KeyPart};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
enum Country {}
#[derive(Debug, Clone, PartialEq)]
struct Code(String);
impl KeyPart<Country> for Code {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Country"));
    const WIDTH: Option<usize> = None;
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(self.0.as_bytes());
        Ok(())
    }
}
impl DecodePart<'_, Country> for Code {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(Self(String::from_utf8_lossy(bytes).into_owned()))
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    id: u64,
    #[rowkey(encoding = Country)]
    part: Code,
    #[rowkey]
    rest: u64,
    duration_s: u32,
}

fn main() {}
