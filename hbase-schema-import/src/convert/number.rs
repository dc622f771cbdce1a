//! Numbers and booleans.

use hbase_model::Decimal;

use super::Mismatch;
use crate::value::Value;

/// Integers that every 64-bit float below represents exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An integer without loss: also decimals and floats whose fraction is zero.
pub(crate) fn integer(value: &Value<'_>) -> Result<i128, Mismatch> {
    let fail = || Mismatch::expected("an integer", value);
    match *value {
        Value::Int(value) => Ok(value.into()),
        Value::Uint(value) => Ok(value.into()),
        Value::Text(text) => match text.parse::<i128>() {
            Ok(value) if !text.starts_with('+') => Ok(value),
            _ => text.parse().ok().and_then(of_decimal).ok_or_else(fail),
        },
        Value::Decimal(value) => of_decimal(value).ok_or_else(fail),
        Value::Float64(value) => of_float(value).ok_or_else(fail),
        Value::Float32(value) => of_float(value.into()).ok_or_else(fail),
        _ => Err(fail()),
    }
}

/// An unsigned integer of up to 128 bits without loss.
pub(crate) fn unsigned(value: &Value<'_>) -> Result<u128, Mismatch> {
    let found = decimal(value)?;
    let integer = magnitude(found).filter(|integer| !found.is_negative() || *integer == 0);
    integer.ok_or_else(|| Mismatch::expected("an unsigned integer of 128 bits", value))
}

/// The magnitude of a decimal whose fraction is zero.
fn magnitude(value: Decimal) -> Option<u128> {
    value.with_scale(0).map(|(integer, _)| integer)
}

fn of_decimal(value: Decimal) -> Option<i128> {
    let magnitude = magnitude(value)?;
    if value.is_negative() {
        0_i128.checked_sub_unsigned(magnitude)
    } else {
        i128::try_from(magnitude).ok()
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "checked to be an integer that the float represents exactly"
)]
fn of_float(value: f64) -> Option<i128> {
    (value.abs() <= EXACT && value.fract() == 0.0).then_some(value as i128)
}

/// A decimal without loss; floats by their shortest text.
pub(crate) fn decimal(value: &Value<'_>) -> Result<Decimal, Mismatch> {
    let fail = || Mismatch::expected("a decimal number", value);
    match value {
        Value::Decimal(value) => Ok(*value),
        Value::Text(text) => text.parse().map_err(|_| fail()),
        Value::Int(_) | Value::Uint(_) | Value::Float32(_) | Value::Float64(_) => {
            let text = crate::value::text::of(value).ok_or_else(fail)?;
            text.parse().map_err(|_| fail())
        }
        _ => Err(fail()),
    }
}

/// A 64-bit float: the nearest one of a text or a decimal, the exact one of an integer or a float.
pub(super) fn float64(value: &Value<'_>) -> Result<f64, Mismatch> {
    let fail = || Mismatch::expected("a number", value);
    match *value {
        Value::Float64(value) => Ok(value),
        Value::Float32(value) => Ok(value.into()),
        Value::Int(_) | Value::Uint(_) => {
            let integer = integer(value)?;
            if integer.unsigned_abs() > 1 << 53 {
                return Err(Mismatch::expected("a number of at most 53 bits", value));
            }
            text_of(value)?.parse().map_err(|_| fail())
        }
        Value::Decimal(_) | Value::Text(_) => {
            let text = text_of(value)?;
            near(&text, text.parse().map_err(|_| fail())?, 64)
        }
        _ => Err(fail()),
    }
}

/// A 32-bit float: the nearest one of a text or a decimal, the exact one of an integer or a float.
#[allow(
    clippy::cast_possible_truncation,
    reason = "compared with the value afterwards"
)]
pub(super) fn float32(value: &Value<'_>) -> Result<f32, Mismatch> {
    if let Value::Text(_) | Value::Decimal(_) = value {
        let fail = || Mismatch::expected("a number", value);
        let text = text_of(value)?;
        let parsed: f32 = text.parse().map_err(|_| fail())?;
        near(&text, parsed.into(), 32)?;
        return Ok(parsed);
    }
    let wide = float64(value)?;
    let narrow = wide as f32;
    if f64::from(narrow).to_bits() == wide.to_bits() || wide.is_nan() {
        return Ok(narrow);
    }
    Err(Mismatch::expected(
        "a number that 32 bits represent exactly",
        value,
    ))
}

/// Checks that a number is one of a `rust_decimal::Decimal`: 96 bits, and up to 28 digits behind the point.
pub(crate) fn check_rust_decimal(number: Decimal) -> Result<(), Mismatch> {
    let integer = number.with_scale(28);
    if integer.is_some_and(|(integer, _)| integer >> 96 == 0) {
        return Ok(());
    }
    Err(Mismatch(format!(
        "found {number}, expected a number that `rust_decimal::Decimal` can hold: of 96 bits, with up to 28 digits behind the point"
    )))
}

/// A boolean, or a text or a number that is one.
pub(super) fn boolean(value: &Value<'_>) -> Result<bool, Mismatch> {
    const TRUE: [&str; 3] = ["true", "t", "1"];
    const FALSE: [&str; 3] = ["false", "f", "0"];
    let is = |names: [&str; 3], text: &str| names.iter().any(|n| n.eq_ignore_ascii_case(text));
    match *value {
        Value::Bool(value) => Ok(value),
        Value::Int(0) | Value::Uint(0) => Ok(false),
        Value::Int(1) | Value::Uint(1) => Ok(true),
        Value::Text(text) if is(TRUE, text) => Ok(true),
        Value::Text(text) if is(FALSE, text) => Ok(false),
        _ => Err(Mismatch::expected(
            "a boolean as `true`, `t` or `1`, `false`, `f` or `0`",
            value,
        )),
    }
}

fn text_of(value: &Value<'_>) -> Result<String, Mismatch> {
    crate::value::text::of(value).ok_or_else(|| Mismatch::expected("a number", value))
}

/// The float, unless digits of the text have become infinity or zero.
fn near(text: &str, value: f64, bits: u8) -> Result<f64, Mismatch> {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let has = |from: char| mantissa.chars().any(|c| (from..='9').contains(&c));
    let is_lost = value.is_infinite() && has('0') || value == 0.0 && has('1');
    if !is_lost {
        return Ok(value);
    }
    let range = if bits == 32 {
        "1.4e-45 to 3.4e38"
    } else {
        "4.9e-324 to 1.8e308"
    };
    Err(Mismatch(format!(
        "expected a number in the range of a float of {bits} bits (0, or {range} without its sign), found one out of it"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_lose_nothing() {
        for (value, expected) in [
            (Value::Text("-7"), Some(-7)),
            (Value::Text("7.00"), Some(7)),
            (Value::Text("7e2"), Some(700)),
            (Value::Text("7.5"), None),
            (Value::Text("0x7"), None),
            (Value::Text(" 7"), None),
            (Value::Text(""), None),
            (Value::Float64(3.0), Some(3)),
            (Value::Float64(3.5), None),
            (Value::Float64(1e300), None),
            (Value::Float64(f64::NAN), None),
            (Value::Uint(u64::MAX), Some(i128::from(u64::MAX))),
            (Value::Bool(true), None),
        ] {
            assert_eq!(integer(&value).ok(), expected, "{value:?}");
        }
    }

    #[test]
    fn only_numbers_that_rust_decimal_holds_are_written() {
        let fits = |text: &str| check_rust_decimal(text.parse().unwrap()).is_ok();
        for (text, expected) in [
            ("0", true),
            ("1.5", true),
            ("-79228162514264337593543950335", true),
            ("79228162514264337593543950336", false),
            ("7.9228162514264337593543950335", true),
            ("1E+28", true),
            ("1E+29", false),
            ("1E-28", true),
            ("1E-29", false),
            // 30 decimal places, of which three are zeros.
            ("1.000000000000000000000000001000", true),
            ("0E-40", true),
            ("0E+400", true),
        ] {
            assert_eq!(fits(text), expected, "{text}");
        }
    }

    #[test]
    fn floats_are_near_their_texts_and_equal_to_numbers() {
        assert_eq!(float64(&Value::Text("0.1")), Ok(0.1));
        for text in ["1e309", "1e400", "-1e999", "1e-999"] {
            let error = float64(&Value::Text(text)).unwrap_err().0;
            assert!(error.contains("1.8e308"), "{text}: {error}");
            let error = float32(&Value::Text(text)).unwrap_err().0;
            assert!(error.contains("3.4e38"), "{text}: {error}");
        }
        assert!(float64(&Value::Int(i64::MAX)).is_err());
        assert_eq!(float32(&Value::Text("0.1")), Ok(0.1));
        let decimal = |text: &str| Value::Decimal(text.parse().unwrap());
        assert_eq!(float32(&decimal("0.1")), Ok(0.1));
        assert_eq!(float64(&decimal("0.1")), Ok(0.1));
        assert!(float32(&decimal("1e39")).is_err());
        assert!(float64(&decimal("1e309")).is_err());
        assert!(float64(&decimal("1e-999")).is_err());
        assert!(float32(&Value::Float64(0.1)).is_err());
        assert_eq!(float32(&Value::Float64(0.5)), Ok(0.5));
        assert_eq!(float64(&Value::Text("inf")), Ok(f64::INFINITY));
    }
}
