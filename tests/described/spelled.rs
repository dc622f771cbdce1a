//! Types under other names.

use hbase_schema::cell::{CellFacts, DecodeCell, EncodeCell, NativeCodec};
use hbase_schema::codec::CodecError;
use hbase_schema::{CellValue, Columns, HTable, Timestamp};

type When = Timestamp;
type Perhaps<T> = Option<T>;
type Maybe = Perhaps<String>;
type Json = serde_json::Value;
type Tags = Vec<Perhaps<u8>>;
type NoPlace = Option<Place<u8>>;

#[derive(CellValue)]
struct Remark(Maybe);

#[derive(serde::Serialize, serde::Deserialize)]
struct Noted(Maybe);

#[derive(Columns)]
struct Place<T> {
    city: String,
    #[column(json)]
    tags: Tags,
    #[column(text)]
    number: T,
}

/// Cells as of another type.
struct Same(String);

impl EncodeCell<NativeCodec> for Same {
    const FACTS: CellFacts = <String as EncodeCell<NativeCodec>>::FACTS;

    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        EncodeCell::<NativeCodec>::encode_cell(&self.0, out)
    }
}

impl DecodeCell<'_, NativeCodec> for Same {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        <String as DecodeCell<'_, NativeCodec>>::decode_cell(bytes).map(Self)
    }
}

/// Cells that nothing is known of.
struct Unknown(String);

impl EncodeCell<NativeCodec> for Unknown {
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        EncodeCell::<NativeCodec>::encode_cell(&self.0, out)
    }
}

impl DecodeCell<'_, NativeCodec> for Unknown {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        <String as DecodeCell<'_, NativeCodec>>::decode_cell(bytes).map(Self)
    }
}

#[derive(HTable)]
#[table("DLQX:SPELLED_TYPES")]
#[family("D1")]
struct Spelled {
    #[rowkey]
    id: u64,
    #[column(text)]
    at: When,
    native: When,
    note: Maybe,
    #[column(store_none)]
    stored: Maybe,
    remark: Remark,
    #[column(json)]
    extra: Json,
    #[column(json)]
    noted: Noted,
    #[column(json)]
    maybe: Maybe,
    #[column(with = own)]
    by_module: Maybe,
    #[column(default)]
    kind: u8,
    #[column(flatten)]
    place: NoPlace,
    same: Same,
    unknown: Unknown,
    #[column(counter)]
    visits: i64,
}

mod own {
    pub(super) fn encode(text: &String, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(text.as_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<String, std::string::FromUtf8Error> {
        String::from_utf8(bytes.to_vec())
    }
}
