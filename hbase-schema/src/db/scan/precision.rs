//! The precision of times in keys.

use hbase_model::time::{DAY_MS, TimeFormat, TimeKind};
use hbase_model::{CustomEncoding, Encoding, PartLayout, TimeOrder};

/// A key part that is a time.
#[derive(Clone, Copy)]
pub(super) struct TimePart {
    /// Whether newer times have greater bytes.
    pub(super) newest_last: bool,
    /// Whether the part is a date, unlike a time of day.
    pub(super) is_date: bool,
    unit: Unit,
}

/// The periods to whose start a time is rounded down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Unit {
    /// Their length in milliseconds.
    length: i64,
    /// The offset from UTC at which they start, in milliseconds.
    offset: i64,
}

/// Months and years differ in length, so these lengths are made up. A day, or a unit that divides it, determines the month,
/// and a month determines the year. Because of the large prime factors, no other unit of more than a day does.
const MONTH: i64 = DAY_MS * 10_007;
const YEAR: i64 = MONTH * 10_009;

impl Unit {
    pub(super) fn of(format: TimeFormat) -> Self {
        let length = match (format.unit_ms(), format.kind) {
            (Some(unit), _) => unit,
            (None, TimeKind::Month) => MONTH,
            (None, _) => YEAR,
        };
        Self {
            length,
            offset: i64::from(format.offset_s) * 1000,
        }
    }

    pub(super) const fn of_day(length: i64) -> Self {
        Self { length, offset: 0 }
    }

    /// Whether times that agree in this unit agree in the other one.
    pub(super) const fn determines(self, other: Self) -> bool {
        other.length % self.length == 0 && (self.offset - other.offset) % self.length == 0
    }

    /// Whether times that agree in this unit are of one day.
    pub(super) const fn determines_day(self) -> bool {
        DAY_MS % self.length == 0
    }
}

/// The precision with which the key parts seen so far determine the moment of a row.
#[derive(Clone, Copy, Default)]
pub(super) struct Known {
    /// The finest unit of the dates.
    pub(super) date: Option<Unit>,
    /// The finest unit of the times of day.
    of_day: Option<Unit>,
}

impl Known {
    pub(super) fn add(&mut self, time: TimePart) {
        let known = if time.is_date {
            &mut self.date
        } else {
            &mut self.of_day
        };
        *known = known.iter().copied().chain([time.unit]).min();
    }

    /// Whether rows that agree in the known parts agree in this one too.
    pub(super) fn decides(self, time: TimePart) -> bool {
        let unit = match (self.date, time.is_date) {
            // With the day, a time of day determines the moment, and the moment each time of day.
            (Some(date), is_date) if date.determines_day() => {
                let lengths = [Some(date), self.of_day].into_iter().flatten();
                let length = lengths.map(|unit| unit.length).min();
                let offset = if is_date {
                    date.offset
                } else {
                    time.unit.offset
                };
                length.map(|length| Unit { length, offset })
            }
            (date, true) => date,
            (_, false) => self.of_day,
        };
        unit.is_some_and(|unit| unit.determines(time.unit))
    }

    /// Whether the rows are of one day, as far as their dates show.
    pub(super) fn has_day(self) -> bool {
        self.date.is_some_and(Unit::determines_day)
    }
}

/// The part as a time; `None` if it is not a time.
pub(super) fn time_part(part: &PartLayout) -> Option<TimePart> {
    // Reversed digits do not sort by time.
    if part.reverse {
        return None;
    }
    let (newest_first, is_date, unit) = match part.encoding {
        Encoding::Time(format) => (format.is_newest_first(), true, Unit::of(format)),
        Encoding::Custom(CustomEncoding {
            time: Some(order), ..
        }) => (order == TimeOrder::Descending, true, Unit::of_day(1)),
        Encoding::TimeOfDay { minutes: true, .. } => (false, false, Unit::of_day(60_000)),
        Encoding::TimeOfDay { minutes: false, .. } => (false, false, Unit::of_day(1)),
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Escaped(_)
        | Encoding::Labels { .. }
        | Encoding::LengthPrefixed { .. }
        | Encoding::List(_)
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom(_) => return None,
    };
    Some(TimePart {
        newest_last: newest_first == part.desc,
        is_date,
        unit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn unit(length: i64, offset: i64) -> Unit {
        Unit { length, offset }
    }

    fn part(is_date: bool, length: i64, offset: i64) -> TimePart {
        TimePart {
            newest_last: true,
            is_date,
            unit: unit(length, offset),
        }
    }

    #[test]
    fn a_unit_determines_its_multiples_that_begin_with_it() {
        for (of, other, expected) in [
            (unit(HOUR, 0), unit(HOUR, 0), true),
            (unit(HOUR, 0), unit(DAY_MS, 0), true),
            (unit(DAY_MS, 0), unit(HOUR, 0), false),
            (unit(HOUR, 0), unit(DAY_MS, 5 * HOUR), true),
            (unit(DAY_MS, 0), unit(DAY_MS, 5 * HOUR), false),
            (unit(HOUR, HOUR / 2), unit(DAY_MS, 0), false),
            (unit(1, 0), unit(MONTH, 0), true),
            (unit(DAY_MS, 0), unit(YEAR, 0), true),
            (unit(MONTH, 0), unit(YEAR, 0), true),
            (unit(YEAR, 0), unit(MONTH, 0), false),
        ] {
            assert_eq!(
                of.determines(other),
                expected,
                "{} {}",
                of.length,
                other.length
            );
        }
        assert!(unit(HOUR, 0).determines_day() && unit(DAY_MS, 0).determines_day());
        assert!(!unit(2 * DAY_MS, 0).determines_day() && !unit(MONTH, 0).determines_day());
    }

    #[test]
    fn a_moment_is_decided_by_its_day_and_its_time_of_day() {
        let known = |times: &[TimePart]| {
            let mut known = Known::default();
            for time in times {
                known.add(*time);
            }
            known
        };
        let (day, month) = (part(true, DAY_MS, 0), part(true, MONTH, 0));
        let (second, of_day) = (part(true, 1000, 0), part(false, 60_000, 0));
        assert!(!known(&[]).decides(day) && !known(&[]).has_day());
        assert!(known(&[day]).decides(day) && known(&[day]).decides(month));
        assert!(!known(&[day]).decides(second) && !known(&[month]).decides(day));
        assert!(known(&[day]).has_day() && !known(&[month, of_day]).has_day());
        // The time of day within a known day.
        assert!(!known(&[day]).decides(of_day) && known(&[day, of_day]).decides(of_day));
        assert!(!known(&[day, of_day]).decides(second));
        assert!(known(&[second]).decides(of_day));
        // Of an unknown day, it decides itself alone.
        assert!(known(&[of_day]).decides(of_day) && !known(&[of_day]).decides(day));
        assert!(!known(&[month]).decides(of_day) && known(&[month]).decides(month));
        // The finest of several is what is known.
        assert!(known(&[day, second, month]).decides(second));
    }
}
