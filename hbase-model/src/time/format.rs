//! A time in a key.

use super::civil::{Civil, check_range};
use super::date_digits::{read_civil, write_civil};
use super::kind::TimeKind;
use crate::primitive::{ValueError, digits, exactly, get_digits, nines_in_place};
use crate::sink::KeySink;

/// The format of a time in a key.
///
/// ```
/// use hbase_model::time::{TimeKind, TimeFormat};
/// let second = TimeFormat { offset_s: 8 * 3600, ..TimeFormat::new(TimeKind::Second) };
/// let mut key = Vec::new();
/// second.put(1_451_132_640_000, &mut key)?;
/// assert_eq!(key, b"20151226202400");
/// assert_eq!(second.get(&key)?, 1_451_132_640_000);
///
/// let newest_first = TimeFormat { newest_first: true, ..TimeFormat::new(TimeKind::Millis) };
/// let mut key = Vec::new();
/// newest_first.put(1_400_657_685_457, &mut key)?;
/// assert_eq!(key, 9_223_370_636_197_090_350_u64.to_be_bytes());
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeFormat {
    /// The kind of the bytes.
    pub kind: TimeKind,
    /// Newest first: digits as nines' complement; for 8 bytes and 19 digits `Long.MAX_VALUE - ms`, for 4 bytes
    /// `Integer.MAX_VALUE - s`. Not with [`TimeKind::NegatedMillis`], which sorts so by itself.
    pub newest_first: bool,
    /// Truncates times that are finer than the kind allows, or between multiples of `align_ms`; by default they are errors.
    pub truncate: bool,
    /// The offset from UTC of dates and of multiples of `align_ms`, in seconds.
    pub offset_s: i32,
    /// The period, in milliseconds, of which every time is a multiple; 0 for none.
    pub align_ms: u32,
}

impl TimeFormat {
    /// Oldest first, in UTC, without alignment; finer times are errors.
    pub const fn new(kind: TimeKind) -> Self {
        Self {
            kind,
            newest_first: false,
            truncate: false,
            offset_s: 0,
            align_ms: 0,
        }
    }

    /// Whether newer times have smaller bytes.
    pub const fn is_newest_first(self) -> bool {
        self.newest_first || matches!(self.kind, TimeKind::NegatedMillis)
    }

    /// Encodes a time in milliseconds since 1970.
    ///
    /// # Errors
    /// A time that the kind cannot represent, or that is finer than it.
    #[inline]
    pub fn put<S: KeySink + ?Sized>(self, ms: i64, out: &mut S) -> Result<(), ValueError> {
        let ms = self.aligned(ms)?;
        match self.kind {
            TimeKind::Millis => out.put(&self.long(ms)?.to_be_bytes()),
            TimeKind::NegatedMillis => out.put(&negated(ms)?.to_be_bytes()),
            TimeKind::Seconds => out.put(&self.int(ms)?.to_be_bytes()),
            TimeKind::Seconds10 => {
                self.put_text(|format| digits::<10>(format.seconds(ms)?), out)?;
            }
            TimeKind::Millis13 => self.put_text(|_| count_ms(ms), out)?,
            TimeKind::Millis19 => out.put(&digits::<19>(self.long(ms)?.unsigned_abs())?),
            TimeKind::Year => self.put_date::<4, S>(ms, out)?,
            TimeKind::Month => self.put_date::<6, S>(ms, out)?,
            TimeKind::Day => self.put_date::<8, S>(ms, out)?,
            TimeKind::Hour => self.put_date::<10, S>(ms, out)?,
            TimeKind::Minute => self.put_date::<12, S>(ms, out)?,
            TimeKind::Second => self.put_date::<14, S>(ms, out)?,
            TimeKind::Millisecond => self.put_date::<17, S>(ms, out)?,
        }
        Ok(())
    }

    /// Decodes a time in milliseconds since 1970.
    ///
    /// # Errors
    /// Bytes that the kind never has, such as a date that does not exist, and a time that is not aligned.
    #[inline]
    pub fn get(self, bytes: &[u8]) -> Result<i64, ValueError> {
        let ms = match self.kind {
            TimeKind::Millis => self.get_long(i64::from_be_bytes(exactly(bytes)?))?,
            TimeKind::NegatedMillis => get_negated(bytes)?,
            TimeKind::Seconds => self.get_int(u32::from_be_bytes(exactly(bytes)?))?,
            _ => self.get_text(bytes)?,
        };
        match self.beyond(ms) {
            0 => Ok(ms),
            _ => Err(ValueError::NotMultiple {
                found: ms,
                unit: self.align_ms,
                offset_s: self.offset_s,
            }),
        }
    }

    /// The unit in milliseconds; `None` for months and years, which differ in length.
    #[inline]
    pub const fn unit_ms(self) -> Option<i64> {
        match self.kind.unit_ms() {
            Some(unit) if self.align_ms as i64 > unit => Some(self.align_ms as i64),
            unit => unit,
        }
    }

    /// The first and the last time of the format, in milliseconds since 1970.
    #[inline]
    pub fn limits(self) -> (i64, i64) {
        let (first, last) = self.kind.limits(self.newest_first);
        let offset = match self.kind.pattern() {
            Some(_) => self.offset_ms(),
            None => 0,
        };
        let (first, last) = (first - offset, last - offset);
        match self.beyond(first) {
            0 => (first, last - self.beyond(last)),
            beyond => (
                first - beyond + i64::from(self.align_ms),
                last - self.beyond(last),
            ),
        }
    }

    const fn is_count(self) -> bool {
        self.kind.pattern().is_none()
    }

    /// A time that is a multiple of `align_ms`.
    #[inline]
    fn aligned(self, ms: i64) -> Result<i64, ValueError> {
        match self.beyond(ms) {
            0 => Ok(ms),
            // A date at an offset may be before 1970 in UTC.
            beyond if self.truncate && (0..beyond).contains(&ms) && self.is_count() => {
                Err(ValueError::BeforeEpoch {
                    found: ms,
                    offset_s: self.offset_s,
                })
            }
            beyond if self.truncate => Ok(ms.saturating_sub(beyond)),
            _ => Err(self.not_aligned(ms)),
        }
    }

    /// The milliseconds since the last multiple of `align_ms`.
    #[inline]
    pub(super) fn beyond(self, ms: i64) -> i64 {
        match self.align_ms {
            0 => 0,
            align => ms.saturating_add(self.offset_ms()).rem_euclid(align.into()),
        }
    }

    #[cold]
    fn not_aligned(self, found: i64) -> ValueError {
        ValueError::FinerThanFormat {
            found,
            unit: self.align_ms.into(),
            offset_s: self.offset_s,
        }
    }

    /// `Bytes.toBytes(long)` of the time.
    #[inline]
    fn long(self, ms: i64) -> Result<i64, ValueError> {
        check_range(ms)?;
        Ok(if self.newest_first { i64::MAX - ms } else { ms })
    }

    #[inline]
    fn get_long(self, number: i64) -> Result<i64, ValueError> {
        // Java wraps around where a time is before 1970.
        let ms = if self.newest_first {
            i64::MAX.wrapping_sub(number)
        } else {
            number
        };
        check_range(ms)?;
        Ok(ms)
    }

    /// `Bytes.toBytes(int)` of the seconds.
    #[inline]
    fn int(self, ms: i64) -> Result<u32, ValueError> {
        let seconds = self.seconds(ms)?;
        let (_, last) = self.kind.limits(self.newest_first);
        let fits = u32::try_from(seconds).ok().filter(|_| ms <= last + 999);
        let seconds = fits.ok_or(ValueError::AfterLastSecond { found: ms, last })?;
        Ok(if self.newest_first {
            i32::MAX.cast_unsigned() - seconds
        } else {
            seconds
        })
    }

    #[inline]
    fn get_int(self, number: u32) -> Result<i64, ValueError> {
        let latest = i32::MAX.cast_unsigned();
        let seconds = if self.newest_first {
            latest.checked_sub(number).ok_or(ValueError::OutOfRange {
                expected: "`Integer.MAX_VALUE` minus seconds",
            })?
        } else {
            number
        };
        Ok(i64::from(seconds) * 1000)
    }

    /// The whole seconds since 1970.
    #[inline]
    fn seconds(self, ms: i64) -> Result<u64, ValueError> {
        check_range(ms)?;
        if !self.truncate && ms % 1000 != 0 {
            return Err(ValueError::FinerThanFormat {
                found: ms,
                unit: 1000,
                offset_s: 0,
            });
        }
        Ok((ms / 1000).unsigned_abs())
    }

    #[inline]
    fn put_text<const N: usize, S: KeySink + ?Sized>(
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
    fn put_date<const N: usize, S: KeySink + ?Sized>(
        self,
        ms: i64,
        out: &mut S,
    ) -> Result<(), ValueError> {
        self.put_text(|format| Ok(write_civil::<N>(format.civil(ms)?)), out)
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
        if self.truncate || self.is_whole(civil) {
            return Ok(civil);
        }
        Err(match self.kind.unit_ms() {
            Some(unit) => ValueError::FinerThanFormat {
                found: ms,
                unit,
                offset_s: self.offset_s,
            },
            None => ValueError::FinerThanDate {
                found: ms,
                offset_s: self.offset_s,
            },
        })
    }

    /// Whether the kind shows the whole of a date and time.
    #[inline]
    pub(super) const fn is_whole(self, civil: Civil) -> bool {
        let width = self.kind.width();
        (width >= 17 || civil.ms == 0)
            && (width >= 14 || civil.second == 0)
            && (width >= 12 || civil.minute == 0)
            && (width >= 10 || civil.hour == 0)
            && (width >= 8 || civil.day == 1)
            && (width >= 6 || civil.month == 1)
    }

    #[inline]
    fn get_text(self, bytes: &[u8]) -> Result<i64, ValueError> {
        let width = usize::from(self.kind.width());
        let mut buffer = [0; 19];
        let text = &mut buffer[..width];
        if bytes.len() != width {
            return Err(ValueError::WrongLength {
                expected: width,
                found: bytes.len(),
            });
        }
        text.copy_from_slice(bytes);
        match self.kind {
            TimeKind::Millis19 => return self.get_long(get_digits(text)?),
            _ if self.newest_first => nines_in_place(text),
            _ => {}
        }
        let ms = match self.kind {
            TimeKind::Millis13 => get_digits(text)?,
            TimeKind::Seconds10 => get_digits::<i64>(text)? * 1000,
            _ => return Ok(read_civil(text)?.to_ms()? - self.offset_ms()),
        };
        check_range(ms)?;
        Ok(ms)
    }

    /// The offset of dates and of multiples; counts have none.
    #[inline]
    pub(super) const fn offset_ms(self) -> i64 {
        self.offset_s as i64 * 1000
    }
}

/// The negative number of milliseconds. That of 1970 is 0, which would sort before all others.
#[inline]
fn negated(ms: i64) -> Result<i64, ValueError> {
    check_range(ms)?;
    match ms {
        0 => Err(ValueError::AtEpoch),
        ms => Ok(-ms),
    }
}

#[inline]
fn get_negated(bytes: &[u8]) -> Result<i64, ValueError> {
    let ms = 0_i64.wrapping_sub(i64::from_be_bytes(exactly(bytes)?));
    check_range(ms)?;
    match ms {
        0 => Err(ValueError::AtEpoch),
        ms => Ok(ms),
    }
}

#[inline]
fn count_ms(ms: i64) -> Result<[u8; 13], ValueError> {
    check_range(ms)?;
    digits(ms.unsigned_abs())
}
