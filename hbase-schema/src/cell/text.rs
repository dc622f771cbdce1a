//! Cells that hold text: numbers as decimal digits.

use super::codec::{CellForm, DecodeCell, EncodeCell, Native, Text};
use super::native::utf8;
use crate::codec::CodecError;

macro_rules! number {
    ($($type:ident)*) => {$(
        impl EncodeCell<Text> for $type {
            const FORM: CellForm = CellForm::DecimalText;

            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                use std::io::Write;
                write!(out, "{self}").map_err(CodecError::new)?;
                Ok(true)
            }
        }

        impl DecodeCell<'_, Text> for $type {
            fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
                utf8(bytes)?.parse().map_err(|error| {
                    CodecError::new(format_args!(
                        concat!("{}, expected a decimal number that ", stringify!($type), " can hold"),
                        error
                    ))
                })
            }
        }
    )*};
}

number!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 f32 f64);

impl EncodeCell<Text> for bool {
    const FORM: CellForm = CellForm::Text;

    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        out.extend_from_slice(if *self { b"true" } else { b"false" });
        Ok(true)
    }
}

impl DecodeCell<'_, Text> for bool {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        match bytes {
            b"true" => Ok(true),
            b"false" => Ok(false),
            _ => Err(CodecError::new("expected `true` or `false`")),
        }
    }
}

impl EncodeCell<Text> for String {
    const FORM: CellForm = CellForm::Text;

    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        <Self as EncodeCell<Native>>::encode_cell(self, out)
    }
}

impl DecodeCell<'_, Text> for String {
    fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
        Ok(utf8(bytes)?.into())
    }
}
