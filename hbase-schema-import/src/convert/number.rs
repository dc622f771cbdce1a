//! Numbers and booleans.

use hbase_model::Decimal;

use super::Mismatch;
use crate::value::Value;

/// A 64-bit float represents every integer up to this one exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// An integer without loss, also from decimals and floats whose fraction is zero.
pub(crate) fn integer(value: &Value<'_>) -> Result<i128, Mismatch> {
    let fail = || match *value {
        Value::Text(text) if is_number(text) && text.parse::<Decimal>().is_err() => too_large(text),
        _ => Mismatch::expected("an integer", value),
    };
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
    let fail = || match value {
        Value::Text(text) if is_number(text) => too_large(text),
        _ => Mismatch::expected("a decimal number", value),
    };
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

/// Whether a text is a number in decimal digits, of any size.
fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.parse::<f64>().is_ok()
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'))
}

fn too_large(text: &str) -> Mismatch {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    Mismatch(format!(
        "found a number of {digits} digits, expected one whose digits fit in 128 bits, as 38 digits always do"
    ))
}

/// A 64-bit float: the nearest one for a fraction, the exact one for an integer or a float.
pub(super) fn float64(value: &Value<'_>) -> Result<f64, Mismatch> {
    match *value {
        Value::Float64(value) => Ok(value),
        Value::Float32(value) => Ok(value.into()),
        Value::Int(_) | Value::Uint(_) | Value::Decimal(_) | Value::Text(_) => {
            let text = text_of(value)?;
            let float = nearest64(&text)?;
            check_exact(value, &text, float, 64)?;
            Ok(float)
        }
        _ => Err(Mismatch::expected("a number", value)),
    }
}

/// The 64-bit float that is nearest to the number of a text.
pub(super) fn nearest64(text: &str) -> Result<f64, Mismatch> {
    let fail = |_| Mismatch::expected("a number", &Value::Text(text));
    near(text, text.parse().map_err(fail)?, 64)
}

/// The 32-bit float that is nearest to the number of a text.
pub(super) fn nearest32(text: &str) -> Result<f32, Mismatch> {
    let fail = |_| Mismatch::expected("a number", &Value::Text(text));
    let parsed: f32 = text.parse().map_err(fail)?;
    near(text, parsed.into(), 32)?;
    Ok(parsed)
}

/// Checks that a float made from an integer is that integer: a number without a fraction and an exponent is an
/// integer, and must not be rounded.
fn check_exact(value: &Value<'_>, text: &str, float: f64, bits: u8) -> Result<(), Mismatch> {
    let is_integer = match value {
        Value::Decimal(decimal) => decimal.exponent() == 0,
        _ => true,
    };
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_digits = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    // This many digits fit into any float of these bits.
    let sure = if bits == 32 { 7 } else { 15 };
    if !is_integer || !is_digits || digits.len() <= sure {
        return Ok(());
    }
    let found = format!("{:.0}", float.abs());
    if found.trim_start_matches('0') == digits.trim_start_matches('0') {
        return Ok(());
    }
    Err(Mismatch(format!(
        "expected an integer that a float of {bits} bits represents exactly, the nearest one is {float:.0}: write it with \
         a fraction, as {digits}.0, where it may be rounded"
    )))
}

/// A 32-bit float: the nearest one for a fraction, the exact one for an integer or a float.
#[allow(
    clippy::cast_possible_truncation,
    reason = "compared with the value afterwards"
)]
pub(super) fn float32(value: &Value<'_>) -> Result<f32, Mismatch> {
    if let Value::Text(_) | Value::Decimal(_) = value {
        let text = text_of(value)?;
        let parsed = nearest32(&text)?;
        check_exact(value, &text, parsed.into(), 32)?;
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

/// Checks that a `rust_decimal::Decimal` can represent a number: 96 bits, and up to 28 digits after the point.
pub(crate) fn check_rust_decimal(number: Decimal) -> Result<(), Mismatch> {
    let integer = number.with_scale(28);
    if integer.is_some_and(|(integer, _)| integer >> 96 == 0) {
        return Ok(());
    }
    Err(Mismatch(format!(
        "found {number}, expected a number that `rust_decimal::Decimal` can hold: of 96 bits, with up to 28 digits after the point"
    )))
}

/// A boolean, or a text or number that means one.
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
            "a boolean: `true`, `t` or `1`, `false`, `f` or `0`",
            value,
        )),
    }
}

fn text_of(value: &Value<'_>) -> Result<String, Mismatch> {
    crate::value::text::of(value).ok_or_else(|| Mismatch::expected("a number", value))
}

/// The float, unless a text with digits has become infinity or zero.
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

    /// `9007199254740993` is 2^53 + 1, `16777217` is 2^24 + 1.
    #[test]
    fn integers_are_not_rounded_to_floats() {
        let decimal = |text: &str| Value::Decimal(text.parse().unwrap());
        for (value, is_64, is_32) in [
            (Value::Text("9007199254740992"), true, true),
            (Value::Text("9007199254740993"), false, false),
            (Value::Text("-09007199254740993"), false, false),
            (Value::Text("9007199254740993.0"), true, true),
            (Value::Text("9007199254740993e0"), true, true),
            (Value::Text("100000000000000000000000"), false, false),
            (Value::Text("99999999999999991611392"), true, false),
            (Value::Text("1e23"), true, true),
            (Value::Text("16777217"), true, false),
            (Value::Text("00000000000000000000"), true, true),
            (Value::Int(9_007_199_254_740_993), false, false),
            (decimal("9007199254740993"), false, false),
            (decimal("9007199254740993.0"), true, true),
            // JSON, as an export writes it.
            (decimal("1e23"), true, true),
        ] {
            assert_eq!(float64(&value).is_ok(), is_64, "{value:?}");
            assert_eq!(float32(&value).is_ok(), is_32, "{value:?}");
        }
        let error = float64(&Value::Text("9007199254740993")).unwrap_err().0;
        assert!(
            error.contains("the nearest one is 9007199254740992"),
            "{error}"
        );
    }

    #[test]
    fn numbers_of_too_many_digits_are_called_so() {
        let digits = "9".repeat(40);
        for error in [
            decimal(&Value::Text(&digits)).unwrap_err(),
            unsigned(&Value::Text(&digits)).unwrap_err(),
            integer(&Value::Text(&digits)).unwrap_err(),
        ] {
            assert!(
                error.0.contains("found a number of 40 digits"),
                "{}",
                error.0
            );
        }
        let error = integer(&Value::Text("1.5")).unwrap_err().0;
        assert!(error.contains("expected an integer"), "{error}");
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
        for text in ["1e309", "1e400", "-1e999", "1e-999"] {
            let error = float64(&Value::Text(text)).unwrap_err().0;
            assert!(error.contains("1.8e308"), "{text}: {error}");
            let error = float32(&Value::Text(text)).unwrap_err().0;
            assert!(error.contains("3.4e38"), "{text}: {error}");
        }
        let decimal = |text: &str| Value::Decimal(text.parse().unwrap());
        for (value, wide, narrow) in [
            (Value::Text("0.1"), Some(0.1), Some(0.1)),
            (Value::Text("inf"), Some(f64::INFINITY), Some(f32::INFINITY)),
            (Value::Int(i64::MAX), None, None),
            (Value::Int(10_000_000_000_000_000), Some(1e16), None),
            (
                Value::Uint(1 << 63),
                Some(9_223_372_036_854_775_808.0),
                Some(9_223_372_036_854_775_808.0),
            ),
            (decimal("0.1"), Some(0.1), Some(0.1)),
            (decimal("1e39"), Some(1e39), None),
            (decimal("1e309"), None, None),
            (decimal("1e-999"), None, None),
            (Value::Float64(0.1), Some(0.1), None),
            (Value::Float64(0.5), Some(0.5), Some(0.5)),
        ] {
            assert_eq!(float64(&value).ok(), wide, "{value:?}");
            assert_eq!(float32(&value).ok(), narrow, "{value:?}");
        }
    }
}
