//! The qualifiers of index columns.

use hbase_model::KeyLayout;
use hbase_model::layout::row_index::INDEX_COLUMN;

use super::entry_id::EntryId;
use crate::codec::CodecError;
use crate::dynamic::Qualifier;

/// The qualifier of an index column: the field's tag (one byte), the field's value in an encoding that
/// is self-delimiting and sorts as the values do, and the entry's MD5 (16 bytes). The column's value is
/// empty.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct IndexColumn {
    /// The field's tag.
    pub tag: u8,
    /// The field's value, encoded.
    pub value: Vec<u8>,
    /// The entry.
    pub id: EntryId,
}

impl IndexColumn {
    /// The index column of an entry.
    pub const fn new(tag: u8, value: Vec<u8>, id: EntryId) -> Self {
        Self { tag, value, id }
    }
}

impl Qualifier for IndexColumn {
    const LAYOUT: &'static KeyLayout = &INDEX_COLUMN;

    fn encode_qualifier(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        out.push(self.tag);
        out.extend_from_slice(&self.value);
        out.extend_from_slice(self.id.as_bytes());
        Ok(())
    }

    fn decode_qualifier(bytes: &[u8]) -> Result<Self, CodecError> {
        let parts = bytes.split_first().and_then(|(tag, rest)| {
            let (value, id) = rest.split_last_chunk()?;
            Some(Self::new(*tag, value.to_vec(), EntryId::new(*id)))
        });
        parts.ok_or_else(|| {
            CodecError::new(format_args!(
                "found {} bytes, expected a tag, the field's value and the 16 bytes of an MD5",
                bytes.len()
            ))
        })
    }
}
