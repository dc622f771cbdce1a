//! Encodes and decodes values whose type is known only at run time.

use super::{CustomEncoding, Encoding, PartValue};
use crate::primitive::{
    self, Integer, LengthPrefix, ValueError, check_width, get_decimal, get_digits, get_int,
    get_java_int, put_decimal, put_digits, put_int, put_java_int,
};
use crate::time;

/// A value that cannot be encoded.
pub(super) enum EncodeError {
    /// The value has another type than the encoding.
    WrongKind(&'static str),
    /// The value does not fit.
    Value(ValueError),
}

impl From<ValueError> for EncodeError {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

/// Evaluates the body with the integer type of a width and a sign.
macro_rules! with_integer {
    ($width:expr, $signed:expr, $type:ident => $body:expr) => {
        with_integer!(@ $width, $signed, $type, $body;
            1 u8 i8, 2 u16 i16, 4 u32 i32, 8 u64 i64, 16 u128 i128)
    };
    (@ $width:expr, $signed:expr, $type:ident, $body:expr;
        $($bytes:literal $unsigned:ident $signed_type:ident),*) => {
        match ($width, $signed) {
            $(
                ($bytes, false) => { type $type = $unsigned; $body }
                ($bytes, true) => { type $type = $signed_type; $body }
            )*
            _ => Err(ValueError::OutOfRange { expected: "an integer of 1, 2, 4, 8 or 16 bytes" }),
        }
    };
}

impl Encoding {
    /// Appends a value in ascending order, not reversed.
    pub(super) fn put(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        match (self, value) {
            (Self::Bool | Self::JavaBool | Self::Float { .. } | Self::JavaFloat { .. }, value) => {
                self.put_bool_or_float(value, out)?;
            }
            (Self::Text { width, pad }, PartValue::Text(text)) => {
                primitive::put_text(text, *width, *pad, out)?;
            }
            (Self::Escaped(escape), PartValue::Text(text)) => escape.put(text, out),
            (Self::Labels { separator }, PartValue::Text(text)) => {
                primitive::put_labels(text, *separator, out);
            }
            (Self::LengthPrefixed { length, text }, value) => {
                put_after_length(*length, *text, value, out)?;
            }
            (Self::List(list), value) => list.put(value, out)?,
            (
                Self::Bytes { width } | Self::Custom(CustomEncoding { width, .. }),
                PartValue::Bytes(bytes),
            ) => {
                check_width(bytes, *width)?;
                out.extend_from_slice(bytes);
            }
            (Self::Time(format), PartValue::Time(ms)) => format.put(*ms, out)?,
            (Self::TimeOfDay { minutes, truncate }, PartValue::TimeOfDay(ms)) => {
                time::put_time_of_day(*ms, *minutes, *truncate, out)?;
            }
            (Self::Ordered(kind), value) => kind.put(value, out)?,
            (
                Self::Integer { .. }
                | Self::JavaInteger { .. }
                | Self::Digits { .. }
                | Self::DecimalText { .. }
                | Self::Text { .. }
                | Self::Escaped(_)
                | Self::Labels { .. }
                | Self::Bytes { .. }
                | Self::Custom(_)
                | Self::Time(_)
                | Self::TimeOfDay { .. },
                value,
            ) => self.put_integer(value, out)?,
        }
        Ok(())
    }

    /// Appends a boolean or a floating-point number; encodings of other types reject it.
    fn put_bool_or_float(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        match (self, value) {
            (Self::Bool, PartValue::Bool(value)) => primitive::put_bool(*value, out),
            (Self::JavaBool, PartValue::Bool(value)) => primitive::put_java_bool(*value, out),
            // Equal values have equal bytes: -0.0 is written as 0.0.
            (Self::Float { width: 4 }, PartValue::Float32(value)) => {
                primitive::put_f32(if *value == 0.0 { 0.0 } else { *value }, out);
            }
            (Self::Float { width: 8 }, PartValue::Float64(value)) => {
                primitive::put_f64(if *value == 0.0 { 0.0 } else { *value }, out);
            }
            (Self::JavaFloat { width: 4 }, PartValue::Float32(value)) => {
                primitive::put_java_f32(*value, out);
            }
            (Self::JavaFloat { width: 8 }, PartValue::Float64(value)) => {
                primitive::put_java_f64(*value, out);
            }
            _ => return Err(EncodeError::WrongKind(self.kind())),
        }
        Ok(())
    }

    /// Appends an integer; encodings of other types reject it.
    fn put_integer(&self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        let wrong_kind = EncodeError::WrongKind(self.kind());
        let Some((negative, magnitude)) = value.integer() else {
            return Err(wrong_kind);
        };
        match self {
            Self::Integer { width, signed } => with_integer!(*width, *signed, T => {
                put_int(T::from_parts(negative, magnitude)?, out);
                Ok(())
            })?,
            Self::JavaInteger { width, signed } => with_integer!(*width, *signed, T => {
                put_java_int(T::from_parts(negative, magnitude)?, out);
                Ok(())
            })?,
            Self::Digits { width, max } => {
                put_digits(u128::from_parts(negative, magnitude)?, *width, out)?;
                check_range(false, magnitude, 0, *max)?;
            }
            Self::DecimalText { min, max } => {
                check_range(negative, magnitude, *min, *max)?;
                if negative {
                    put_decimal(i128::from_parts(true, magnitude)?, out);
                } else {
                    put_decimal(magnitude, out);
                }
            }
            Self::Text { .. }
            | Self::Escaped(_)
            | Self::Labels { .. }
            | Self::LengthPrefixed { .. }
            | Self::List(_)
            | Self::Bytes { .. }
            | Self::Bool
            | Self::Float { .. }
            | Self::JavaBool
            | Self::JavaFloat { .. }
            | Self::Time(_)
            | Self::TimeOfDay { .. }
            | Self::Ordered(_)
            | Self::Custom(_) => return Err(wrong_kind),
        }
        Ok(())
    }

    /// Decodes a value from bytes in ascending order, not reversed.
    pub(super) fn get(&self, bytes: &[u8]) -> Result<PartValue, ValueError> {
        Ok(match self {
            Self::Integer { width, signed } => {
                with_integer!(*width, *signed, T => get_int::<T>(bytes).map(PartValue::from))?
            }
            Self::JavaInteger { width, signed } => {
                with_integer!(*width, *signed, T => get_java_int::<T>(bytes).map(PartValue::from))?
            }
            Self::Digits { width, max } => {
                check_width(bytes, Some((*width).into()))?;
                let value = get_digits(bytes)?;
                check_range(false, value, 0, *max)?;
                PartValue::Uint(value)
            }
            Self::DecimalText { min, max } => get_decimal_text(bytes, *min, *max)?,
            Self::Text { width, pad } => primitive::get_text(bytes, *width, *pad)?.into(),
            Self::Escaped(escape) => escape.get(bytes)?.into(),
            Self::Labels { separator } => primitive::get_labels(bytes, *separator)?.into(),
            Self::LengthPrefixed { length, text: true } => {
                primitive::get_text(length.value(bytes)?, None, None)?.into()
            }
            Self::LengthPrefixed { length, .. } => length.value(bytes)?.to_vec().into(),
            Self::List(list) => list.get(bytes)?,
            Self::Bytes { width } | Self::Custom(CustomEncoding { width, .. }) => {
                check_width(bytes, *width)?;
                bytes.to_vec().into()
            }
            Self::Bool => primitive::get_bool(bytes)?.into(),
            Self::Float { width: 4 } => primitive::get_f32(bytes)?.into(),
            Self::Float { .. } => primitive::get_f64(bytes)?.into(),
            Self::JavaBool => primitive::get_java_bool(bytes)?.into(),
            Self::JavaFloat { width: 4 } => primitive::get_java_f32(bytes)?.into(),
            Self::JavaFloat { .. } => primitive::get_java_f64(bytes)?.into(),
            Self::Time(format) => PartValue::Time(format.get(bytes)?),
            Self::TimeOfDay { minutes, .. } => {
                PartValue::TimeOfDay(time::get_time_of_day(bytes, *minutes)?)
            }
            Self::Ordered(kind) => kind.get(bytes)?,
        })
    }

    /// The type that it encodes, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Integer { .. }
            | Self::JavaInteger { .. }
            | Self::Digits { .. }
            | Self::DecimalText { .. } => "an integer",
            Self::Text { .. }
            | Self::Escaped(_)
            | Self::Labels { .. }
            | Self::LengthPrefixed { text: true, .. } => "text",
            Self::List(list) => list.kind(),
            Self::Bytes { .. } | Self::LengthPrefixed { .. } => "bytes",
            Self::Bool | Self::JavaBool => "true or false",
            Self::Float { width: 4 } | Self::JavaFloat { width: 4 } => {
                "a floating-point number of 4 bytes"
            }
            Self::Float { .. } | Self::JavaFloat { .. } => "a floating-point number of 8 bytes",
            Self::Time(_) => "a time",
            Self::TimeOfDay { .. } => "a time of day",
            Self::Ordered(kind) => kind.kind(),
            Self::Custom(_) => "the bytes of a type of its own",
        }
    }
}

/// Appends the length of text or bytes, and the value.
fn put_after_length(
    length: LengthPrefix,
    text: bool,
    value: &PartValue,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let bytes = match value {
        PartValue::Text(value) if text => value.as_bytes(),
        PartValue::Bytes(value) if !text => value,
        _ => {
            let kind = Encoding::LengthPrefixed { length, text }.kind();
            return Err(EncodeError::WrongKind(kind));
        }
    };
    length.put(bytes.len(), out)?;
    out.extend_from_slice(bytes);
    Ok(())
}

fn get_decimal_text(bytes: &[u8], min: i128, max: u128) -> Result<PartValue, ValueError> {
    if bytes.first() == Some(&b'-') {
        let value: i128 = get_decimal(bytes)?;
        check_range(true, value.unsigned_abs(), min, max)?;
        return Ok(PartValue::Int(value));
    }
    let value: u128 = get_decimal(bytes)?;
    check_range(false, value, min, max)?;
    if min >= 0 {
        return Ok(PartValue::Uint(value));
    }
    i128::from_parts(false, value).map(PartValue::Int)
}

fn check_range(negative: bool, magnitude: u128, min: i128, max: u128) -> Result<(), ValueError> {
    let inside = if negative {
        // An unsigned range starts at 0, and `-0` is no decimal text, so nothing negative is in it.
        magnitude <= min.unsigned_abs()
    } else {
        magnitude <= max
    };
    match (inside, negative && min >= 0) {
        (true, _) => Ok(()),
        (false, true) => Err(ValueError::Negative),
        (false, false) => Err(ValueError::OutOfRange {
            expected: "the part's type",
        }),
    }
}
