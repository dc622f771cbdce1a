//! The direction in which the newest rows come first.

use hbase_model::{KeyLayout, PartLayout};

use super::precision::{Known, TimePart, time_part};

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
    let mut ordered: Option<(TimePart, &PartLayout)> = None;
    let mut between = None;
    for part in parts {
        // A time of day is a moment only with the day.
        let is_moment = |time: &TimePart| time.is_date || known.date.is_none() || known.has_day();
        let Some(time) = time_part(part).filter(is_moment) else {
            between = between.or(Some(part));
            continue;
        };
        if known.decides(time) {
            continue;
        }
        match (ordered, between) {
            (None, Some(between)) => return Err(ordered_before(part, between)),
            // Rows with the same time of day belong to many days.
            (Some((before, last)), _) if time.is_date && !before.is_date && !known.has_day() => {
                return Err(ordered_before(part, last));
            }
            (Some((_, last)), Some(between)) => return Err(ordered_between(last, between, part)),
            (Some((before, last)), None) if before.newest_last != time.newest_last => {
                return Err(opposite(last, part, before.newest_last));
            }
            _ => {}
        }
        known.add(time);
        ordered = Some((time, part));
    }
    Ok(ordered.map(|(time, _)| time.newest_last))
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

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use hbase_model::time::{Civil, TimeFormat, TimeKind};
    use hbase_model::{Encoding, PartValue};

    use super::*;

    const DAY: i64 = 86_400_000;

    /// A device, and a time in milliseconds.
    type Row = (u8, i64);

    /// The content of a part of the key.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Of {
        Device,
        Year,
        Month,
        TwoDays,
        Day,
        TimeOfDay,
        MinuteOfDay,
        Second,
        Millisecond,
    }

    fn part(of: Of, newest_first: bool, desc: bool) -> PartLayout {
        let truncate = true;
        let time = |kind| {
            Encoding::Time(TimeFormat {
                newest_first,
                truncate,
                ..TimeFormat::new(kind)
            })
        };
        let encoding = match of {
            Of::Device => Encoding::Integer {
                width: 1,
                signed: false,
            },
            Of::Year => time(TimeKind::Year),
            Of::Month => time(TimeKind::Month),
            Of::TwoDays => Encoding::Time(TimeFormat {
                newest_first,
                truncate,
                align_ms: 2 * 86_400_000,
                ..TimeFormat::new(TimeKind::Millis)
            }),
            Of::Day => time(TimeKind::Day),
            Of::TimeOfDay | Of::MinuteOfDay => Encoding::TimeOfDay {
                minutes: of == Of::MinuteOfDay,
                truncate,
            },
            Of::Second => time(TimeKind::Second),
            Of::Millisecond => time(TimeKind::Millis),
        };
        PartLayout {
            desc,
            ..PartLayout::plain(format!("{of:?}").into(), encoding)
        }
    }

    fn bytes(of: Of, part: &PartLayout, (device, ms): Row) -> Vec<u8> {
        let value = match of {
            Of::Device => PartValue::Uint(device.into()),
            Of::TimeOfDay | Of::MinuteOfDay => {
                PartValue::TimeOfDay(u32::try_from(ms % DAY).unwrap())
            }
            _ => PartValue::Time(ms),
        };
        let mut bytes = Vec::new();
        part.encode(&value, &mut bytes).unwrap();
        bytes
    }

    /// The time of a row as far as its key shows it.
    fn known(parts: &[Of], (_, ms): Row) -> i64 {
        let date = Civil::from_ms(ms).unwrap();
        let start = |month, day| {
            let year = date.year;
            Civil {
                year,
                month,
                day,
                hour: 0,
                minute: 0,
                second: 0,
                ms: 0,
            }
            .to_ms()
            .unwrap()
        };
        let floor = |unit: i64| ms - ms % unit;
        let dates = parts.iter().filter_map(|of| match of {
            Of::Year => Some(start(1, 1)),
            Of::Month => Some(start(date.month, 1)),
            Of::TwoDays => Some(floor(2 * DAY)),
            Of::Day => Some(floor(DAY)),
            Of::Second => Some(floor(1000)),
            Of::Millisecond => Some(ms),
            Of::Device | Of::TimeOfDay | Of::MinuteOfDay => None,
        });
        let of_day = |of: &Of| match of {
            Of::MinuteOfDay => Some(60_000),
            Of::TimeOfDay => Some(1),
            _ => None,
        };
        let of_day = parts.iter().filter_map(of_day).min();
        let has_day = |of: &Of| matches!(of, Of::Day | Of::Second | Of::Millisecond);
        match (dates.max(), of_day) {
            (None, None) => 0,
            (None, Some(unit)) => floor(unit) % DAY,
            (Some(date), Some(unit)) if parts.iter().any(has_day) => date.max(floor(unit)),
            (Some(date), _) => date,
        }
    }

    fn random_row(random: &mut Rng) -> Row {
        let units = [60_000, 1000, 1];
        let ms: i64 = units.iter().map(|unit| unit * random.i64(0..3)).sum();
        // Days around the end of January 2026 and of that year, in the midst of periods of two days.
        let first = [20_482, 20_816][random.usize(..2)];
        (random.u8(0..3), (first + random.i64(0..6)) * DAY + ms)
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
            Of::Year,
            Of::Month,
            Of::TwoDays,
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
                    // Few rows show what periods of several days leave open.
                    let is_coarse = |of: &Of| matches!(of, Of::Year | Of::Month | Of::TwoDays);
                    let is_open = of.iter().any(is_coarse);
                    assert!(
                        is_open || is_one_time || rows.len() < 20 || !is_right,
                        "{case}: {error}"
                    );
                }
            }
        }
        assert!(directions > 400 && errors > 400, "{directions}, {errors}");
    }
}
