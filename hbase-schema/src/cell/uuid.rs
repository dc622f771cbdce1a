//! UUIDs in cells: their 16 bytes.

use hbase_backend::{CompareOp, Filter};
use uuid::Uuid;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec};
use super::compare::{CompareCell, CompareValue, binary};
use super::native::array;
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

impl EncodeCell<NativeCodec> for Uuid {
    const FACTS: CellFacts = CellFacts::new(CellFormat::Bytes, LogicalType::Uuid);

    #[inline]
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        out.extend_from_slice(self.as_bytes());
        Ok(true)
    }
}

impl DecodeCell<'_, NativeCodec> for Uuid {
    #[inline]
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(Self::from_bytes(array(bytes)?))
    }
}

impl CompareValue for Uuid {}

impl CompareCell<NativeCodec, Self> for Uuid {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        binary::<Self, NativeCodec>(column, op, value)
    }
}
