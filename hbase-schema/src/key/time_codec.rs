//! Selects the encodings of `hbase_model::time` by the options of a part.

use std::ops::Bound;

use hbase_model::time::{self, TimeBound, TimeFormat, TimeKind};
use hbase_model::{Encoding, KeySink, ValueError};

use super::encoding::{OfDay, Time};
use super::options::{TimeOfDayPart, TimePart};
use super::part::{BoundAt, DecodePart, KeyPart, RangePart, SelfDelimiting, properties};
use crate::codec::CodecError;

impl<const KIND: u8, const NEWEST: bool, const OFFSET: i32, const TRUNCATE: bool, const ALIGN: u32>
    Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>
{
    /// The format as data.
    const FORMAT: TimeFormat = TimeFormat {
        kind: match TimeKind::of_code(KIND) {
            Some(kind) => kind,
            None => panic!("no kind of a time has this code"),
        },
        newest_first: NEWEST,
        truncate: TRUNCATE,
        offset_s: OFFSET,
        align_ms: ALIGN,
    };
}

#[cold]
fn finer_than_millis() -> CodecError {
    CodecError::new(
        "found a time finer than a millisecond, expected whole milliseconds: drop the finer part first, or use `truncate`",
    )
}

impl<
    T,
    const KIND: u8,
    const NEWEST: bool,
    const OFFSET: i32,
    const TRUNCATE: bool,
    const ALIGN: u32,
> KeyPart<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>> for T
where
    T: TimePart,
{
    const ENCODING: Encoding =
        Encoding::Time(Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT);
    const WIDTH: Option<usize> = Some(
        Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT
            .kind
            .width() as usize,
    );

    #[inline]
    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        let (millis, finer) = self.to_millis();
        if finer && !TRUNCATE {
            return Err(finer_than_millis());
        }
        Ok(Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT.put(millis, out)?)
    }
}

impl<
    'k,
    T,
    const KIND: u8,
    const NEWEST: bool,
    const OFFSET: i32,
    const TRUNCATE: bool,
    const ALIGN: u32,
> DecodePart<'k, Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>> for T
where
    T: TimePart,
{
    #[inline]
    fn decode(bytes: &'k [u8]) -> Result<Self, CodecError> {
        T::from_millis(Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT.get(bytes)?)
    }
}

properties! {
    [
        T: TimePart,
        const KIND: u8,
        const NEWEST: bool,
        const OFFSET: i32,
        const TRUNCATE: bool,
        const ALIGN: u32
    ] T: SelfDelimiting<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>>;
    [T: TimeOfDayPart, const MINUTES: bool, const TRUNCATE: bool] T:
        SelfDelimiting<OfDay<MINUTES, TRUNCATE>>;
}

#[diagnostic::do_not_recommend]
impl<
    T,
    const KIND: u8,
    const NEWEST: bool,
    const OFFSET: i32,
    const TRUNCATE: bool,
    const ALIGN: u32,
> RangePart<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>> for T
where
    T: TimePart,
{
    const DESCENDING: bool =
        Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT.is_newest_first();

    fn encode_bound<S: KeySink>(&self, out: &mut S) -> Result<BoundAt, CodecError> {
        let format = Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT;
        let (millis, finer) = self.to_millis();
        // All encodings have whole milliseconds: a finer bound is rounded up.
        let bound = format.bound(millis.saturating_add(finer.into()));
        format.put_bound(bound, out)?;
        Ok(bound_at(bound, finer))
    }

    fn encode_start<S: KeySink>(
        &self,
        is_included: bool,
        end: Bound<&Self>,
        out: &mut S,
    ) -> Result<BoundAt, CodecError> {
        if ALIGN == 0 {
            return RangePart::<Time<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>>::encode_bound(
                self, out,
            );
        }
        let format = Time::<KIND, NEWEST, OFFSET, TRUNCATE, ALIGN>::FORMAT;
        let first = first_millis(self, is_included);
        if last_millis(end).is_some_and(|last| first > last) {
            return Ok(BoundAt::PastEnd);
        }
        let bound = format.start(first);
        format.put_bound(bound, out)?;
        Ok(match bound {
            TimeBound::PastEnd => BoundAt::PastEnd,
            TimeBound::Exact(_) | TimeBound::RoundedUp(_) => BoundAt::Above,
        })
    }

    fn times(low: Bound<&Self>, high: Bound<&Self>) -> Option<(i64, i64)> {
        if ALIGN == 0 {
            return None;
        }
        // A column has a whole millisecond, and is not in a range that starts within it.
        let first = match low {
            Bound::Included(start) => {
                let (millis, finer) = start.to_millis();
                millis.saturating_add(finer.into())
            }
            Bound::Excluded(start) => start.to_millis().0.saturating_add(1),
            Bound::Unbounded => i64::MIN,
        };
        Some((first, last_millis(high).unwrap_or(i64::MAX)))
    }
}

/// The first millisecond that a range overlaps.
fn first_millis<T: TimePart>(start: &T, is_included: bool) -> i64 {
    let (millis, finer) = start.to_millis();
    millis.saturating_add((!is_included && !finer).into())
}

/// The last millisecond that a range overlaps; `None` if it has no end.
fn last_millis<T: TimePart>(end: Bound<&T>) -> Option<i64> {
    match end {
        Bound::Included(end) => Some(end.to_millis().0),
        Bound::Excluded(end) => {
            let (millis, finer) = end.to_millis();
            Some(millis.saturating_sub((!finer).into()))
        }
        Bound::Unbounded => None,
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
