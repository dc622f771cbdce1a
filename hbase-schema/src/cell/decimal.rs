//! Decimals in cells: `Bytes.toBytes(BigDecimal)`, or their digits as text.

use hbase_model::java_bytes;

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec, cell};
use crate::codec::CodecError;

#[cfg(feature = "rust_decimal")]
cell! {
    NativeCodec, rust_decimal::Decimal,
    CellFacts::new(CellFormat::BigDecimal, LogicalType::RustDecimal),
    |value, out| java_bytes::put_decimal(crate::decimals::from_rust_decimal(value)?, out)?,
    |bytes| crate::decimals::to_rust_decimal(java_bytes::get_decimal(bytes)?)
}

// `BigDecimal` cells have any length, as in Java.
#[cfg(feature = "bigdecimal")]
cell! {
    NativeCodec, bigdecimal::BigDecimal,
    CellFacts::new(CellFormat::BigDecimal, LogicalType::Decimal),
    |value, out| {
        let (unscaled, scale) = value.as_bigint_and_exponent();
        let expected = "a 32-bit scale";
        let scale = i32::try_from(scale);
        let scale = scale.map_err(|_| hbase_model::ValueError::OutOfRange { expected })?;
        java_bytes::put_unscaled(&unscaled.to_signed_bytes_be(), scale, out);
    },
    |bytes| {
        let (scale, unscaled) = java_bytes::get_unscaled(bytes)?;
        let unscaled = bigdecimal::num_bigint::BigInt::from_signed_bytes_be(unscaled);
        Ok(Self::from_bigint(unscaled, scale.into()))
    }
}
