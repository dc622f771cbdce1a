//! Decimals in cells: `Bytes.toBytes(BigDecimal)`, or their digits as text.

use super::codec::{CellFacts, CellFormat, DecodeCell, EncodeCell, LogicalType, NativeCodec};
use crate::codec::CodecError;

#[cfg(feature = "rust_decimal")]
mod of_rust_decimal {
    use super::{
        CellFacts, CellFormat, CodecError, DecodeCell, EncodeCell, LogicalType, NativeCodec,
    };
    use crate::decimals;
    use hbase_model::java_bytes::{get_decimal, put_decimal};
    use rust_decimal::Decimal;

    impl EncodeCell<NativeCodec> for Decimal {
        const FACTS: CellFacts = CellFacts::new(CellFormat::BigDecimal, LogicalType::RustDecimal);

        fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
            put_decimal(decimals::from_rust_decimal(self)?, out)?;
            Ok(true)
        }
    }

    impl DecodeCell<'_, NativeCodec> for Decimal {
        fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
            decimals::to_rust_decimal(get_decimal(bytes)?)
        }
    }
}

#[cfg(feature = "bigdecimal")]
mod of_bigdecimal {
    use super::{
        CellFacts, CellFormat, CodecError, DecodeCell, EncodeCell, LogicalType, NativeCodec,
    };
    use bigdecimal::BigDecimal;
    use bigdecimal::num_bigint::BigInt;
    use hbase_model::ValueError;
    use hbase_model::java_bytes::{get_unscaled, put_unscaled};

    /// `BigDecimal` cells have any length, as in Java.
    impl EncodeCell<NativeCodec> for BigDecimal {
        const FACTS: CellFacts = CellFacts::new(CellFormat::BigDecimal, LogicalType::Decimal);

        fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
            let (unscaled, scale) = self.as_bigint_and_exponent();
            let scale = i32::try_from(scale).map_err(|_| ValueError::OutOfRange {
                expected: "a 32-bit scale",
            })?;
            put_unscaled(&unscaled.to_signed_bytes_be(), scale, out);
            Ok(true)
        }
    }

    impl DecodeCell<'_, NativeCodec> for BigDecimal {
        fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
            let (scale, unscaled) = get_unscaled(bytes)?;
            let unscaled = BigInt::from_signed_bytes_be(unscaled);
            Ok(Self::from_bigint(unscaled, scale.into()))
        }
    }
}
