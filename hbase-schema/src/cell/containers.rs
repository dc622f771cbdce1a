//! Optional cells.

use super::codec::{CellFacts, DecodeCell, EncodeCell, JavaText, NativeCodec, Text};
use crate::codec::CodecError;

macro_rules! optional {
    ($($codec:ident)*) => {$(
        impl<T: EncodeCell<$codec>> EncodeCell<$codec> for Option<T> {
            const FACTS: CellFacts = T::FACTS.optional();
            const CODES: &'static str = T::CODES;

            #[inline]
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                match self {
                    Some(value) => value.encode_cell(out),
                    None => Ok(false),
                }
            }
        }

        impl<'r, T: DecodeCell<'r, $codec>> DecodeCell<'r, $codec> for Option<T> {
            #[inline]
            fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
                T::decode_cell(bytes).map(Some)
            }

            #[inline]
            fn absent() -> Option<Self> {
                Some(None)
            }
        }
    )*};
}

optional!(NativeCodec Text JavaText);
