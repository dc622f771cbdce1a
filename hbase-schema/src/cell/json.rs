//! Cells of JSON.

use memchr::memmem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, Json, LogicalType};
use super::finite::Finite;
use super::null::is_none;
use crate::codec::CodecError;

impl<T: Serialize> EncodeCell<Json> for T {
    /// For some types it is unknown whether they have an absent value.
    const FACTS: CellFacts = CellFacts::new(CellFormat::Json, LogicalType::Json);

    /// `None` has no cell; other values that JSON writes as `null` have one.
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        let start = out.len();
        serde_json::to_writer(&mut *out, self).map_err(CodecError::new)?;
        // Numbers that JSON does not have (NaN, infinity) were written as `null` too.
        if memmem::find(&out[start..], b"null").is_some()
            && let Err(error) = self.serialize(Finite)
        {
            out.truncate(start);
            return Err(CodecError::new(error));
        }
        if &out[start..] == b"null" && is_none(self) {
            out.truncate(start);
            return Ok(false);
        }
        Ok(true)
    }
}

impl<T: DeserializeOwned> DecodeCell<'_, Json> for T {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        serde_json::from_slice(bytes).map_err(CodecError::new)
    }

    /// The value of `null`, if the type has one: `None`, `Value::Null`.
    fn absent() -> Option<Self> {
        serde_json::from_slice(b"null").ok()
    }
}
