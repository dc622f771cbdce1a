//! Cells of JSON.

use memchr::memmem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, Json, LogicalType};
use super::finite::Finite;
use crate::codec::CodecError;

impl<T: Serialize> EncodeCell<Json> for T {
    /// For some types it is unknown whether they have an absent value.
    const FACTS: CellFacts = CellFacts::new(CellFormat::Json, LogicalType::Json);

    /// `None` has no cell; other values that JSON writes as `null` have one.
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        let start = out.len();
        serde_json::to_writer(&mut *out, self).map_err(CodecError::new)?;
        if memmem::find(&out[start..], b"null").is_none() {
            return Ok(true);
        }
        // Numbers that JSON does not have (NaN, infinity) were written as `null` too.
        let is_none = self.serialize(Finite);
        if !matches!(is_none, Ok(false)) {
            out.truncate(start);
        }
        is_none.map(|is_none| !is_none).map_err(CodecError::new)
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
