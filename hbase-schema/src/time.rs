//! Moments and times of day, in milliseconds.

#[cfg(feature = "serde")]
mod serde;
mod text;
mod unique;

pub use hbase_model::time::{ParsePeriodError, Period, PeriodUnit};
pub use text::ParseTimeError;
pub use unique::unique_nanos;

use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hbase_model::time::{TimeFormat, TimeKind};

use crate::debug::debug_as_display;

/// A time in milliseconds since 1970 (UTC): the unit of `HBase`'s timestamps.
///
/// ```
/// use hbase_schema::Timestamp;
/// let at: Timestamp = "2015-12-26T12:24:00Z".parse()?;
/// assert_eq!(at.as_millis(), 1_451_132_640_000);
/// assert_eq!(at.to_string(), "2015-12-26T12:24:00.000Z");
/// let midnight: Timestamp = "2015-12-26".parse()?;
/// assert_eq!(at - midnight, 12 * 3_600_000 + 24 * 60_000);
/// # Ok::<(), hbase_schema::time::ParseTimeError>(())
/// ```
///
/// With the feature `serde` it is RFC 3339 in human-readable formats, such as JSON, and a number of
/// milliseconds since 1970 in others; both are decoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The moment `millis` milliseconds after 1970.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// The moment `seconds` seconds after 1970.
    pub const fn from_secs(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// The moment of a date and a time of day in UTC; `None` for an invalid date or time, and outside
    /// of the years 1970 to 9999.
    pub fn from_utc(
        year: u16,
        month: u8,
        day: u8,
        hour: u8,
        minute: u8,
        second: u8,
    ) -> Option<Self> {
        let digits = format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}");
        let format = TimeFormat::new(TimeKind::Second);
        format.get(digits.as_bytes()).ok().map(Self)
    }

    /// The system clock, now.
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// Milliseconds since 1970.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// The time from `earlier` to this moment; `None` if `earlier` is later.
    ///
    /// ```
    /// use std::time::Duration;
    /// use hbase_schema::Timestamp;
    ///
    /// let (noon, one) = (Timestamp::from_secs(43_200), Timestamp::from_secs(46_800));
    /// assert_eq!(one.duration_since(noon), Some(Duration::from_secs(3600)));
    /// assert_eq!(noon.duration_since(one), None);
    /// ```
    pub const fn duration_since(self, earlier: Self) -> Option<Duration> {
        if self.0 < earlier.0 {
            return None;
        }
        Some(Duration::from_millis(self.0.abs_diff(earlier.0)))
    }
}

/// The milliseconds from the right moment to the left one, negative if the right one is later; for
/// a [`Duration`] see [`Timestamp::duration_since`].
impl std::ops::Sub for Timestamp {
    type Output = i64;

    fn sub(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl std::ops::AddAssign<Duration> for Timestamp {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl std::ops::SubAssign<Duration> for Timestamp {
    fn sub_assign(&mut self, duration: Duration) {
        *self = *self - duration;
    }
}

impl std::ops::Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_add_unsigned(millis))
    }
}

impl std::ops::Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        Self(self.0.saturating_sub_unsigned(millis))
    }
}

impl From<SystemTime> for Timestamp {
    /// Rounded down to the millisecond.
    fn from(time: SystemTime) -> Self {
        match time.duration_since(UNIX_EPOCH) {
            Ok(since) => Self(0) + since,
            Err(before) => Self(0) - up_to_millis(before.duration()),
        }
    }
}

/// Rounded up to the millisecond.
fn up_to_millis(duration: Duration) -> Duration {
    const ALMOST: Duration = Duration::from_nanos(999_999);
    duration.saturating_add(ALMOST)
}

impl From<Timestamp> for SystemTime {
    fn from(timestamp: Timestamp) -> Self {
        let millis = Duration::from_millis(timestamp.0.unsigned_abs());
        if timestamp.0 < 0 {
            UNIX_EPOCH - millis
        } else {
            UNIX_EPOCH + millis
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match hbase_model::time::Civil::from_ms(self.0) {
            Ok(at) => write!(f, "{at}Z"),
            Err(_) => write!(f, "{}{}", self.0, text::MS_SUFFIX),
        }
    }
}

debug_as_display!(Timestamp, TimeOfDay);

/// A time of day in milliseconds since midnight, 0 to 86399999; the date is elsewhere, for example
/// in the table's name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TimeOfDay(u32);

impl TimeOfDay {
    /// Midnight.
    pub const MIDNIGHT: Self = Self(0);

    /// The time `millis` milliseconds after midnight; `None` from 86400000 on.
    pub const fn from_millis(millis: u32) -> Option<Self> {
        if millis < 86_400_000 {
            Some(Self(millis))
        } else {
            None
        }
    }

    /// The time `minutes` minutes after midnight; `None` from 1440 on.
    pub const fn from_minutes(minutes: u16) -> Option<Self> {
        if minutes < 1440 {
            Some(Self(minutes as u32 * 60_000))
        } else {
            None
        }
    }

    /// The time of hour, minute and second; `None` for an invalid one.
    pub const fn from_hms(hour: u8, minute: u8, second: u8) -> Option<Self> {
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        Some(Self(
            ((hour as u32 * 60 + minute as u32) * 60 + second as u32) * 1000,
        ))
    }

    /// Milliseconds since midnight.
    pub const fn as_millis(self) -> u32 {
        self.0
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, millis) = (self.0 / 1000, self.0 % 1000);
        let (minutes, seconds) = (seconds / 60, seconds % 60);
        write!(
            f,
            "{:02}:{:02}:{seconds:02}.{millis:03}",
            minutes / 60,
            minutes % 60
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_ends_where_moments_end() {
        let (first, last) = (Timestamp(i64::MIN), Timestamp(i64::MAX));
        let whole = Duration::from_millis(u64::MAX);
        assert_eq!((first + whole, last - whole), (last, first));
        assert_eq!((last + whole, first - whole), (last, first));
        assert_eq!(Timestamp(-1) + Duration::MAX, last);
        assert_eq!(last.duration_since(first), Some(whole));
        let mut at = first;
        at += whole;
        assert_eq!(at, last);
    }

    #[test]
    fn the_systems_time_is_rounded_down_on_both_sides_of_1970() {
        let micros = Duration::from_micros;
        assert_eq!(Timestamp::from(UNIX_EPOCH + micros(1_999)), Timestamp(1));
        assert_eq!(Timestamp::from(UNIX_EPOCH - micros(500)), Timestamp(-1));
        assert_eq!(Timestamp::from(UNIX_EPOCH - micros(1_000)), Timestamp(-1));
        assert_eq!(Timestamp::from(UNIX_EPOCH - micros(1_001)), Timestamp(-2));
        for millis in [i64::MIN, -1, 0, i64::MAX] {
            let at = Timestamp(millis);
            assert_eq!(Timestamp::from(SystemTime::from(at)), at);
        }
    }

    #[test]
    fn moments_are_subtracted_and_moved() {
        let (noon, one) = (Timestamp::from_secs(43_200), Timestamp::from_secs(46_800));
        assert_eq!((one - noon, noon - one), (3_600_000, -3_600_000));
        assert_eq!(Timestamp(i64::MIN) - Timestamp(1), i64::MIN);
        let mut at = one;
        at -= Duration::from_millis(1);
        assert_eq!(at, Timestamp(46_799_999));
        at += Duration::from_millis(2);
        assert_eq!(at, Timestamp(46_800_001));
        assert_eq!(noon.duration_since(noon), Some(Duration::ZERO));
        assert_eq!(noon.duration_since(one), None);
    }

    #[test]
    fn a_time_of_day_is_before_midnight() {
        let minutes = [0, 1, 1439, 1440].map(TimeOfDay::from_minutes);
        let expected = [Some(0), Some(60_000), Some(86_340_000), None];
        assert_eq!(minutes.map(|time| time.map(TimeOfDay::as_millis)), expected);
        let millis = [0, 86_399_999, 86_400_000].map(TimeOfDay::from_millis);
        assert_eq!(
            millis,
            [Some(TimeOfDay(0)), Some(TimeOfDay(86_399_999)), None]
        );
        for (hour, minute, second, expected) in [
            (23, 59, 59, Some(86_399_000)),
            (1, 2, 3, Some(3_723_000)),
            (24, 0, 0, None),
            (0, 60, 0, None),
            (0, 0, 60, None),
        ] {
            let time = TimeOfDay::from_hms(hour, minute, second);
            assert_eq!(time.map(TimeOfDay::as_millis), expected);
        }
        assert_eq!(TimeOfDay(3_723_004).to_string(), "01:02:03.004");
    }
}
