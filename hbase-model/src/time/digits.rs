//! A time as decimal digits.

use super::bound::TimeBound;
use super::civil::{Civil, DAY_MS, LAST_MS, check_range};
use crate::primitive::{ValueError, digits, get_digits, nines_in_place};
use crate::sink::KeySink;

/// The last time in 13 digits of milliseconds, in the year 2286.
const LAST_OF_13: i64 = 9_999_999_999_999;

/// The format of a time in digits.
///
/// ```
/// use hbase_model::time::TimeFormat;
/// let form = TimeFormat { digits: 14, newest_first: false, truncate: false, offset_s: 8 * 3600 };
/// let mut key = Vec::new();
/// form.put(1_451_132_640_000, &mut key)?;
/// assert_eq!(key, b"20151226202400");
/// assert_eq!(form.get(&key)?, 1_451_132_640_000);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeFormat {
    /// 8 = yyyyMMdd, 14 = yyyyMMddHHmmss, 17 = with milliseconds; 13 and 19 = milliseconds since
    /// 1970.
    pub digits: u8,
    /// Nines' complement; for 19 digits, `Long.MAX_VALUE - ms`.
    pub newest_first: bool,
    /// Truncates finer times, which are errors otherwise.
    pub truncate: bool,
    /// The offset from UTC in which dates are written, in seconds.
    pub offset_s: i32,
}

impl TimeFormat {
    /// Encodes a time in milliseconds since 1970.
    #[inline]
    pub fn put<S: KeySink + ?Sized>(self, ms: i64, out: &mut S) -> Result<(), ValueError> {
        match self.digits {
            8 => self.put_array::<8, S>(|form| form.day(ms), out),
            14 => self.put_array::<14, S>(|form| form.second(ms), out),
            17 => self.put_array::<17, S>(|form| form.date_ms(ms), out),
            13 => self.put_array::<13, S>(|_| count_ms(ms), out),
            19 => self.put_19(ms, out),
            found => Err(ValueError::UnknownTimeFormat { found }),
        }
    }

    /// Decodes a time in milliseconds since 1970; dates that do not exist are errors.
    #[inline]
    pub fn get(self, bytes: &[u8]) -> Result<i64, ValueError> {
        let width = usize::from(self.digits);
        if bytes.len() != width {
            return Err(ValueError::WrongLength {
                expected: width,
                found: bytes.len(),
            });
        }
        let mut buffer = [0; 19];
        let Some(text) = buffer.get_mut(..width) else {
            return Err(self.unknown());
        };
        text.copy_from_slice(bytes);
        if self.newest_first && self.digits != 19 {
            nines_in_place(text);
        }
        self.parse(text)
    }

    /// The bound of a range in this format.
    #[inline]
    pub fn bound(self, ms: i64) -> TimeBound {
        let offset = self.offset_ms();
        let last = match self.digits {
            13 => LAST_OF_13,
            19 => LAST_MS,
            _ => LAST_MS + 1 - self.unit() - offset,
        };
        TimeBound::among(ms, self.unit(), -offset, last)
    }

    /// Encodes a range's bound; writes nothing if it is past the end.
    #[inline]
    pub fn put_bound<S: KeySink + ?Sized>(
        self,
        ms: i64,
        out: &mut S,
    ) -> Result<TimeBound, ValueError> {
        let bound = self.bound(ms);
        if let Some(ms) = bound.time() {
            self.put(ms, out)?;
        }
        Ok(bound)
    }

    /// The format's unit, in milliseconds.
    #[inline]
    pub const fn unit(self) -> i64 {
        match self.digits {
            8 => DAY_MS,
            14 => 1000,
            _ => 1,
        }
    }

    #[inline]
    fn put_array<const N: usize, S: KeySink + ?Sized>(
        self,
        make: impl FnOnce(Self) -> Result<[u8; N], ValueError>,
        out: &mut S,
    ) -> Result<(), ValueError> {
        let mut text = make(self)?;
        if self.newest_first {
            nines_in_place(&mut text);
        }
        out.put(&text);
        Ok(())
    }

    #[inline]
    fn put_19<S: KeySink + ?Sized>(self, ms: i64, out: &mut S) -> Result<(), ValueError> {
        check_range(ms)?;
        let number = if self.newest_first { i64::MAX - ms } else { ms };
        out.put(&digits::<19>(number.unsigned_abs())?);
        Ok(())
    }

    #[inline]
    fn day(self, ms: i64) -> Result<[u8; 8], ValueError> {
        let civil = self.civil(ms)?;
        let mut out = [0; 8];
        write_date(civil, &mut out);
        Ok(out)
    }

    #[inline]
    fn second(self, ms: i64) -> Result<[u8; 14], ValueError> {
        let civil = self.civil(ms)?;
        let mut out = [0; 14];
        write_second(civil, &mut out);
        Ok(out)
    }

    #[inline]
    fn date_ms(self, ms: i64) -> Result<[u8; 17], ValueError> {
        let civil = self.civil(ms)?;
        let mut out = [0; 17];
        write_second(civil, &mut out);
        out[14..16].copy_from_slice(&two(small(civil.ms / 10)));
        out[16] = b'0' + small(civil.ms % 10);
        Ok(out)
    }

    #[inline]
    fn civil(self, ms: i64) -> Result<Civil, ValueError> {
        let local = ms.saturating_add(self.offset_ms());
        // The error reports the caller's time, not the encoded one.
        let civil = Civil::from_ms(local).map_err(|error| match error {
            ValueError::BeforeEpoch { .. } => ValueError::BeforeEpoch {
                found: ms,
                offset_s: self.offset_s,
            },
            _ => ValueError::AfterYear9999 { found: ms },
        })?;
        if !self.truncate
            && !local
                .unsigned_abs()
                .is_multiple_of(self.unit().unsigned_abs())
        {
            return Err(ValueError::FinerThanDigits {
                found: ms,
                unit: self.unit(),
                offset_s: self.offset_s,
            });
        }
        Ok(civil)
    }

    #[inline]
    fn parse(self, text: &[u8]) -> Result<i64, ValueError> {
        let ms = match self.digits {
            8 | 14 | 17 => read_civil(text)?.to_ms()? - self.offset_ms(),
            19 if self.newest_first => i64::MAX - get_digits::<i64>(text)?,
            13 | 19 => get_digits(text)?,
            _ => return Err(self.unknown()),
        };
        if matches!(self.digits, 13 | 19) {
            check_range(ms)?;
        }
        Ok(ms)
    }

    #[inline]
    fn offset_ms(self) -> i64 {
        match self.digits {
            13 | 19 => 0,
            _ => i64::from(self.offset_s) * 1000,
        }
    }

    fn unknown(self) -> ValueError {
        ValueError::UnknownTimeFormat { found: self.digits }
    }
}

#[inline]
fn count_ms(ms: i64) -> Result<[u8; 13], ValueError> {
    check_range(ms)?;
    digits(ms.unsigned_abs())
}

#[inline]
fn write_date(civil: Civil, out: &mut [u8]) {
    out[0..2].copy_from_slice(&two(small(civil.year / 100)));
    out[2..4].copy_from_slice(&two(small(civil.year % 100)));
    out[4..6].copy_from_slice(&two(civil.month));
    out[6..8].copy_from_slice(&two(civil.day));
}

#[inline]
fn write_second(civil: Civil, out: &mut [u8]) {
    write_date(civil, out);
    out[8..10].copy_from_slice(&two(civil.hour));
    out[10..12].copy_from_slice(&two(civil.minute));
    out[12..14].copy_from_slice(&two(civil.second));
}

#[inline]
const fn two(value: u8) -> [u8; 2] {
    [b'0' + value / 10, b'0' + value % 10]
}

/// Parses the fields; a date alone means midnight.
#[inline]
fn read_civil(text: &[u8]) -> Result<Civil, ValueError> {
    for (at, &found) in text.iter().enumerate() {
        if !found.is_ascii_digit() {
            return Err(ValueError::NotDigits { at, found });
        }
    }
    let two = |at: usize| match text.get(at..at + 2) {
        Some(&[tens, ones]) => (tens - b'0') * 10 + (ones - b'0'),
        _ => 0,
    };
    Ok(Civil {
        year: u16::from(two(0)) * 100 + u16::from(two(2)),
        month: two(4),
        day: two(6),
        hour: two(8),
        minute: two(10),
        second: two(12),
        ms: u16::from(two(14)) * 10 + text.get(16).map_or(0, |ones| u16::from(ones - b'0')),
    })
}

#[allow(clippy::cast_possible_truncation, reason = "at most 99")]
const fn small(value: u16) -> u8 {
    value as u8
}
