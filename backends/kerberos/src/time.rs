//! Times of Kerberos: whole seconds since 1970, as in tickets.

use std::fmt;
use std::time::{Duration, SystemTime};

use der::DateTime;

/// A time, seconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Time(pub(crate) u64);

impl Time {
    /// The time of a clock, without its fraction of a second. Times before 1970 become 1970.
    pub(crate) fn of(clock: SystemTime) -> Self {
        Self(since_1970(clock).as_secs())
    }

    pub(crate) fn plus(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// Seconds until a later time, 0 if it has passed.
    pub(crate) fn until(self, later: Self) -> u64 {
        later.0.saturating_sub(self.0)
    }
}

/// As in `2026-03-01T09:30:00Z`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match DateTime::from_unix_duration(Duration::from_secs(self.0)) {
            Ok(time) => write!(f, "{time}"),
            Err(_) => write!(f, "{} s after 1970", self.0),
        }
    }
}

/// The difference between the KDC's clock and this machine's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ClockOffset {
    /// Seconds that the KDC's clock is ahead.
    pub(crate) seconds: i64,
}

impl ClockOffset {
    /// The offset of a KDC whose clock showed `theirs` when ours showed `ours`.
    pub(crate) fn between(ours: Time, theirs: Time) -> Self {
        let seconds = i128::from(theirs.0) - i128::from(ours.0);
        let seconds =
            i64::try_from(seconds).unwrap_or(if seconds < 0 { i64::MIN } else { i64::MAX });
        Self { seconds }
    }

    /// What the KDC's clock shows.
    pub(crate) fn apply(self, clock: SystemTime) -> SystemTime {
        let by = Duration::from_secs(self.seconds.unsigned_abs());
        let moved = if self.seconds < 0 {
            clock.checked_sub(by)
        } else {
            clock.checked_add(by)
        };
        moved.unwrap_or(clock)
    }

    /// The KDC's time now.
    pub(crate) fn now(self) -> Time {
        Time::of(self.apply(SystemTime::now()))
    }
}

/// Seconds and microseconds, as messages have them.
pub(crate) fn with_micros(clock: SystemTime) -> (Time, u32) {
    (Time::of(clock), since_1970(clock).subsec_micros())
}

fn since_1970(clock: SystemTime) -> Duration {
    clock
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_utc() {
        assert_eq!(Time(1_772_357_400).to_string(), "2026-03-01T09:30:00Z");
        assert_eq!(
            Time(u64::MAX).to_string(),
            "18446744073709551615 s after 1970"
        );
    }

    #[test]
    fn offsets_are_added_to_the_clock() {
        let clock = SystemTime::UNIX_EPOCH + Duration::from_secs(1000);
        for theirs in [0, 400, 1000, 5000] {
            let offset = ClockOffset::between(Time::of(clock), Time(theirs));
            assert_eq!(Time::of(offset.apply(clock)), Time(theirs));
        }
        let offset = ClockOffset::between(Time(0), Time(u64::MAX));
        assert_eq!(offset.apply(clock), clock);
    }
}
