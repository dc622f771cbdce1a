//! Conversions between the decimals of other crates and the model's.

use hbase_model::{Decimal, ValueError};

use crate::codec::CodecError;

/// Converts a number of at most 28 decimal places and 96 bits.
#[cfg(feature = "rust_decimal")]
pub(crate) fn from_rust_decimal(value: &rust_decimal::Decimal) -> Result<Decimal, CodecError> {
    let exponent = i32::try_from(value.scale()).map_err(|_| out_of_range("28 places"))?;
    let mantissa = value.mantissa();
    Ok(Decimal::new(
        mantissa < 0,
        mantissa.unsigned_abs(),
        -exponent,
    ))
}

/// Decimal places are kept if possible: 1.0 stays 1.0.
#[cfg(feature = "rust_decimal")]
pub(crate) fn to_rust_decimal(value: Decimal) -> Result<rust_decimal::Decimal, CodecError> {
    let wide = || out_of_range("`rust_decimal::Decimal`");
    let (magnitude, scale) = value.with_scale(28).ok_or_else(wide)?;
    let magnitude = i128::try_from(magnitude).map_err(|_| wide())?;
    let mantissa = if value.is_negative() {
        -magnitude
    } else {
        magnitude
    };
    rust_decimal::Decimal::try_from_i128_with_scale(mantissa, scale).map_err(|_| wide())
}

#[cfg(feature = "bigdecimal")]
pub(crate) fn from_bigdecimal(value: &bigdecimal::BigDecimal) -> Result<Decimal, CodecError> {
    let (digits, scale) = value.as_bigint_and_exponent();
    let digits = i128::try_from(digits).map_err(|_| out_of_range("127 bits"))?;
    let exponent = scale
        .checked_neg()
        .and_then(|exponent| i32::try_from(exponent).ok())
        .ok_or_else(|| out_of_range("a 32-bit exponent"))?;
    Ok(Decimal::new(digits < 0, digits.unsigned_abs(), exponent))
}

#[cfg(feature = "bigdecimal")]
#[allow(
    clippy::unnecessary_wraps,
    reason = "the same shape as for types that cannot hold every decimal"
)]
pub(crate) fn to_bigdecimal(value: Decimal) -> Result<bigdecimal::BigDecimal, CodecError> {
    let digits = bigdecimal::num_bigint::BigInt::from(value.coefficient());
    let digits = if value.is_negative() { -digits } else { digits };
    Ok(bigdecimal::BigDecimal::from_bigint(
        digits,
        -i64::from(value.exponent()),
    ))
}

fn out_of_range(expected: &'static str) -> CodecError {
    ValueError::OutOfRange { expected }.into()
}
