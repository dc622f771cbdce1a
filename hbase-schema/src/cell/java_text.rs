//! Cells of text as Java's `toString` writes it.

use hbase_model::java_text;

use super::codec::{
    CellFacts, CellFormat, DecodeCell, EncodeCell, JavaText, LogicalType, Text, cell,
};
use crate::codec::CodecError;

macro_rules! floats {
    ($($type:ty, $width:literal, $put:ident, $get:ident;)*) => {$(
        cell! {
            JavaText, $type,
            CellFacts::new(
                CellFormat::JavaFloatText { width: $width },
                LogicalType::Float { width: $width },
            ),
            |value, out| java_text::$put(*value, out),
            |bytes| java_text::$get(bytes).map_err(CodecError::from)
        }
    )*};
}

floats! {
    f32, 4, put_f32, get_f32;
    f64, 8, put_f64, get_f64;
}

cell! {
    JavaText, bool, <Self as EncodeCell<Text>>::FACTS,
    |value, out| java_text::put_bool(*value, out),
    |bytes| java_text::get_bool(bytes).map_err(CodecError::from)
}

/// Java writes integers as Rust does.
macro_rules! integers {
    ($($type:ty)*) => {$(
        cell! {
            JavaText, $type, <Self as EncodeCell<Text>>::FACTS,
            |value, out| EncodeCell::<Text>::encode_cell(value, out)?,
            |bytes| <Self as DecodeCell<'_, Text>>::decode_cell(bytes)
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);
