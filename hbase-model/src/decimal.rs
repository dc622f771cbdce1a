//! Decimal numbers as sign, coefficient and exponent, for the encodings of decimals.

use std::fmt;
use std::str::FromStr;

use crate::primitive::ValueError;

/// `coefficient * 10^exponent`, with a sign: the common representation of other crates' decimals.
///
/// Not normalized: 1.0 and 1 are different values here, as in Java's `BigDecimal.equals`.
///
/// ```
/// use hbase_model::decimal::Decimal;
/// let price: Decimal = "-12.340".parse()?;
/// assert_eq!(price, Decimal::new(true, 12_340, -3));
/// assert_eq!(price.normalized(), Decimal::new(true, 1_234, -2));
/// assert_eq!(price.to_string(), "-12.340");
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    coefficient: u128,
    exponent: i32,
}

impl Decimal {
    /// A decimal; zero has no sign.
    pub const fn new(negative: bool, coefficient: u128, exponent: i32) -> Self {
        Self {
            negative: negative && coefficient != 0,
            coefficient,
            exponent,
        }
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.negative
    }

    /// The coefficient: all digits as an integer.
    pub const fn coefficient(self) -> u128 {
        self.coefficient
    }

    /// The power of ten.
    pub const fn exponent(self) -> i32 {
        self.exponent
    }

    /// The same number without trailing zeros in its coefficient; zero as 0 * 10^0.
    pub fn normalized(self) -> Self {
        if self.coefficient == 0 {
            return Self::new(false, 0, 0);
        }
        let mut reduced = self;
        while reduced.coefficient.is_multiple_of(10) && reduced.exponent < i32::MAX {
            reduced.coefficient /= 10;
            reduced.exponent += 1;
        }
        reduced
    }

    /// The magnitude as an integer and its number of decimal places (Java's scale), at most `max_scale`: trailing zeros are
    /// kept if possible. `None` if the number has more decimal places, or its integer more than 128 bits.
    ///
    /// ```
    /// use hbase_model::Decimal;
    /// let price: Decimal = "1.50".parse()?;
    /// assert_eq!(price.with_scale(2), Some((150, 2)));
    /// assert_eq!(price.with_scale(1), Some((15, 1)));
    /// assert_eq!(price.with_scale(0), None);
    /// # Ok::<(), hbase_model::ValueError>(())
    /// ```
    pub fn with_scale(self, max_scale: u32) -> Option<(u128, u32)> {
        let scale = |value: Self| value.exponent.min(0).unsigned_abs();
        let value = if scale(self) > max_scale {
            self.normalized()
        } else {
            self
        };
        let power = 10_u128.checked_pow(value.exponent.max(0).unsigned_abs());
        let integer = match value.coefficient {
            0 => Some(0),
            coefficient => power.and_then(|power| coefficient.checked_mul(power)),
        };
        let scale = scale(value);
        integer
            .filter(|_| scale <= max_scale)
            .map(|integer| (integer, scale))
    }

    /// The coefficient's digits.
    pub(crate) fn digits(self) -> u32 {
        self.coefficient.checked_ilog10().map_or(1, |log| log + 1)
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(value < 0, value.unsigned_abs().into(), 0)
    }
}

impl FromStr for Decimal {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let negative = text.starts_with('-');
        let rest = text.strip_prefix(['-', '+']).unwrap_or(text).as_bytes();
        let mark = rest.iter().position(|byte| matches!(byte, b'e' | b'E'));
        let (number, power) = match mark {
            Some(mark) => (&rest[..mark], parse_power(&rest[mark + 1..])?),
            None => (rest, 0),
        };
        let (coefficient, fraction) = parse_number(number)?;
        let exponent = power.checked_sub(fraction).ok_or(OUT_OF_RANGE)?;
        Ok(Self::new(negative, coefficient, exponent))
    }
}

const OUT_OF_RANGE: ValueError = ValueError::OutOfRange {
    expected: "a decimal of 38 digits and a 32-bit exponent",
};

/// The digits as one number, and the number of digits after the point.
fn parse_number(number: &[u8]) -> Result<(u128, i32), ValueError> {
    let point = number.iter().position(|byte| *byte == b'.');
    let (whole, fraction) = match point {
        Some(point) => (&number[..point], &number[point + 1..]),
        None => (number, &number[..0]),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(ValueError::Truncated {
            found: 0,
            expected: "a digit",
        });
    }
    let mut coefficient = 0_u128;
    for (at, &found) in whole.iter().chain(fraction).enumerate() {
        if !found.is_ascii_digit() {
            return Err(ValueError::NotDigits { at, found });
        }
        coefficient = coefficient
            .checked_mul(10)
            .and_then(|sum| sum.checked_add((found - b'0').into()))
            .ok_or(OUT_OF_RANGE)?;
    }
    let places = i32::try_from(fraction.len()).map_err(|_| OUT_OF_RANGE)?;
    Ok((coefficient, places))
}

fn parse_power(text: &[u8]) -> Result<i32, ValueError> {
    std::str::from_utf8(text)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or(OUT_OF_RANGE)
}

/// Like Java's `BigDecimal.toString`: plain where that is short, otherwise with an exponent.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.negative { "-" } else { "" };
        let digits = self.coefficient.to_string();
        let adjusted = i64::from(self.exponent) + i64::from(self.digits()) - 1;
        if self.exponent > 0 || adjusted < -6 {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            return write!(f, "{sign}{first}{point}{rest}E{adjusted:+}");
        }
        let places = self.exponent.unsigned_abs() as usize;
        if places == 0 {
            return write!(f, "{sign}{digits}");
        }
        let padded = format!("{digits:0>width$}", width = places + 1);
        let (whole, fraction) = padded.split_at(padded.len() - places);
        write!(f, "{sign}{whole}.{fraction}")
    }
}
