//! Phoenix's DECIMAL and DOUBLE, which are no encodings of the library: codecs of one's own.

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::{BigInt, Sign};
use hbase_schema::CellValue;
use hbase_schema::key::{CodecError, DecodePart, KeyPart};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};

/// The value of the empty column, which each row of Phoenix has.
#[derive(CellValue, Debug, Clone, Copy, Default, PartialEq)]
pub(crate) enum Exists {
    #[default]
    #[code = "x"]
    Yes,
}

/// `PDecimal`: an exponent of 100 in the first byte, then digits of base 100; inverted if the number is negative.
pub(crate) mod decimal {
    use super::{BigDecimal, BigInt, CodecError, Sign};

    /// The longest number, which has no end mark.
    const LONGEST: usize = 21;
    const END_OF_NEGATIVE: u8 = 102;

    pub(crate) fn encode(value: &BigDecimal, out: &mut Vec<u8>) -> Result<(), CodecError> {
        let (number, scale) = value.normalized().into_bigint_and_exponent();
        let mut digits = number.magnitude().to_string();
        if number.sign() == Sign::NoSign {
            out.push(0x80);
            return Ok(());
        }
        let mut point = i64::try_from(digits.len()).map_err(CodecError::new)? - scale;
        if point.rem_euclid(2) == 1 {
            digits.insert(0, '0');
            point += 1;
        }
        if digits.len() % 2 == 1 {
            digits.push('0');
        }
        let start = out.len();
        let exponent = u8::try_from(0xC0 + point.div_euclid(2)).map_err(CodecError::new)?;
        let pairs = digits.as_bytes().chunks(2);
        let pairs = pairs.map(|pair| (pair[0] - b'0') * 10 + pair[1] - b'0');
        if number.sign() == Sign::Plus {
            out.push(exponent);
            out.extend(pairs.map(|pair| pair + 1));
            return Ok(());
        }
        out.push(!exponent);
        out.extend(pairs.map(|pair| 101 - pair));
        if out.len() - start < LONGEST {
            out.push(END_OF_NEGATIVE);
        }
        Ok(())
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<BigDecimal, CodecError> {
        let (first, digits) = match bytes {
            [] => return Err(CodecError::new("found no bytes, expected a DECIMAL")),
            [0x80] => return Ok(BigDecimal::from(0)),
            [first, digits @ ..] => (*first, digits),
        };
        let is_negative = first < 0x80;
        let exponent = i64::from(if is_negative { !first } else { first }) - 0xC0;
        let digits = match digits {
            [digits @ .., END_OF_NEGATIVE] if is_negative => digits,
            digits => digits,
        };
        let mut number = BigInt::from(0);
        for digit in digits {
            let digit = if is_negative {
                101_u8.checked_sub(*digit)
            } else {
                digit.checked_sub(1)
            };
            let digit = digit.filter(|digit| *digit < 100);
            let digit = digit.ok_or_else(|| CodecError::new("expected digits of base 100"))?;
            number = number * 100 + digit;
        }
        let count = i64::try_from(digits.len()).map_err(CodecError::new)?;
        let scale = 2 * (count - exponent);
        let number = if is_negative { -number } else { number };
        Ok(BigDecimal::new(number, scale).normalized())
    }
}

/// `PDouble`: the bits in an order that sorts, plus 1.
pub(crate) mod double {
    use super::CodecError;

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "`with` passes a reference"
    )]
    pub(crate) fn encode(value: &f64, out: &mut Vec<u8>) -> Result<(), CodecError> {
        let bits = value.to_bits();
        let mask = (bits.cast_signed() >> 63).cast_unsigned() | (1 << 63);
        let sorted = (bits ^ mask).checked_add(1);
        let sorted = sorted.ok_or_else(|| CodecError::new("found NaN, expected a number"))?;
        out.extend_from_slice(&sorted.to_be_bytes());
        Ok(())
    }

    pub(crate) fn decode(bytes: &[u8]) -> Result<f64, CodecError> {
        let bytes = bytes.try_into().map_err(CodecError::new)?;
        let sorted = u64::from_be_bytes(bytes).wrapping_sub(1);
        let mask = (!sorted.cast_signed() >> 63).cast_unsigned() | (1 << 63);
        Ok(f64::from_bits(sorted ^ mask))
    }
}

/// Marks the encoding of a `DECIMAL` in a key.
pub(crate) enum PhoenixDecimal {}

/// A `DECIMAL` in a key.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub(crate) struct Price(pub(crate) BigDecimal);

impl KeyPart<PhoenixDecimal> for Price {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("PhoenixDecimal"));
    const WIDTH: Option<usize> = None;

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let mut bytes = Vec::new();
        decimal::encode(&self.0, &mut bytes)?;
        out.put(&bytes);
        Ok(())
    }
}

impl DecodePart<'_, PhoenixDecimal> for Price {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        decimal::decode(bytes).map(Self)
    }
}
