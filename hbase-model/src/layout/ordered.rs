//! `OrderedBytes` for values whose type is known only at run time.

use super::codec::EncodeError;
use super::{OrderedKind, PartValue};
use crate::ordered_bytes::{self, FixedInt, Order};
use crate::primitive::ValueError;

/// Ascending: descending order inverts all bits, as for every other encoding.
const ORDER: Order = Order::Ascending;

impl OrderedKind {
    pub(super) fn put(self, value: &PartValue, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        match (self, value) {
            (Self::Float32, PartValue::Float32(value)) => {
                ordered_bytes::put_float32(*value, ORDER, out);
            }
            (Self::Float64, PartValue::Float64(value)) => {
                ordered_bytes::put_float64(*value, ORDER, out);
            }
            (Self::Numeric, PartValue::Decimal(value)) => {
                ordered_bytes::put_numeric(*value, ORDER, out)?;
            }
            (Self::String, PartValue::Text(text)) => ordered_bytes::put_string(text, ORDER, out)?,
            (Self::BlobVar, PartValue::Bytes(bytes)) => {
                ordered_bytes::put_blob_var(bytes, ORDER, out);
            }
            (Self::Int8, value) => self.put_integer::<i8>(value, out)?,
            (Self::Int16, value) => self.put_integer::<i16>(value, out)?,
            (Self::Int32, value) => self.put_integer::<i32>(value, out)?,
            (Self::Int64, value) => self.put_integer::<i64>(value, out)?,
            (Self::Float32 | Self::Float64 | Self::Numeric | Self::String | Self::BlobVar, _) => {
                return Err(EncodeError::WrongKind(self.kind()));
            }
        }
        Ok(())
    }

    fn put_integer<T: FixedInt>(
        self,
        value: &PartValue,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let Some((negative, magnitude)) = value.integer() else {
            return Err(EncodeError::WrongKind(self.kind()));
        };
        ordered_bytes::put_int(T::from_parts(negative, magnitude)?, ORDER, out);
        Ok(())
    }

    pub(super) fn get(self, bytes: &[u8]) -> Result<PartValue, ValueError> {
        Ok(match self {
            Self::Int8 => ordered_bytes::get_int::<i8>(bytes, ORDER)?.into(),
            Self::Int16 => ordered_bytes::get_int::<i16>(bytes, ORDER)?.into(),
            Self::Int32 => ordered_bytes::get_int::<i32>(bytes, ORDER)?.into(),
            Self::Int64 => ordered_bytes::get_int::<i64>(bytes, ORDER)?.into(),
            Self::Float32 => ordered_bytes::get_float32(bytes, ORDER)?.into(),
            Self::Float64 => ordered_bytes::get_float64(bytes, ORDER)?.into(),
            Self::Numeric => ordered_bytes::get_numeric(bytes, ORDER)?.into(),
            Self::String => ordered_bytes::get_string(bytes, ORDER)?.into_owned().into(),
            Self::BlobVar => ordered_bytes::get_blob_var(bytes, ORDER)?.into(),
        })
    }

    pub(super) const fn kind(self) -> &'static str {
        match self {
            Self::Int8 | Self::Int16 | Self::Int32 | Self::Int64 => "an integer",
            Self::Float32 => "a floating-point number of 4 bytes",
            Self::Float64 => "a floating-point number of 8 bytes",
            Self::Numeric => "a decimal",
            Self::String => "text",
            Self::BlobVar => "bytes",
        }
    }
}
