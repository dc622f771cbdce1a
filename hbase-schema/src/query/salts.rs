//! The salt values that a query reaches.

use std::ops::Bound;

use hbase_model::layout::{Encoding, Marked, PartValue};
use hbase_model::time::{Civil, DAY_MS, LAST_MS, TimeFormat, TimeKind};
use hbase_model::{PartLayout, Salt, SaltBytes, SaltText};

use super::builder::KeyScan;
use super::bytes::PartBounds;
use crate::codec::CodecError;
use crate::key::{KeyBuf, KeyError, of_parts};

/// The distinct salt values that a query reaches; `None` if the table has no salt.
pub(super) fn reached(scan: &KeyScan) -> Result<Option<Vec<SaltBytes>>, KeyError> {
    let Some(salt) = &scan.layout.salt else {
        return Ok(None);
    };
    match values(scan, &salt.salt) {
        Ok(salts) => Ok(Some(salts)),
        Err(error) => Err(KeyError::scan(scan.row, format_args!("the salt: {error}"))),
    }
}

/// Whether every part that feeds the salt has a value.
pub(super) fn is_known(scan: &KeyScan) -> bool {
    let salt = scan.layout.salt.as_ref();
    let parts = scan.layout.parts.iter().enumerate();
    let mut fed = parts.filter(|(_, part)| part.salt.is_some());
    salt.is_some_and(|salt| salt.salt.is_computed())
        && fed.all(|(index, _)| scan.value_of(index).is_some())
}

fn values(scan: &KeyScan, salt: &Salt) -> Result<Vec<SaltBytes>, CodecError> {
    let mut marked = Vec::new();
    let mut ranged = None;
    for (index, part) in scan.layout.parts.iter().enumerate() {
        if part.salt.is_none() {
            continue;
        }
        match (scan.value_of(index), scan.bounds_of(index), &part.salt) {
            (Some(bytes), _, _) => marked.push(Marked { part, bytes }),
            (None, Some(bounds), Some(SaltText::Format(pattern))) => {
                ranged = Some(TimeBounds {
                    index: marked.len(),
                    part,
                    pattern,
                    bounds,
                });
            }
            _ => return every(salt),
        }
    }
    match ranged {
        _ if !salt.is_computed() => every(salt),
        None => Ok(vec![of_parts(scan.layout, &marked)?]),
        Some(range) => range.salts(scan, salt, &marked),
    }
}

fn every(salt: &Salt) -> Result<Vec<SaltBytes>, CodecError> {
    let count = salt.values().filter(|count| *count <= 65_536);
    let count = count.ok_or_else(|| CodecError::new("too many values to scan each of them"))?;
    Ok((0..count).map(|n| salt.nth(n)).collect())
}

/// A range of a time whose formatted text feeds the salt.
struct TimeBounds<'s> {
    /// Its index among the parts that feed the salt.
    index: usize,
    part: &'s PartLayout,
    pattern: &'s str,
    bounds: &'s PartBounds,
}

impl TimeBounds<'_> {
    /// The salts of the times in the range, each once.
    fn salts(
        &self,
        scan: &KeyScan,
        salt: &Salt,
        others: &[Marked<'_>],
    ) -> Result<Vec<SaltBytes>, CodecError> {
        let (low, high) = self.times()?;
        let format = self.format();
        let offset = i64::from(format.offset_s) * 1000;
        let most = salt.values().and_then(|count| usize::try_from(count).ok());
        let mut salts: Vec<SaltBytes> = Vec::new();
        for (count, millis) in units(self.pattern, offset, low, high).enumerate() {
            if count == MAX_UNITS {
                return every(salt);
            }
            // A unit may start between two times that the part can represent.
            let time = format.bound(millis).time();
            let Some(millis) = time.filter(|time| *time <= high) else {
                continue;
            };
            let next = self.salt_at(scan, others, millis)?;
            if !salts.contains(&next) {
                salts.push(next);
            }
            if Some(salts.len()) == most {
                break;
            }
        }
        Ok(salts)
    }

    fn salt_at(
        &self,
        scan: &KeyScan,
        others: &[Marked<'_>],
        millis: i64,
    ) -> Result<SaltBytes, CodecError> {
        let mut bytes = Vec::new();
        self.part
            .encode(&PartValue::Time(millis), &mut bytes)
            .map_err(CodecError::new)?;
        let mut marked = others.to_vec();
        marked.insert(
            self.index,
            Marked {
                part: self.part,
                bytes: &bytes,
            },
        );
        of_parts(scan.layout, &marked)
    }

    /// The earliest and the latest time of the range, in milliseconds since 1970.
    fn times(&self) -> Result<(i64, i64), CodecError> {
        let (low, high) = (self.time(&self.bounds.low)?, self.time(&self.bounds.high)?);
        // In descending bytes the lower bound is the later time.
        let format = self.format();
        let (first, last) = format.limits();
        let (early, late) = if format.is_newest_first() == self.part.desc {
            (low, high)
        } else {
            (high, low)
        };
        let early = match early {
            Bound::Included(millis) | Bound::Excluded(millis) => millis,
            Bound::Unbounded => first,
        };
        let late = match late {
            Bound::Included(millis) => millis,
            // An exclusive bound does not reach the unit that starts with it.
            Bound::Excluded(millis) => millis - 1,
            Bound::Unbounded => last,
        };
        // The salt of a row needs a date, and none is before 1970 at the offset.
        Ok((early.max(i64::from(format.offset_s) * -1000), late))
    }

    fn time(&self, bound: &Bound<KeyBuf>) -> Result<Bound<i64>, CodecError> {
        let (Bound::Included(bytes) | Bound::Excluded(bytes)) = bound else {
            return Ok(Bound::Unbounded);
        };
        match self.part.decode(bytes).map_err(CodecError::new)? {
            PartValue::Time(millis) => Ok(bound.as_ref().map(|_| millis)),
            _ => Err(CodecError::new(
                "expected a time, because the salt is a format",
            )),
        }
    }

    /// The part's format of times. Only times have a pattern as their input to the salt.
    const fn format(&self) -> TimeFormat {
        match self.part.encoding {
            Encoding::Time(format) => format,
            _ => TimeFormat::new(TimeKind::Millis),
        }
    }
}

/// A time in each unit of the pattern (year, month, day …) within `low..=high`.
///
/// Months follow the calendar; all finer units have a fixed length.
fn units(pattern: &str, offset: i64, low: i64, high: i64) -> impl Iterator<Item = i64> {
    let unit = TimeUnit::finest(pattern);
    let first = unit.start(low.saturating_add(offset));
    std::iter::successors(Some(first), move |start| Some(unit.next(*start)))
        .map(move |start| start.saturating_sub(offset).max(low))
        .take_while(move |millis| *millis <= high)
}

/// Maximum units that are enumerated. A longer range is assumed to reach every salt value:
/// enumerating it would cost more than the scans that it might save.
const MAX_UNITS: usize = 1_000_000;

/// A unit of time in a pattern.
#[derive(Clone, Copy)]
enum TimeUnit {
    Months,
    Millis(i64),
}

impl TimeUnit {
    fn finest(pattern: &str) -> Self {
        let finest = [
            ("SSS", 1),
            ("ss", 1000),
            ("mm", 60_000),
            ("HH", 3_600_000),
            ("dd", DAY_MS),
        ];
        finest
            .iter()
            .find(|(field, _)| pattern.contains(field))
            .map_or(Self::Months, |(_, millis)| Self::Millis(*millis))
    }

    /// The start of the unit that contains `local`.
    fn start(self, local: i64) -> i64 {
        match self {
            Self::Millis(length) => local - local.rem_euclid(length),
            Self::Months => {
                let day = local - local.rem_euclid(DAY_MS);
                let date = Civil::from_ms(day.clamp(0, LAST_MS)).map_or(1, |date| date.day);
                day - (i64::from(date) - 1) * DAY_MS
            }
        }
    }

    /// The start of the next unit.
    fn next(self, local: i64) -> i64 {
        match self {
            Self::Millis(length) => local.saturating_add(length),
            // 32 days after the first of a month is always in the next month.
            Self::Months => self.start(local.saturating_add(32 * DAY_MS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    fn ms(text: &str) -> i64 {
        let at: Timestamp = text.parse().expect("a time");
        at.as_millis()
    }

    fn of(pattern: &str, offset: i64, low: i64, high: i64) -> Vec<i64> {
        units(pattern, offset, low, high).collect()
    }

    #[test]
    fn each_unit_of_a_pattern_has_one_time() {
        let low = ms("2026-03-01T12:24:31.617Z");
        for (pattern, length, start) in [
            ("yyyyMMddHHmmssSSS", 1, low),
            ("yyyyMMddHHmmss", 1000, ms("2026-03-01T12:24:31Z")),
            ("yyyyMMddHHmm", 60_000, ms("2026-03-01T12:24:00Z")),
            ("HH", 3_600_000, ms("2026-03-01T12:00:00Z")),
            ("dd", DAY_MS, ms("2026-03-01")),
        ] {
            let next = [start + length, start + 2 * length];
            let until = of(pattern, 0, low, next[1]);
            assert_eq!(until, [low, next[0], next[1]], "{pattern}");
            assert_eq!(of(pattern, 0, low, next[1] - 1), until[..2], "{pattern}");
            assert_eq!(of(pattern, 0, low, low), [low], "{pattern}");
            assert!(of(pattern, 0, low, low - 1).is_empty(), "{pattern}");
        }
    }

    #[test]
    fn months_follow_the_calendar() {
        for pattern in ["yyyyMM", "MM", "yyyy"] {
            let low = ms("2027-11-30T23:59:59Z");
            let units = of(pattern, 0, low, ms("2028-03-01"));
            let starts = ["2027-12-01", "2028-01-01", "2028-02-01", "2028-03-01"];
            assert_eq!(units[0], low);
            assert_eq!(units[1..], starts.map(ms), "{pattern}");
        }
        assert_eq!(of("MM", 0, 0, 31 * DAY_MS), [0, 31 * DAY_MS]);
    }

    #[test]
    fn units_start_at_the_offset() {
        let offset = 8 * 3_600_000;
        let low = ms("2026-03-31T12:00:00Z");
        let midnight = ms("2026-03-31T16:00:00Z");
        for pattern in ["yyyyMM", "yyyyMMdd"] {
            assert_eq!(of(pattern, offset, low, midnight), [low, midnight]);
            assert_eq!(of(pattern, offset, low, midnight - 1), [low]);
        }
    }

    #[test]
    fn exclusive_bounds_do_not_reach_the_time_itself() {
        let bound = |ms: i64| KeyBuf::from_slice(&ms.to_be_bytes());
        let times = |format: TimeFormat, desc, low: Bound<KeyBuf>, high: Bound<KeyBuf>| {
            let part = PartLayout {
                desc,
                ..PartLayout::plain("at".into(), Encoding::Time(format))
            };
            let bounds = TimeBounds {
                index: 0,
                part: &part,
                pattern: "dd",
                bounds: &PartBounds { low, high },
            };
            bounds.times().expect("two times")
        };
        let plain = TimeFormat::new(TimeKind::Millis);
        let (low, high) = (bound(100), bound(200));
        for (lows, highs, expected) in [
            (
                Bound::Included(low.clone()),
                Bound::Included(high.clone()),
                (100, 200),
            ),
            (
                Bound::Excluded(low.clone()),
                Bound::Excluded(high.clone()),
                (100, 199),
            ),
            (Bound::Unbounded, Bound::Included(high.clone()), (0, 200)),
            (
                Bound::Included(low.clone()),
                Bound::Unbounded,
                (100, LAST_MS),
            ),
        ] {
            assert_eq!(times(plain, false, lows, highs), expected);
        }
        // In descending bytes, the lower bound is the later time.
        let inverted = |ms: i64| KeyBuf::from_slice(&(!ms).to_be_bytes());
        let descending = (
            Bound::Excluded(inverted(200)),
            Bound::Included(inverted(100)),
        );
        assert_eq!(times(plain, true, descending.0, descending.1), (100, 199));
        let newest = TimeFormat {
            newest_first: true,
            ..plain
        };
        let reversed = |ms: i64| KeyBuf::from_slice(&(i64::MAX - ms).to_be_bytes());
        let newest_first = (Bound::Excluded(reversed(200)), Bound::Unbounded);
        assert_eq!(
            times(newest, false, newest_first.0, newest_first.1),
            (0, 199)
        );
        // No date of a row is before 1970 at the offset.
        let east = TimeFormat {
            offset_s: -3600,
            ..plain
        };
        let all = times(
            east,
            false,
            Bound::Unbounded,
            Bound::Included(bound(4_000_000)),
        );
        assert_eq!(all, (3_600_000, 4_000_000));
    }

    #[test]
    fn at_most_65_536_values_of_a_salt_are_listed() {
        let random = |count| Salt::Random { count, text: true };
        let salts = every(&random(3)).expect("three values");
        let salts: Vec<&[u8]> = salts.iter().map(|salt| &**salt).collect();
        assert_eq!(salts, [b"0", b"1", b"2"]);
        let java = |buckets| Salt::JavaHash { buckets, width: 0 };
        assert_eq!(
            every(&java(65_536)).map(|salts| salts.len()).ok(),
            Some(65_536)
        );
        assert!(every(&java(65_537)).is_err());
    }
}
