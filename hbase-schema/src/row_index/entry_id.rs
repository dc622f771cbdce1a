//! The qualifiers of entries.

use std::fmt;

use hbase_model::KeyLayout;
use hbase_model::hash::md5;
use hbase_model::layout::row_index::ENTRY_ID;

use crate::cell::{CellFacts, DecodeCell, EncodeCell, NativeCodec, cell};
use crate::codec::CodecError;
use crate::debug::debug_as_display;
use crate::dynamic::Qualifier;

/// The qualifier of an entry: the 16 bytes of the MD5 of its encoded value. Entries with the same
/// bytes are the same entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId([u8; Self::WIDTH]);

impl EntryId {
    pub(crate) const WIDTH: usize = 16;

    /// The entry with this MD5.
    pub const fn new(md5: [u8; 16]) -> Self {
        Self(md5)
    }

    /// The entry with this value.
    ///
    /// ```
    /// use hbase_schema::row_index::EntryId;
    ///
    /// assert_eq!(EntryId::of(b"Dear Ann").to_string(), "2bef962faea6d1daf563abba50321f50");
    /// ```
    pub fn of(value: &[u8]) -> Self {
        Self(md5(&[value]))
    }

    /// The MD5.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    pub(crate) fn from_slice(bytes: &[u8]) -> Result<Self, CodecError> {
        let bytes = bytes.try_into().map_err(|_| {
            CodecError::new(format_args!(
                "found {} bytes, expected the {} of an entry's MD5",
                bytes.len(),
                Self::WIDTH
            ))
        })?;
        Ok(Self(bytes))
    }
}

impl Qualifier for EntryId {
    const LAYOUT: &'static KeyLayout = &ENTRY_ID;
    const IS_OF_VALUE: bool = true;

    fn encode_qualifier(&self, out: &mut Vec<u8>) -> Result<(), CodecError> {
        out.extend_from_slice(&self.0);
        Ok(())
    }

    fn decode_qualifier(bytes: &[u8]) -> Result<Self, CodecError> {
        Self::from_slice(bytes)
    }
}

cell! {
    NativeCodec, EntryId, <[u8; Self::WIDTH] as EncodeCell<NativeCodec>>::FACTS,
    |id, out| out.extend_from_slice(&id.0),
    |bytes| Self::from_slice(bytes)
}

/// 32 hex digits.
impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

debug_as_display!(EntryId);
