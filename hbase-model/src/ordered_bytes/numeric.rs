//! Decimals of any magnitude: an exponent and digits to the base 100.

use std::fmt;

use super::varint::{get_varint, put_varint};
use super::{Order, after, header, in_order, upright};
use crate::decimal::Decimal;
use crate::primitive::ValueError;
use crate::sink::{InlineBuf, Inverted, KeySink};

/// `OrderedBytes` rounds to this many digits; here, more digits are an error.
const MOST_DIGITS: u32 = 31;
/// The largest exponent that `OrderedBytes` writes.
const MOST_EXPONENT: i64 = 350;
/// The largest exponent that fits in the header.
const MEDIUM: i64 = 10;

/// A value of `encodeNumeric`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numeric {
    /// Below every number.
    NegativeInfinity,
    /// A number.
    Finite(Decimal),
    /// Above every number.
    Infinity,
    /// Not a number; sorts above infinity.
    NaN,
}

impl fmt::Display for Numeric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeInfinity => f.write_str("-Infinity"),
            Self::Finite(decimal) => decimal.fmt(f),
            Self::Infinity => f.write_str("Infinity"),
            Self::NaN => f.write_str("NaN"),
        }
    }
}

impl From<Decimal> for Numeric {
    fn from(decimal: Decimal) -> Self {
        Self::Finite(decimal)
    }
}

impl From<i64> for Numeric {
    fn from(value: i64) -> Self {
        Self::Finite(value.into())
    }
}

/// `encodeNumeric`. Trailing zeros are dropped: 1.0 is written, and read back, as 1.
///
/// ```
/// use hbase_model::ordered_bytes::{Numeric, Order, get_numeric, put_numeric};
/// let mut key = Vec::new();
/// put_numeric(256.into(), Order::Ascending, &mut key)?;
/// assert_eq!(key, [0x19, 0x05, 0x70]);
/// assert_eq!(get_numeric(&key, Order::Ascending)?, Numeric::from(256));
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
pub fn put_numeric<S: KeySink + ?Sized>(
    value: Numeric,
    order: Order,
    out: &mut S,
) -> Result<(), ValueError> {
    in_order!(order, out, |sink| match value {
        Numeric::NegativeInfinity => sink.put_byte(header::NEG_INF),
        Numeric::Infinity => sink.put_byte(header::POS_INF),
        Numeric::NaN => sink.put_byte(header::NAN),
        Numeric::Finite(decimal) => return put_decimal(decimal.normalized(), sink),
    });
    Ok(())
}

fn put_decimal<S: KeySink + ?Sized>(value: Decimal, out: &mut S) -> Result<(), ValueError> {
    if value.coefficient() == 0 {
        out.put_byte(header::ZERO);
        return Ok(());
    }
    if value.digits() > MOST_DIGITS {
        return Err(ValueError::TooManyDigits {
            found: value.digits() as usize,
            width: MOST_DIGITS as usize,
        });
    }
    let point = i64::from(value.digits()) + i64::from(value.exponent());
    put_exponent(
        value.is_negative(),
        point.div_euclid(2) + point.rem_euclid(2),
        out,
    )?;
    let mantissa = mantissa(value.coefficient(), point.rem_euclid(2) == 1);
    if value.is_negative() {
        Inverted(out).put(&mantissa);
    } else {
        out.put(&mantissa);
    }
    Ok(())
}

/// Writes the header, and the exponent unless the header contains it.
fn put_exponent<S: KeySink + ?Sized>(
    negative: bool,
    exponent: i64,
    out: &mut S,
) -> Result<(), ValueError> {
    let magnitude = u32::try_from(exponent.unsigned_abs()).map_err(|_| TOO_LARGE)?;
    match (exponent, negative) {
        (..=0, true) => {
            out.put_byte(header::NEG_SMALL);
            put_varint(magnitude, out);
        }
        (..=0, false) => {
            out.put_byte(header::POS_SMALL);
            put_varint(magnitude, &mut Inverted(out));
        }
        (..=MEDIUM, _) => {
            let [.., low] = magnitude.to_be_bytes();
            out.put_byte(if negative {
                header::NEG_MED_MAX - low
            } else {
                header::POS_MED_MIN + low
            });
        }
        (..=MOST_EXPONENT, true) => {
            out.put_byte(header::NEG_LARGE);
            put_varint(magnitude, &mut Inverted(out));
        }
        (..=MOST_EXPONENT, false) => {
            out.put_byte(header::POS_LARGE);
            put_varint(magnitude, out);
        }
        _ => return Err(TOO_LARGE),
    }
    Ok(())
}

const TOO_LARGE: ValueError = ValueError::OutOfRange {
    expected: "a decimal below 100^350",
};

/// Digits to the base 100, each as 2x+1, the last one as 2x. `odd` means that the first one has one
/// decimal digit.
fn mantissa(coefficient: u128, odd: bool) -> InlineBuf<20> {
    let digits = coefficient.to_string();
    let (first, rest) = digits.as_bytes().split_at(usize::from(odd));
    let (pairs, last) = rest.as_chunks::<2>();
    let first = first.iter().map(|digit| digit - b'0');
    let pairs = pairs
        .iter()
        .map(|[ten, one]| (ten - b'0') * 10 + one - b'0');
    let last = last.iter().map(|digit| (digit - b'0') * 10);
    let mut bytes = InlineBuf::new();
    let mut all = first.chain(pairs).chain(last).peekable();
    while let Some(digit) = all.next() {
        bytes.put_byte(2 * digit + u8::from(all.peek().is_some()));
    }
    bytes
}

/// `decodeNumericAsBigDecimal`, infinities and NaN included.
pub fn get_numeric(bytes: &[u8], order: Order) -> Result<Numeric, ValueError> {
    let bytes = upright(bytes, order);
    let &first = bytes.first().ok_or(header::missing())?;
    let rest = after(first, &bytes)?;
    let alone = match first {
        header::NEG_INF => Numeric::NegativeInfinity,
        header::POS_INF => Numeric::Infinity,
        header::NAN => Numeric::NaN,
        header::ZERO => Numeric::from(0),
        _ => return get_decimal(first, rest).map(Numeric::Finite),
    };
    match rest.len() {
        0 => Ok(alone),
        more => Err(ValueError::WrongLength {
            expected: 1,
            found: more + 1,
        }),
    }
}

fn get_decimal(first: u8, rest: &[u8]) -> Result<Decimal, ValueError> {
    let negative = first < header::ZERO;
    let (exponent, mantissa) = get_exponent(first, rest)?;
    let (coefficient, digits) = get_mantissa(mantissa, negative)?;
    let exponent = i32::try_from(2 * (exponent - digits)).map_err(|_| TOO_LARGE)?;
    let decimal = Decimal::new(negative, coefficient, exponent).normalized();
    if decimal.digits() > MOST_DIGITS {
        return Err(ValueError::TooManyDigits {
            found: decimal.digits() as usize,
            width: MOST_DIGITS as usize,
        });
    }
    Ok(decimal)
}

fn get_exponent(first: u8, rest: &[u8]) -> Result<(i64, &[u8]), ValueError> {
    match first {
        _ if (header::NEG_MED_MIN..header::NEG_MED_MAX).contains(&first) => {
            Ok(((header::NEG_MED_MAX - first).into(), rest))
        }
        header::NEG_SMALL => read_exponent(rest, false).map(|(small, rest)| (-small, rest)),
        header::POS_SMALL => read_exponent(rest, true).map(|(small, rest)| (-small, rest)),
        header::NEG_LARGE => large(read_exponent(rest, true)?),
        header::POS_LARGE => large(read_exponent(rest, false)?),
        _ if first > header::POS_MED_MIN && first <= header::POS_MED_MAX => {
            Ok(((first - header::POS_MED_MIN).into(), rest))
        }
        found => Err(header::unexpected(found)),
    }
}

fn large((exponent, rest): (i64, &[u8])) -> Result<(i64, &[u8]), ValueError> {
    if exponent <= MEDIUM || exponent > MOST_EXPONENT {
        return Err(ValueError::NotCanonical {
            expected: "an exponent of 11 to 350",
        });
    }
    Ok((exponent, rest))
}

fn read_exponent(rest: &[u8], inverted: bool) -> Result<(i64, &[u8]), ValueError> {
    if !inverted {
        return get_varint(rest).map(|(value, rest)| (value.into(), rest));
    }
    let head = upright(&rest[..rest.len().min(9)], Order::Descending);
    let (value, after) = get_varint(&head)?;
    Ok((value.into(), &rest[head.len() - after.len()..]))
}

/// The digits as one number, and their count to the base 100.
fn get_mantissa(bytes: &[u8], negative: bool) -> Result<(u128, i64), ValueError> {
    let mut coefficient = 0_u128;
    let last = bytes.len().wrapping_sub(1);
    for (at, &byte) in bytes.iter().enumerate() {
        let byte = if negative { !byte } else { byte };
        let zero = byte < 2 && (at == 0 || at == last);
        if byte > 199 || zero || (byte % 2 == 0) != (at == last) {
            return Err(ValueError::UnexpectedByte {
                at,
                found: byte,
                expected: "a digit to the base 100, the last one even, none at either end zero",
            });
        }
        coefficient = coefficient
            .checked_mul(100)
            .and_then(|sum| sum.checked_add((byte / 2).into()))
            .ok_or(ValueError::TooManyDigits {
                found: 2 * bytes.len(),
                width: MOST_DIGITS as usize,
            })?;
    }
    if bytes.is_empty() {
        return Err(ValueError::Truncated {
            found: 1,
            expected: "digits",
        });
    }
    Ok((coefficient, i64::try_from(bytes.len()).unwrap_or(i64::MAX)))
}
