//! The ways to write a time in a key.

use super::civil::{DAY_MS, LAST_MS};

/// A way to write a time in a key: as a count since 1970, or as a date in digits.
///
/// ```
/// use hbase_model::time::TimeKind;
/// assert_eq!(TimeKind::of_digits(10), Some(TimeKind::Hour));
/// assert_eq!(TimeKind::Hour.pattern(), Some("yyyyMMddHH"));
/// assert_eq!(TimeKind::Seconds.width(), 4);
/// ```
// The numbers are parameters of types. Those from 4 on are also the number of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum TimeKind {
    /// Milliseconds since 1970 in 8 bytes, big-endian: `Bytes.toBytes(long)`.
    Millis = 0,
    /// Milliseconds since 1970, negated, in 8 bytes: `Bytes.toBytes(-ms)`. Newest first.
    NegatedMillis = 1,
    /// Seconds since 1970 in 4 bytes, big-endian, without a sign: until February 2106.
    Seconds = 2,
    /// Seconds since 1970 in 10 digits.
    Seconds10 = 3,
    /// `yyyy`
    Year = 4,
    /// `yyyyMM`
    Month = 6,
    /// `yyyyMMdd`
    Day = 8,
    /// `yyyyMMddHH`
    Hour = 10,
    /// `yyyyMMddHHmm`
    Minute = 12,
    /// Milliseconds since 1970 in 13 digits: until 2286.
    Millis13 = 13,
    /// `yyyyMMddHHmmss`
    Second = 14,
    /// `yyyyMMddHHmmssSSS`
    Millisecond = 17,
    /// Milliseconds since 1970 in 19 digits, like a `long` in decimal.
    Millis19 = 19,
}

impl TimeKind {
    /// All kinds.
    pub const ALL: [Self; 13] = [
        Self::Millis,
        Self::NegatedMillis,
        Self::Seconds,
        Self::Seconds10,
        Self::Year,
        Self::Month,
        Self::Day,
        Self::Hour,
        Self::Minute,
        Self::Millis13,
        Self::Second,
        Self::Millisecond,
        Self::Millis19,
    ];

    /// The kind with this number, [`Self::code`].
    pub const fn of_code(code: u8) -> Option<Self> {
        let mut at = 0;
        while at < Self::ALL.len() {
            if Self::ALL[at].code() == code {
                return Some(Self::ALL[at]);
            }
            at += 1;
        }
        None
    }

    /// The dates and milliseconds with this many digits.
    pub const fn of_digits(digits: u8) -> Option<Self> {
        match Self::of_code(digits) {
            Some(kind) if kind.code() >= Self::Year.code() => Some(kind),
            _ => None,
        }
    }

    /// The date with this pattern, such as `yyyyMMddHH`.
    pub fn of_pattern(pattern: &str) -> Option<Self> {
        let mut kinds = Self::ALL.into_iter();
        kinds.find(|kind| kind.pattern() == Some(pattern))
    }

    /// The number of the kind, as a type parameter.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The width in bytes.
    pub const fn width(self) -> u8 {
        match self {
            Self::Millis | Self::NegatedMillis => 8,
            Self::Seconds => 4,
            Self::Seconds10 => 10,
            _ => self.code(),
        }
    }

    /// Whether the bytes are decimal digits.
    pub const fn is_digits(self) -> bool {
        !matches!(self, Self::Millis | Self::NegatedMillis | Self::Seconds)
    }

    /// The pattern of a date, as of Java's `SimpleDateFormat`; `None` for counts.
    pub const fn pattern(self) -> Option<&'static str> {
        Some(match self {
            Self::Year => "yyyy",
            Self::Month => "yyyyMM",
            Self::Day => "yyyyMMdd",
            Self::Hour => "yyyyMMddHH",
            Self::Minute => "yyyyMMddHHmm",
            Self::Second => "yyyyMMddHHmmss",
            Self::Millisecond => "yyyyMMddHHmmssSSS",
            Self::Millis
            | Self::NegatedMillis
            | Self::Seconds
            | Self::Seconds10
            | Self::Millis13
            | Self::Millis19 => return None,
        })
    }

    /// The unit in milliseconds; `None` for months and years, which differ in length.
    pub const fn unit_ms(self) -> Option<i64> {
        Some(match self {
            Self::Year | Self::Month => return None,
            Self::Day => DAY_MS,
            Self::Hour => 3_600_000,
            Self::Minute => 60_000,
            Self::Second | Self::Seconds | Self::Seconds10 => 1000,
            Self::Millis
            | Self::NegatedMillis
            | Self::Millis13
            | Self::Millisecond
            | Self::Millis19 => 1,
        })
    }

    /// The first and the last time, in milliseconds since 1970. For dates, these are local times.
    pub(super) const fn limits(self, newest_first: bool) -> (i64, i64) {
        match self {
            Self::NegatedMillis => (1, LAST_MS),
            // `Integer.MAX_VALUE - s` must not be negative.
            Self::Seconds if newest_first => (0, i32::MAX as i64 * 1000),
            Self::Seconds => (0, u32::MAX as i64 * 1000),
            Self::Seconds10 => (0, 9_999_999_999_000),
            Self::Millis13 => (0, 9_999_999_999_999),
            Self::Millis | Self::Millis19 => (0, LAST_MS),
            Self::Year
            | Self::Month
            | Self::Day
            | Self::Hour
            | Self::Minute
            | Self::Second
            | Self::Millisecond => match self.unit_ms() {
                Some(unit) => (0, LAST_MS + 1 - unit),
                None => (0, LAST_MS),
            },
        }
    }
}
