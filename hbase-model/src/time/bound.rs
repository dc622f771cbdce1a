//! Bounds of ranges in formats that cannot represent every time.

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
