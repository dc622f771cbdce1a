//! Which salts a question can reach.

use hbase_model::time::{Civil, DAY_MS, LAST_MS};
use hbase_model::{PartLayout, Salt, SaltBytes, SaltText};

use super::builder::{Edges, KeyScan};
use crate::codec::CodecError;
use crate::key::KeyError;

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
            (Some(bytes), _, _) => marked.push((index, bytes)),
            (None, Some(edges), Some(SaltText::Format(_))) => ranged = Some((index, edges)),
            _ => return every(salt),
        }
    }
    match ranged {
        _ if !salt.is_computed() => every(salt),
        None => Ok(vec![scan.layout().salt_of(&marked)?]),
        Some((index, edges)) => over_time(scan, salt, &marked, index, edges),
    }
}

fn every(salt: &Salt) -> Result<Vec<SaltBytes>, CodecError> {
    let count = salt.values().filter(|count| *count <= 65_536);
    let count = count.ok_or_else(|| CodecError::new("too many values to ask for each of them"))?;
    (0..count).map(|n| Ok(salt.nth(n)?)).collect()
}

/// The salts of the times in a range, each once.
fn over_time(
    scan: &KeyScan,
    salt: &Salt,
    marked: &[(usize, &[u8])],
    index: usize,
    edges: &Edges,
) -> Result<Vec<SaltBytes>, CodecError> {
    let part = &scan.layout().parts[index];
    let Some(SaltText::Format(pattern)) = &part.salt else {
        return every(salt);
    };
    let others = scan.layout().hash_of(marked)?;
    let (low, high) = times(part, edges)?;
    let most = salt.values().and_then(|count| usize::try_from(count).ok());
    let mut salts: Vec<SaltBytes> = Vec::new();
    for millis in units(pattern, part.offset_s(), low, high) {
        let next = salt.of_hash(others ^ part.time_hash(millis)?)?;
        if !salts.contains(&next) {
            salts.push(next);
        }
        if Some(salts.len()) == most {
            break;
        }
    }
    Ok(salts)
}

/// The earliest and the latest time of a range on this part, in milliseconds since 1970.
fn times(part: &PartLayout, edges: &Edges) -> Result<(i64, i64), CodecError> {
    let low = edges.low.as_ref().map(|(bytes, _)| part.time_of(bytes));
    let high = edges.high.as_ref().map(|(bytes, _)| part.time_of(bytes));
    let (low, high) = (low.transpose()?, high.transpose()?);
    // Newest first, the bytes' low edge is the later time.
    let (early, late) = if part.is_newest_first() {
        (high, low)
    } else {
        (low, high)
    };
    Ok((early.unwrap_or(0), late.unwrap_or(LAST_MS)))
}

/// One time of each unit of the pattern (year, month, day …) that lies in `low..=high`.
///
/// Steps of a month go by the calendar; everything finer has a fixed length.
fn units(pattern: &str, offset_s: i32, low: i64, high: i64) -> impl Iterator<Item = i64> {
    let step = Step::of(pattern);
    let offset = i64::from(offset_s) * 1000;
    let first = step.start(low.saturating_add(offset));
    std::iter::successors(Some(first), move |unit| Some(step.next(*unit)))
        .map(move |unit| unit.saturating_sub(offset).clamp(low, LAST_MS))
        .take_while(move |millis| *millis <= high)
        .take(MOST_UNITS)
}

/// More units than any pattern reaches before every salt is found.
const MOST_UNITS: usize = 10_000_000;

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
