//! The direction in which the newest rows come first.

use hbase_model::{Encoding, KeyLayout, PartLayout};

/// A key part that is a time.
#[derive(Clone, Copy)]
struct TimePart {
    /// Whether newer times have greater bytes.
    newest_last: bool,
    /// Whether the part has the day, unlike a time of day.
    has_day: bool,
    unit: Unit,
}

/// The unit to which a time is rounded down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Day,
    Minute,
    Second,
    Millisecond,
}

/// The precision with which the key parts seen so far determine the moment of a row.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The finest unit of the parts that have the day.
    moment: Option<Unit>,
    /// The finest unit of the times of day.
    of_day: Option<Unit>,
}

impl Known {
    fn add(&mut self, time: TimePart) {
        let known = if time.has_day {
            &mut self.moment
        } else {
            &mut self.of_day
        };
        *known = (*known).max(Some(time.unit));
    }

    /// Whether rows that agree in the known parts agree in this one too.
    fn decides(self, time: TimePart) -> bool {
        let unit = match (self.moment, time.has_day) {
            // With the day, a time of day determines the moment.
            (Some(_), _) => self.moment.max(self.of_day),
            (None, true) => None,
            (None, false) => self.of_day,
        };
        Some(time.unit) <= unit
    }
}

/// Whether the newest rows come last in key order, so that a scan for them is reversed.
///
/// Parts with a single value, as `is_single` reports them, do not order rows. Neither do times that these parts determine,
/// such as the day if the second has a single value. The first of the other parts must be a time, since the key's order
/// starts with it. Finer times after it, such as a time of day after a day, must have the same direction, and no other part
/// may be between them.
///
/// # Errors
/// A message if no direction returns the newest rows first.
pub(super) fn is_newest_last(
    layout: &KeyLayout,
    is_single: impl Fn(usize) -> bool,
) -> Result<bool, String> {
    let parts = layout.parts.iter().enumerate();
    let (single, open): (Vec<_>, Vec<_>) = parts.partition(|(index, _)| is_single(*index));
    let times = single.iter().filter_map(|(_, part)| time_part(part));
    let mut known = Known::default();
    times.for_each(|time| known.add(time));
    if let Some(newest_last) = direction(open.into_iter().map(|(_, part)| part), known)? {
        return Ok(newest_last);
    }
    let last = layout.parts.iter().rev().find_map(time_part);
    last.map(|time| time.newest_last).ok_or_else(no_time)
}

/// The direction in which `parts` order rows with the same `known`; `None` if no time orders them.
fn direction<'a>(
    parts: impl Iterator<Item = &'a PartLayout>,
    mut known: Known,
) -> Result<Option<bool>, String> {
    let mut ordered: Option<(bool, &PartLayout)> = None;
    let mut between = None;
    for part in parts {
        let Some(time) = time_part(part) else {
            between = between.or(Some(part));
            continue;
        };
        if known.decides(time) {
            continue;
        }
        match (ordered, between) {
            (None, Some(between)) => return Err(ordered_before(part, between)),
            // Rows with the same time of day belong to many days.
            (Some((_, last)), _) if time.has_day && known.moment.is_none() => {
                return Err(ordered_before(part, last));
            }
            (Some((_, last)), Some(between)) => return Err(ordered_between(last, between, part)),
            (Some((newest_last, last)), None) if newest_last != time.newest_last => {
                return Err(opposite(last, part, newest_last));
            }
            _ => {}
        }
        known.add(time);
        ordered = Some((time.newest_last, part));
    }
    Ok(ordered.map(|(newest_last, _)| newest_last))
}

fn no_time() -> String {
    "`newest_first` needs a time in the row key, and this key has none: if the versions are the times, use `history`; to go against the key order, use `reversed`".to_owned()
}

fn ordered_before(time: &PartLayout, before: &PartLayout) -> String {
    let (time, before) = (&time.name, &before.name);
    format!(
        "`newest_first` goes by `{time}`, but rows are ordered by `{before}` first: give `{before}` a value"
    )
}

fn ordered_between(last: &PartLayout, between: &PartLayout, time: &PartLayout) -> String {
    let (last, between, time) = (&last.name, &between.name, &time.name);
    format!(
        "`newest_first` goes by `{last}` and `{time}`, but rows of one `{last}` are ordered by `{between}` first: give `{between}` a value"
    )
}

fn opposite(first: &PartLayout, second: &PartLayout, newest_last: bool) -> String {
    let order = |newest_last| {
        if newest_last {
            "the newest last"
        } else {
            "the newest first"
        }
    };
    let (of_first, of_second) = (order(newest_last), order(!newest_last));
    let (first, second) = (&first.name, &second.name);
    format!(
        "`newest_first` goes by `{first}` and `{second}`, but rows are ordered by `{first}` with {of_first}, and by `{second}` with {of_second}: give `{first}` a value"
    )
}

/// The part as a time; `None` if it is not a time.
fn time_part(part: &PartLayout) -> Option<TimePart> {
    // Reversed digits do not sort by time.
    if part.reverse {
        return None;
    }
    let (newest_first, has_day, unit) = match part.encoding {
        Encoding::Millis { newest_first, .. } => (newest_first, true, Unit::Millisecond),
        Encoding::TimeDigits {
            newest_first,
            digits,
            ..
        } => (newest_first, true, of_digits(digits)),
        Encoding::TimeOfDay { minutes: true, .. } => (false, false, Unit::Minute),
        Encoding::TimeOfDay { minutes: false, .. } => (false, false, Unit::Millisecond),
        Encoding::Integer { .. }
        | Encoding::JavaInteger { .. }
        | Encoding::JavaFloat { .. }
        | Encoding::JavaBool
        | Encoding::Digits { .. }
        | Encoding::DecimalText { .. }
        | Encoding::Text { .. }
        | Encoding::Bytes { .. }
        | Encoding::Bool
        | Encoding::Float { .. }
        | Encoding::Ordered(_)
        | Encoding::Custom { .. } => return None,
    };
    Some(TimePart {
        newest_last: newest_first == part.desc,
        has_day,
        unit,
    })
}

/// 8 digits are a day, 14 a second, 13, 17 and 19 a millisecond.
const fn of_digits(digits: u8) -> Unit {
    match digits {
        8 => Unit::Day,
        14 => Unit::Second,
        _ => Unit::Millisecond,
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use hbase_model::PartValue;

    use super::*;

    const DAY: i64 = 86_400_000;

    /// A device, and a time in milliseconds.
    type Row = (u8, i64);

    /// The content of a part of the key.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Of {
        Device,
        Day,
        TimeOfDay,
        MinuteOfDay,
        Second,
        Millisecond,
    }

    fn part(of: Of, newest_first: bool, desc: bool) -> PartLayout {
        let truncate = true;
        let digits = |digits| Encoding::TimeDigits {
            digits,
            newest_first,
            truncate,
            offset_s: 0,
        };
        PartLayout {
            name: format!("{of:?}").into(),
            encoding: match of {
                Of::Device => Encoding::Integer {
                    width: 1,
                    signed: false,
                },
                Of::Day => digits(8),
                Of::TimeOfDay | Of::MinuteOfDay => Encoding::TimeOfDay {
                    minutes: of == Of::MinuteOfDay,
                    truncate,
                },
                Of::Second => digits(14),
                Of::Millisecond => Encoding::Millis {
                    newest_first,
                    truncate,
                },
            },
            desc,
            reverse: false,
            separator: None,
            salt: None,
            max: None,
        }
    }

    fn bytes(of: Of, part: &PartLayout, (device, ms): Row) -> Vec<u8> {
        let value = match of {
            Of::Device => PartValue::Uint(device.into()),
            Of::TimeOfDay | Of::MinuteOfDay => {
                PartValue::TimeOfDay(u32::try_from(ms % DAY).unwrap())
            }
            Of::Day | Of::Second | Of::Millisecond => PartValue::Time(ms),
        };
        let mut bytes = Vec::new();
        part.encode(&value, &mut bytes).unwrap();
        bytes
    }

    /// The time of a row as far as its key shows it.
    fn known(parts: &[Of], (_, ms): Row) -> i64 {
        let unit_ms = |of: &Of| match of {
            Of::Device => i64::MAX,
            Of::Day => DAY,
            Of::MinuteOfDay => 60_000,
            Of::Second => 1000,
            Of::TimeOfDay | Of::Millisecond => 1,
        };
        let has_day = |of: &Of| matches!(of, Of::Day | Of::Second | Of::Millisecond);
        let Some(unit) = parts.iter().map(unit_ms).min().filter(|unit| *unit <= DAY) else {
            return 0;
        };
        let ms = if parts.iter().any(has_day) {
            ms
        } else {
            ms % DAY
        };
        ms / unit
    }

    fn random_row(random: &mut Rng) -> Row {
        let units = [DAY, 60_000, 1000, 1];
        let ms: i64 = units.iter().map(|unit| unit * random.i64(0..3)).sum();
        (random.u8(0..3), 20_000 * DAY + ms)
    }

    fn is_newest_first(times: impl Iterator<Item = i64>) -> bool {
        times.is_sorted_by(|a, b| a >= b)
    }

    #[test]
    fn the_newest_rows_come_first_or_no_direction_is_right() {
        let seed = fastrand::u64(..);
        let mut random = Rng::with_seed(seed);
        let all = [
            Of::Device,
            Of::Day,
            Of::TimeOfDay,
            Of::MinuteOfDay,
            Of::Second,
            Of::Millisecond,
        ];
        let (mut directions, mut errors) = (0, 0);
        for turn in 0..3000 {
            let count = random.usize(1..=5);
            let of = random.choose_multiple(all, count);
            let parts = of.iter();
            let parts: Vec<_> = parts
                .map(|of| part(*of, random.bool(), random.bool()))
                .collect();
            let single: Vec<bool> = of.iter().map(|_| random.u8(..3) == 0).collect();
            let mut rows: Vec<_> = (0..300)
                .map(|_| {
                    let row = random_row(&mut random);
                    let encoded = of
                        .iter()
                        .zip(&parts)
                        .map(|(of, part)| bytes(*of, part, row));
                    (encoded.collect::<Vec<_>>(), known(&of, row))
                })
                .collect();
            let first = rows[0].0.clone();
            rows.retain(|(key, _)| {
                (0..count).all(|part| !single[part] || key[part] == first[part])
            });
            rows.sort();
            let layout = KeyLayout {
                salt: None,
                parts: parts.into(),
            };
            let times = rows.iter().map(|(_, time)| *time);
            let case = format!("seed {seed}, turn {turn}: {of:?}, single {single:?}, {layout:?}");
            match is_newest_last(&layout, |part| single[part]) {
                Ok(newest_last) => {
                    directions += 1;
                    let is_right = if newest_last {
                        is_newest_first(times.rev())
                    } else {
                        is_newest_first(times)
                    };
                    assert!(is_right, "{case}");
                }
                Err(error) if of.iter().all(|of| *of == Of::Device) => {
                    assert!(error.contains("needs a time"), "{case}: {error}");
                }
                Err(error) => {
                    errors += 1;
                    let is_one_time = rows.iter().all(|(_, time)| *time == rows[0].1);
                    let is_right = is_newest_first(times.clone()) || is_newest_first(times.rev());
                    assert!(
                        is_one_time || rows.len() < 20 || !is_right,
                        "{case}: {error}"
                    );
                }
            }
        }
        assert!(directions > 400 && errors > 400, "{directions}, {errors}");
    }
}
