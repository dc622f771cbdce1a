//! Physical values as values of a source.

use byteorder::{BigEndian, ByteOrder as _};
use hbase_model::Decimal;
use parquet::basic::TimeUnit;
use parquet::data_type::Int96;
use uuid::Uuid;

use super::types::Conversion;
use crate::source::RowBuilder;
use crate::value::Value;

const MICROS_PER_DAY: i64 = 86_400_000_000;

/// The Julian day of 1970-01-01.
const JULIAN_1970: i64 = 2_440_588;

/// A physical value.
#[derive(Clone, Copy)]
pub(super) enum Physical<'a> {
    Bool(bool),
    Int32(i32),
    Int64(i64),
    Int96(&'a Int96),
    Float(f32),
    Double(f64),
    Bytes(&'a [u8]),
}

impl Physical<'_> {
    const fn name(self) -> &'static str {
        match self {
            Self::Bool(_) => "a boolean",
            Self::Int32(_) | Self::Int64(_) => "an integer",
            Self::Int96(_) => "a time",
            Self::Float(_) | Self::Double(_) => "a float",
            Self::Bytes(_) => "bytes",
        }
    }

    /// Appends the value. `truncate` cuts times to microseconds.
    pub(super) fn push(
        self,
        conversion: &Conversion,
        truncate: bool,
        row: &mut RowBuilder<'_>,
    ) -> Result<(), String> {
        row.push(match (self, conversion) {
            (Self::Int96(time), _) => Value::Local(int96(time, truncate)?),
            (_, Conversion::Null) => Value::Null,
            (Self::Bool(value), Conversion::Bool) => Value::Bool(value),
            (Self::Float(value), Conversion::Float) => Value::Float32(value),
            (Self::Double(value), Conversion::Float) => Value::Float64(value),
            (Self::Int32(value), Conversion::Unsigned) => Value::Uint(value.cast_unsigned().into()),
            (Self::Int32(value), Conversion::Date) => Value::Date(value),
            (Self::Int32(value), other) => of_integer(value.into(), other, truncate)?,
            (Self::Int64(value), other) => of_integer(value, other, truncate)?,
            (Self::Bytes(bytes), other) => return push_bytes(bytes, other, row),
            (found, other) => return Err(unexpected(other, found.name())),
        });
        Ok(())
    }
}

/// The error of a physical type that does not match its logical type.
fn unexpected(conversion: &Conversion, found: &str) -> String {
    format!("found {found} as {conversion:?}: the file is damaged")
}

fn of_integer(
    value: i64,
    conversion: &Conversion,
    truncate: bool,
) -> Result<Value<'static>, String> {
    Ok(match conversion {
        Conversion::Signed => Value::Int(value),
        Conversion::Unsigned => Value::Uint(value.cast_unsigned()),
        Conversion::Decimal { scale } => Value::Decimal(decimal(value.into(), *scale)),
        Conversion::TimeOfDay(unit) => Value::TimeOfDay(micros(value, *unit, truncate)?),
        Conversion::Timestamp { unit, is_utc } => {
            let micros = micros(value, *unit, truncate)?;
            if *is_utc {
                Value::Moment(micros)
            } else {
                Value::Local(micros)
            }
        }
        other => return Err(unexpected(other, "an integer")),
    })
}

fn int96(time: &Int96, truncate: bool) -> Result<i64, String> {
    let [low, high, day] = *time.data() else {
        return Err("found a time of another length: the file is damaged".to_owned());
    };
    let nanos = (u64::from(high) << 32 | u64::from(low)).cast_signed();
    let days = i64::from(day.cast_signed()) - JULIAN_1970;
    let in_day = micros(nanos, TimeUnit::NANOS, truncate)?;
    let total = days
        .checked_mul(MICROS_PER_DAY)
        .and_then(|micros| micros.checked_add(in_day));
    Ok(total.ok_or(OUT_OF_RANGE)?)
}

fn push_bytes(
    bytes: &[u8],
    conversion: &Conversion,
    row: &mut RowBuilder<'_>,
) -> Result<(), String> {
    match conversion {
        Conversion::Text => row.push_unchecked(bytes),
        Conversion::Bytes => row.push(Value::Bytes(bytes)),
        Conversion::Decimal { scale } => {
            let coefficient = integer(bytes).ok_or("found a decimal of more than 128 bits")?;
            row.push(Value::Decimal(decimal(coefficient, *scale)));
        }
        Conversion::Uuid => row.push(Value::Text(&uuid(bytes)?)),
        Conversion::Half => {
            let found = bytes
                .try_into()
                .map_err(|_| unexpected(conversion, "bytes"))?;
            row.push(Value::Float32(half(u16::from_le_bytes(found))));
        }
        other => return Err(unexpected(other, "bytes")),
    }
    Ok(())
}

fn decimal(coefficient: i128, scale: i32) -> Decimal {
    Decimal::new(
        coefficient < 0,
        coefficient.unsigned_abs(),
        scale.saturating_neg(),
    )
}

/// A big-endian integer in two's complement, of any length.
fn integer(bytes: &[u8]) -> Option<i128> {
    let (extra, low) = bytes.split_at(bytes.len().saturating_sub(16));
    let value = match low.len() {
        0 => 0,
        width => BigEndian::read_int128(low, width),
    };
    let sign = if value < 0 { 0xff } else { 0 };
    extra.iter().all(|byte| *byte == sign).then_some(value)
}

/// A UUID in lower case with hyphens.
fn uuid(bytes: &[u8]) -> Result<String, String> {
    let found = bytes.len();
    let uuid = Uuid::from_slice(bytes);
    let uuid = uuid.map_err(|_| format!("found a UUID of {found} bytes, expected 16"))?;
    Ok(uuid.to_string())
}

/// A 16-bit float, which a 32-bit one represents exactly.
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from(bits >> 10 & 0x1f);
    let fraction = f32::from(bits & 0x3ff) / 1024.0;
    match exponent {
        0 => sign * fraction * 2_f32.powi(-14),
        0x1f if fraction == 0.0 => sign * f32::INFINITY,
        0x1f => f32::NAN,
        _ => sign * (1.0 + fraction) * 2_f32.powi(exponent - 15),
    }
}

const OUT_OF_RANGE: &str = "found a time out of the range of 64 bits of microseconds";

fn micros(value: i64, unit: TimeUnit, truncate: bool) -> Result<i64, String> {
    match unit {
        TimeUnit::MILLIS => value
            .checked_mul(1000)
            .ok_or_else(|| OUT_OF_RANGE.to_owned()),
        TimeUnit::MICROS => Ok(value),
        TimeUnit::NANOS if truncate || value % 1000 == 0 => Ok(value.div_euclid(1000)),
        TimeUnit::NANOS => Err(
            "the time is finer than a microsecond: set `truncate_times = true` to cut it"
                .to_owned(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_any_length_are_read() {
        for (bytes, expected) in [
            (&[][..], Some(0)),
            (&[0x80], Some(-128)),
            (&[0, 0x80], Some(128)),
            (&[0xff; 20], Some(-1)),
            (&[0x7f; 16], Some(i128::from_be_bytes([0x7f; 16]))),
        ] {
            assert_eq!(integer(bytes), expected, "{bytes:?}");
        }
        let mut wide = [0; 17];
        wide[1] = 0x80;
        assert_eq!(integer(&wide), None);
    }

    #[test]
    fn halves_are_exact() {
        for (bits, expected) in [
            (0x3c00, 1.0),
            (0xc000, -2.0),
            (0x7bff, 65504.0),
            (0x0001, 2_f32.powi(-24)),
            (0x7c00, f32::INFINITY),
        ] {
            assert_eq!(half(bits).to_bits(), f32::to_bits(expected), "{bits:x}");
        }
        assert!(half(0x7e00).is_nan());
    }

    #[test]
    fn finer_times_are_cut_on_request_only() {
        assert!(micros(-1, TimeUnit::NANOS, false).is_err());
        assert_eq!(micros(-1, TimeUnit::NANOS, true), Ok(-1));
        assert_eq!(micros(2000, TimeUnit::NANOS, false), Ok(2));
        assert!(micros(i64::MAX, TimeUnit::MILLIS, true).is_err());
    }
}
