//! Bounds of ranges in formats that cannot represent every time.

use super::civil::Civil;
use super::format::TimeFormat;
use super::kind::TimeKind;
use crate::primitive::ValueError;
use crate::sink::KeySink;

/// The encoded bound of a range: a row is inside `from..` exactly if its encoded time is not before
/// `from`, rounded up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeBound {
    /// The bound can be represented exactly.
    Exact(i64),
    /// The next time that can be represented, in milliseconds since 1970.
    RoundedUp(i64),
    /// No time that can be represented is at or after the bound.
    PastEnd,
}

impl TimeBound {
    /// The bound's time, if it has one.
    #[inline]
    pub const fn time(self) -> Option<i64> {
        match self {
            Self::Exact(ms) | Self::RoundedUp(ms) => Some(ms),
            Self::PastEnd => None,
        }
    }

    /// Rounds the bound to a multiple of `unit`, from `first` (one of them) to `last`.
    #[inline]
    pub(super) fn among(ms: i64, unit: i64, first: i64, last: i64) -> Self {
        if ms <= first {
            return if ms == first {
                Self::Exact(ms)
            } else {
                Self::RoundedUp(first)
            };
        }
        let beyond = ms.saturating_sub(first) % unit;
        if beyond == 0 {
            return if ms <= last {
                Self::Exact(ms)
            } else {
                Self::PastEnd
            };
        }
        match (ms - beyond).checked_add(unit) {
            Some(next) if next <= last => Self::RoundedUp(next),
            _ => Self::PastEnd,
        }
    }
}

impl TimeFormat {
    /// The bound of a range: `ms`, or the next later time that the format has.
    #[inline]
    pub fn bound(self, ms: i64) -> TimeBound {
        let (first, last) = self.limits();
        match self.unit_ms() {
            Some(unit) => TimeBound::among(ms, unit, first, last),
            None => self.date_bound(ms),
        }
    }

    /// The start of a range. With `align_ms`, a time represents the period that it starts, and a range includes each period
    /// that it overlaps. So this is the start of the period that contains `ms`.
    #[inline]
    pub fn start(self, ms: i64) -> TimeBound {
        self.bound(ms.saturating_sub(self.beyond(ms)))
    }

    /// Encodes a range's bound, [`Self::bound`] or [`Self::start`]; writes nothing if it is past the end.
    #[inline]
    pub fn put_bound<S: KeySink + ?Sized>(
        self,
        bound: TimeBound,
        out: &mut S,
    ) -> Result<TimeBound, ValueError> {
        if let Some(ms) = bound.time() {
            self.put(ms, out)?;
        }
        Ok(bound)
    }

    /// Rounds up to the start of a month or year.
    fn date_bound(self, ms: i64) -> TimeBound {
        let (first, _) = self.limits();
        if ms <= first {
            return if ms == first {
                TimeBound::Exact(ms)
            } else {
                TimeBound::RoundedUp(first)
            };
        }
        let Ok(civil) = Civil::from_ms(ms.saturating_add(self.offset_ms())) else {
            return TimeBound::PastEnd;
        };
        if self.is_whole(civil) {
            return TimeBound::Exact(ms);
        }
        let (year, month) = match self.kind {
            TimeKind::Month if civil.month < 12 => (civil.year, civil.month + 1),
            _ => (civil.year + 1, 1),
        };
        match Civil::at_midnight(year, month, 1).to_ms() {
            Ok(next) => TimeBound::RoundedUp(next - self.offset_ms()),
            Err(_) => TimeBound::PastEnd,
        }
    }
}
