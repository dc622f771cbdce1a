//! Times in keys.

use super::{NoKey, complement};
use crate::civil::{Civil, DAY_MS};
use crate::spec::{Encoding, Part, TimeForm};

/// The bytes of a time.
pub(super) fn time(part: &Part, ms: i64) -> Result<Vec<u8>, NoKey> {
    let Encoding::Time {
        form,
        newest_first,
        offset,
        ..
    } = part.encoding
    else {
        return long(ms, false);
    };
    let ms = if part.truncate {
        rounded_down(part.encoding, ms)
    } else if rounded_down(part.encoding, ms) == ms {
        ms
    } else {
        return Err(NoKey("finer than the form, or not a multiple".into()));
    };
    match (form, form.date()) {
        (TimeForm::Millis, _) => long(ms, newest_first),
        (TimeForm::Negated, _) if ms == 0 => Err(NoKey("the start of 1970".into())),
        (TimeForm::Negated, _) => Ok((-number(ms, false)?).to_be_bytes().to_vec()),
        (TimeForm::Seconds, _) => int(number(ms, false)? / 1000, newest_first),
        (TimeForm::SecondDigits, _) => counted(number(ms, false)? / 1000, 10, newest_first),
        (TimeForm::Fixed(19), _) => Ok(format!("{:019}", number(ms, newest_first)?).into_bytes()),
        (_, None) => counted(number(ms, false)?, 13, newest_first),
        (_, Some(pattern)) => date(ms + offset.map_or(0, |(_, ms)| ms), pattern, newest_first),
    }
}

/// The latest time, not after `ms`, that the encoding has.
pub fn rounded_down(encoding: Encoding, ms: i64) -> i64 {
    let Encoding::Time {
        form,
        offset,
        align,
        ..
    } = encoding
    else {
        return ms;
    };
    let offset = offset.map_or(0, |(_, ms)| ms);
    let mut local = ms + offset;
    local -= local.rem_euclid(align.map_or(1, |(_, ms)| ms));
    let day = local.div_euclid(DAY_MS) * DAY_MS;
    let local = match form {
        TimeForm::Format(4) => Civil::of(local).start_of_year(local),
        TimeForm::Format(6) => Civil::of(local).start_of_month(local),
        TimeForm::Fixed(8) | TimeForm::Format(8) => day,
        TimeForm::Format(10) => local - local.rem_euclid(3_600_000),
        TimeForm::Format(12) => local - local.rem_euclid(60_000),
        TimeForm::Seconds | TimeForm::SecondDigits | TimeForm::Fixed(14) | TimeForm::Format(14) => {
            local - local.rem_euclid(1000)
        }
        _ => local,
    };
    local - offset
}

/// The longest period, in milliseconds, within which rows have the same time.
pub fn unit_ms(encoding: Encoding) -> i64 {
    let Encoding::Time { form, align, .. } = encoding else {
        return 1;
    };
    let unit = match form {
        TimeForm::Format(4) => 366 * DAY_MS,
        TimeForm::Format(6) => 31 * DAY_MS,
        TimeForm::Fixed(8) | TimeForm::Format(8) => DAY_MS,
        TimeForm::Format(10) => 3_600_000,
        TimeForm::Format(12) => 60_000,
        TimeForm::Seconds | TimeForm::SecondDigits | TimeForm::Fixed(14) | TimeForm::Format(14) => {
            1000
        }
        _ => 1,
    };
    unit.max(align.map_or(1, |(_, ms)| ms))
}

fn number(ms: i64, newest_first: bool) -> Result<i64, NoKey> {
    if ms < 0 {
        return Err(NoKey("before 1970".into()));
    }
    Ok(if newest_first { i64::MAX - ms } else { ms })
}

fn long(ms: i64, newest_first: bool) -> Result<Vec<u8>, NoKey> {
    Ok(number(ms, newest_first)?.to_be_bytes().to_vec())
}

fn int(seconds: i64, newest_first: bool) -> Result<Vec<u8>, NoKey> {
    let number = if newest_first {
        i64::from(i32::MAX) - seconds
    } else {
        seconds
    };
    let number = u32::try_from(number);
    let number = number.map_err(|_| NoKey("more seconds than 4 bytes can hold".into()))?;
    Ok(number.to_be_bytes().to_vec())
}

fn counted(count: i64, digits: usize, newest_first: bool) -> Result<Vec<u8>, NoKey> {
    let text = format!("{count:0digits$}");
    if text.len() > digits {
        return Err(NoKey("more digits than the form has".into()));
    }
    Ok(in_order(text, newest_first))
}

/// A date in local time. With a positive offset, 1970 starts a few hours earlier than in UTC.
fn date(local: i64, pattern: &str, newest_first: bool) -> Result<Vec<u8>, NoKey> {
    let civil = Civil::of(local);
    if !(1970..10_000).contains(&civil.year()) {
        return Err(NoKey("outside the years of the digits".into()));
    }
    Ok(in_order(civil.format(pattern), newest_first))
}

fn in_order(digits: String, newest_first: bool) -> Vec<u8> {
    if newest_first {
        complement(digits.into_bytes())
    } else {
        digits.into_bytes()
    }
}
