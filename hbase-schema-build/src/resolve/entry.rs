//! Entries of an index inside the row, whose cells have the codec of `#[entry]`.

use hbase_model::{CellFacts, CellFormat, LogicalType};
use hbase_schema_syntax::ast::Codec;
use hbase_schema_syntax::parse_entry;
use hbase_schema_syntax::source::{SourceType, Sources};
use syn::DeriveInput;

use super::field_type::FieldType;
use super::types::{Resolved, UnresolvedType};

/// The type that an entry has as a cell; `None` for a struct that declares no codec of its own.
pub(super) fn field_type(
    sources: &Sources,
    own: &SourceType,
    input: &DeriveInput,
) -> Option<Resolved> {
    if !sources.derives(own.scope, input, "IndexedEntry") {
        return None;
    }
    let entry = match parse_entry(input) {
        Ok(entry) => entry,
        Err(errors) => return Some(Err(UnresolvedType::invalid(own, &errors))),
    };
    match entry.codec? {
        Codec::Json(_) => Some(Ok(FieldType::CellByHand(CellFacts::new(
            CellFormat::Json,
            LogicalType::Json,
        )))),
        Codec::With(_) | Codec::WithName(_) => Some(Ok(FieldType::CellByHand(CellFacts::UNKNOWN))),
        Codec::Native | Codec::Text(_) | Codec::JavaText(_) | Codec::Part(_) => None,
    }
}
