//! Times of day, for tables whose name contains the day.

use super::bound::TimeBound;
use super::civil::DAY_MS;
use crate::primitive::{ValueError, exactly};
use crate::sink::KeySink;

const MINUTE_MS: u32 = 60_000;
const MINUTES: u32 = 1440;
const LAST_MS: u32 = MINUTES * MINUTE_MS - 1;

/// A time of day in milliseconds since midnight: 4 bytes, or whole minutes in 2 bytes.
///
/// ```
/// use hbase_model::time::put_time_of_day;
/// let mut key = Vec::new();
/// put_time_of_day(44_640_000, true, false, &mut key)?;
/// assert_eq!(key, [0x02, 0xe8]);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_time_of_day<S: KeySink + ?Sized>(
    ms: u32,
    minutes: bool,
    truncate: bool,
    out: &mut S,
) -> Result<(), ValueError> {
    check_field("millisecond of the day", ms, LAST_MS)?;
    if !minutes {
        out.put(&ms.to_be_bytes());
        return Ok(());
    }
    if !truncate && !ms.is_multiple_of(MINUTE_MS) {
        return Err(ValueError::FinerThanFormat {
            found: ms.into(),
            unit: MINUTE_MS.into(),
            offset_s: 0,
        });
    }
    out.put(&ms.div_euclid(MINUTE_MS).to_be_bytes()[2..]);
    Ok(())
}

/// The inverse of [`put_time_of_day`], in milliseconds since midnight.
#[inline]
pub fn get_time_of_day(bytes: &[u8], minutes: bool) -> Result<u32, ValueError> {
    if minutes {
        let minute = u16::from_be_bytes(exactly(bytes)?).into();
        check_field("minute of the day", minute, MINUTES - 1)?;
        return Ok(minute * MINUTE_MS);
    }
    let ms = u32::from_be_bytes(exactly(bytes)?);
    check_field("millisecond of the day", ms, LAST_MS)?;
    Ok(ms)
}

/// The bound of a range, in milliseconds since midnight.
#[inline]
pub fn time_of_day_bound(ms: i64, minutes: bool) -> TimeBound {
    let unit = if minutes { i64::from(MINUTE_MS) } else { 1 };
    TimeBound::among(ms, unit, 0, DAY_MS - unit)
}

#[inline]
fn check_field(field: &'static str, found: u32, max: u32) -> Result<(), ValueError> {
    if found > max {
        return Err(ValueError::TimeField {
            field,
            found,
            min: 0,
            max,
        });
    }
    Ok(())
}
