//! A time as milliseconds in eight bytes.

use super::bound::TimeBound;
use super::civil::{LAST_MS, check_range};
use crate::primitive::{ValueError, exactly};
use crate::sink::KeySink;

/// Milliseconds since 1970, 8 bytes, big-endian; newest first as `Long.MAX_VALUE - ms`.
///
/// ```
/// use hbase_model::time::{get_millis, put_millis};
/// let mut key = Vec::new();
/// put_millis(1_400_657_685_457, true, &mut key)?;
/// assert_eq!(key, 9_223_370_636_197_090_350_u64.to_be_bytes());
/// assert_eq!(get_millis(&key, true)?, 1_400_657_685_457);
/// # Ok::<(), hbase_model::primitive::ValueError>(())
/// ```
#[inline]
pub fn put_millis<S: KeySink + ?Sized>(
    ms: i64,
    newest_first: bool,
    out: &mut S,
) -> Result<(), ValueError> {
    check_range(ms)?;
    let number = if newest_first { i64::MAX - ms } else { ms };
    out.put(&number.to_be_bytes());
    Ok(())
}

/// The inverse of [`put_millis`].
#[inline]
pub fn get_millis(bytes: &[u8], newest_first: bool) -> Result<i64, ValueError> {
    let number = i64::from_be_bytes(exactly(bytes)?);
    let ms = if newest_first {
        // Java wraps around where a time is before 1970.
        i64::MAX.wrapping_sub(number)
    } else {
        number
    };
    check_range(ms)?;
    Ok(ms)
}

/// The bound of a range.
#[inline]
pub fn millis_bound(ms: i64) -> TimeBound {
    TimeBound::among(ms, 1, 0, LAST_MS)
}

/// Encodes a range's bound; writes nothing if it is past the end.
#[inline]
pub fn put_millis_bound<S: KeySink + ?Sized>(
    ms: i64,
    newest_first: bool,
    out: &mut S,
) -> Result<TimeBound, ValueError> {
    let bound = millis_bound(ms);
    if let Some(ms) = bound.time() {
        put_millis(ms, newest_first, out)?;
    }
    Ok(bound)
}
