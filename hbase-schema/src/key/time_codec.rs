//! Selects the encodings of `hbase_model::time` by the options of a part.

use hbase_model::time::{self, TimeBound, TimeFormat};
use hbase_model::{Encoding, KeySink, ValueError};

use super::encoding::{OfDay, Time};
use super::options::{TimeOfDayPart, TimePart};
use super::part::{BoundAt, DecodePart, KeyPart, RangePart, SelfDelimiting, properties};
use crate::codec::CodecError;

/// The encoding as data; 0 digits are the 8 bytes.
pub(super) const fn encoding(digits: u8, newest: bool, offset_s: i32, truncate: bool) -> Encoding {
    if digits == 0 {
        return Encoding::Millis {
            newest_first: newest,
            truncate,
        };
    }
    Encoding::TimeDigits {
        digits,
        newest_first: newest,
        truncate,
        offset_s,
    }
}

const fn form<const D: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool>()
-> TimeFormat {
    TimeFormat {
        digits: D,
        newest_first: NEWEST,
        truncate: TRUNCATE,
        offset_s: OFFSET,
    }
}

#[inline]
pub(super) fn encode<
    T,
    S,
    const D: u8,
    const NEWEST: bool,
    const OFFSET: i32,
    const TRUNCATE: bool,
>(
    value: &T,
    out: &mut S,
) -> Result<(), CodecError>
where
    T: TimePart,
    S: KeySink,
{
    let (millis, finer) = value.to_millis();
    if finer && !TRUNCATE {
        return Err(finer_than_millis());
    }
    if D == 0 {
        time::put_millis(millis, NEWEST, out)?;
    } else {
        form::<D, NEWEST, OFFSET, TRUNCATE>().put(millis, out)?;
    }
    Ok(())
}

#[cold]
fn finer_than_millis() -> CodecError {
    CodecError::new(
        "found a time finer than a millisecond, expected whole milliseconds: drop the finer part first, or use `truncate`",
    )
}

impl<T, const D: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool>
    KeyPart<Time<D, NEWEST, OFFSET, TRUNCATE>> for T
where
    T: TimePart,
{
    const ENCODING: Encoding = encoding(D, NEWEST, OFFSET, TRUNCATE);
    const WIDTH: Option<usize> = Some(if D == 0 { 8 } else { D as usize });

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        encode::<T, S, D, NEWEST, OFFSET, TRUNCATE>(self, out)
    }
}

impl<'k, T, const D: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool>
    DecodePart<'k, Time<D, NEWEST, OFFSET, TRUNCATE>> for T
where
    T: TimePart,
{
    #[inline]
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        let millis = if D == 0 {
            time::get_millis(bytes, NEWEST)?
        } else {
            form::<D, NEWEST, OFFSET, TRUNCATE>().get(bytes)?
        };
        T::from_millis(millis)
    }
}

properties! {
    [T: TimePart, const D: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool] T:
        SelfDelimiting<Time<D, NEWEST, OFFSET, TRUNCATE>>;
    [T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool] T:
        SelfDelimiting<OfDay<MINUTES, TRUNCATE>>;
}

#[diagnostic::do_not_recommend]
impl<T, const D: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool>
    RangePart<Time<D, NEWEST, OFFSET, TRUNCATE>> for T
where
    T: TimePart,
{
    const DESCENDING: bool = NEWEST;

    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        let (millis, finer) = self.to_millis();
        // All encodings have whole milliseconds: a finer bound is rounded up.
        let millis = millis.saturating_add(finer.into());
        let bound = if D == 0 {
            time::put_millis_bound(millis, NEWEST, out)?
        } else {
            form::<D, NEWEST, OFFSET, TRUNCATE>().put_bound(millis, out)?
        };
        Ok(bound_at(bound, finer))
    }
}

const fn bound_at(bound: TimeBound, finer: bool) -> BoundAt {
    match bound {
        TimeBound::Exact(_) if !finer => BoundAt::Exact,
        TimeBound::Exact(_) | TimeBound::RoundedUp(_) => BoundAt::Above,
        TimeBound::PastEnd => BoundAt::PastEnd,
    }
}

#[inline]
pub(super) fn encode_of_day<S: KeySink, const MINUTES: bool, const TRUNCATE: bool>(
    millis: u32,
    finer: bool,
    out: &mut S,
) -> Result<(), CodecError> {
    if finer && !TRUNCATE {
        return Err(finer_than_millis());
    }
    Ok(time::put_time_of_day(millis, MINUTES, TRUNCATE, out)?)
}

impl<T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool> KeyPart<OfDay<MINUTES, TRUNCATE>>
    for T
{
    const ENCODING: Encoding = Encoding::TimeOfDay {
        minutes: MINUTES,
        truncate: TRUNCATE,
    };
    const WIDTH: Option<usize> = Some(if MINUTES { 2 } else { 4 });

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let (millis, finer) = self.to_millis_of_day();
        encode_of_day::<S, MINUTES, TRUNCATE>(millis, finer, out)
    }
}

impl<'k, T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool>
    DecodePart<'k, OfDay<MINUTES, TRUNCATE>> for T
{
    #[inline]
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        T::from_millis_of_day(time::get_time_of_day(bytes, MINUTES)?)
    }
}

#[diagnostic::do_not_recommend]
impl<T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool>
    RangePart<OfDay<MINUTES, TRUNCATE>> for T
{
    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        let (millis, finer) = self.to_millis_of_day();
        let bound = time::time_of_day_bound(i64::from(millis) + i64::from(finer), MINUTES);
        if let Some(millis) = bound.time() {
            let millis =
                u32::try_from(millis).map_err(|_| ValueError::OutOfRange { expected: "a day" })?;
            time::put_time_of_day(millis, MINUTES, false, out)?;
        }
        Ok(bound_at(bound, finer))
    }
}
