use hbase_schema::HTable;
use hbase_schema::key::{CodecError, DecodePart, KeyPart};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
enum Country {}
#[derive(Debug, PartialEq)]
struct Code([u8; 2]);
impl KeyPart<Country> for Code {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("Country").with_width(2));
    const WIDTH: Option<usize> = Some(2);
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&self.0);
        Ok(())
    }
}
impl DecodePart<'_, Country> for Code {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        bytes
            .try_into()
            .map(Self)
            .map_err(|_| CodecError::new("expected two letters"))
    }
}
impl hbase_schema::key::LeadingPart<Country> for Code {}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey(encoding = Country)]
    code: Code,
    duration_s: u32,
}

fn main() {}
