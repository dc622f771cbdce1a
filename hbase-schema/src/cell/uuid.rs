//! UUIDs in cells: their 16 bytes.

use hbase_backend::{CompareOp, Filter};
use uuid::Uuid;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec, cell};
use super::compare::{CompareCell, CompareValue, binary};
use super::native::array;
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

cell! {
    NativeCodec, Uuid, CellFacts::new(CellFormat::Bytes, LogicalType::Uuid),
    |uuid, out| out.extend_from_slice(uuid.as_bytes()),
    |bytes| Ok(Self::from_bytes(array(bytes)?))
}

impl CompareValue for Uuid {}

impl CompareCell<NativeCodec, Self> for Uuid {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        binary::<Self, NativeCodec>(column, op, value)
    }
}
