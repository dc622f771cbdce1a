//! Which salts a question can reach.

use hbase_model::layout::{Encoding, Marked, PartValue};
use hbase_model::time::{Civil, DAY_MS, LAST_MS};
use hbase_model::{PartLayout, Salt, SaltBytes, SaltText};

use super::builder::KeyScan;
use super::bytes::Edges;
use crate::codec::CodecError;
use crate::key::{KeyBuf, KeyError, of_parts};

/// Which salts a question can reach.
pub(super) enum Salts {
    /// The table has none.
    Unsalted,
    /// These; each once.
    These(Vec<SaltBytes>),
}

pub(super) fn of(scan: &KeyScan) -> Result<Salts, KeyError> {
    let Some(salt) = &scan.layout().salt else {
        return Ok(Salts::Unsalted);
    };
    let salts = reached(scan, &salt.salt)
        .map_err(|error| KeyError::scan(scan.row(), format_args!("the salt: {error}")))?;
    Ok(Salts::These(salts))
}

fn reached(scan: &KeyScan, salt: &Salt) -> Result<Vec<SaltBytes>, CodecError> {
    let mut marked = Vec::new();
    let mut ranged = None;
    for (index, part) in scan.layout().parts.iter().enumerate() {
        if part.salt.is_none() {
            continue;
        }
        match (scan.fed(index), scan.ranged(index), &part.salt) {
            (Some(bytes), _, _) => marked.push(Marked { part, bytes }),
            (None, Some(edges), Some(SaltText::Format(pattern))) => {
                ranged = Some(OverTime {
                    at: marked.len(),
                    part,
                    pattern,
                    edges,
                });
            }
            _ => return every(salt),
        }
    }
    match ranged {
        _ if !salt.is_computed() => every(salt),
        None => Ok(vec![of_parts(scan.layout(), &marked)?]),
        Some(range) => range.salts(scan, salt, &marked),
    }
}

fn every(salt: &Salt) -> Result<Vec<SaltBytes>, CodecError> {
    let count = salt.values().filter(|count| *count <= 65_536);
    let count = count.ok_or_else(|| CodecError::new("too many values to ask for each of them"))?;
    Ok((0..count).map(|n| salt.nth(n)).collect())
}

/// A range on a part of which a formatted time feeds the salt.
struct OverTime<'s> {
    /// How many parts that feed the salt stand before it.
    at: usize,
    part: &'s PartLayout,
    pattern: &'s str,
    edges: &'s Edges,
}

impl OverTime<'_> {
    /// The salts of the times in the range, each once.
    fn salts(
        &self,
        scan: &KeyScan,
        salt: &Salt,
        others: &[Marked<'_>],
    ) -> Result<Vec<SaltBytes>, CodecError> {
        let (low, high) = self.times()?;
        let most = salt.values().and_then(|count| usize::try_from(count).ok());
        let mut salts: Vec<SaltBytes> = Vec::new();
        for (count, millis) in units(self.pattern, self.offset_ms(), low, high).enumerate() {
            if count == MOST_UNITS {
                return every(salt);
            }
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

    fn offset_ms(&self) -> i64 {
        match self.part.encoding {
            Encoding::TimeDigits { offset_s, .. } => i64::from(offset_s) * 1000,
            _ => 0,
        }
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
            self.at,
            Marked {
                part: self.part,
                bytes: &bytes,
            },
        );
        of_parts(scan.layout(), &marked)
    }

    /// The earliest and the latest time of the range, in milliseconds since 1970.
    fn times(&self) -> Result<(i64, i64), CodecError> {
        let time = |edge: &Option<(KeyBuf, bool)>| match edge {
            None => Ok(None),
            Some((bytes, inside)) => match self.part.decode(bytes).map_err(CodecError::new)? {
                PartValue::Time(millis) => Ok(Some((millis, *inside))),
                _ => Err(CodecError::new("expected a time, for the salt is a format")),
            },
        };
        let (low, high) = (time(&self.edges.low)?, time(&self.edges.high)?);
        // Newest first, the bytes' low edge is the later time.
        let (early, late) = if self.is_newest_first() {
            (high, low)
        } else {
            (low, high)
        };
        let early = early.map_or(-self.offset_ms(), |(millis, _)| millis);
        // A bound that is not in the range does not reach the unit that it begins.
        let late = late.map_or(self.last(), |(millis, inside)| millis - i64::from(!inside));
        Ok((early, late))
    }

    fn is_newest_first(&self) -> bool {
        match self.part.encoding {
            Encoding::TimeDigits { newest_first, .. } | Encoding::Millis { newest_first, .. } => {
                newest_first != self.part.desc
            }
            _ => self.part.desc,
        }
    }

    /// The last time that the part can hold.
    fn last(&self) -> i64 {
        match self.part.encoding {
            Encoding::TimeDigits { digits: 13, .. } => 9_999_999_999_999,
            _ => LAST_MS - self.offset_ms(),
        }
    }
}

/// One time of each unit of the pattern (year, month, day …) that lies in `low..=high`.
///
/// Steps of a month go by the calendar; everything finer has a fixed length.
fn units(pattern: &str, offset: i64, low: i64, high: i64) -> impl Iterator<Item = i64> {
    let step = Step::of(pattern);
    let first = step.start(low.saturating_add(offset));
    std::iter::successors(Some(first), move |unit| Some(step.next(*unit)))
        .map(move |unit| unit.saturating_sub(offset).max(low))
        .take_while(move |millis| *millis <= high)
}

/// So many units are looked at; a longer range reaches every salt as far as anybody can tell in
/// good time.
const MOST_UNITS: usize = 1_000_000;

/// The finest unit of a pattern.
#[derive(Clone, Copy)]
enum Step {
    Months,
    Millis(i64),
}

impl Step {
    fn of(pattern: &str) -> Self {
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

    fn start(self, local: i64) -> i64 {
        match self {
            Self::Millis(step) => local - local.rem_euclid(step),
            Self::Months => {
                let day = local - local.rem_euclid(DAY_MS);
                let date = Civil::from_ms(day.clamp(0, LAST_MS)).map_or(1, |date| date.day);
                day - (i64::from(date) - 1) * DAY_MS
            }
        }
    }

    fn next(self, local: i64) -> i64 {
        match self {
            Self::Millis(step) => local.saturating_add(step),
            // 32 days on from the first of a month is always the month that follows.
            Self::Months => self.start(local.saturating_add(32 * DAY_MS)),
        }
    }
}
