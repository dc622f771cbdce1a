//! The times of `jiff` in cells.

use hbase_backend::{CompareOp, Filter};
use hbase_model::time::DAY_MS;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

use super::codec::{CellFacts, DecodeCell, EncodeCell, LogicalType, NativeCodec, TimeLibrary};
use super::compare::{CompareCell, CompareValue, long};
use super::long::{LONG, as_long, out_of_range, whole};
use crate::codec::CodecError;
use crate::key::TimePart;
use crate::schema::ColumnSchema;

as_long! {
    Jiff;
    Timestamp, Moment, to_millis, TimePart::from_millis;
    DateTime, DateTime, to_local_millis, from_local_millis;
    Date, Date, to_epoch_day, from_epoch_day;
    Time, Time, to_nano_of_day, from_nano_of_day;
}

fn to_millis(value: Timestamp) -> Result<i64, CodecError> {
    whole(TimePart::to_millis(&value))
}

fn to_local_millis(value: DateTime) -> Result<i64, CodecError> {
    let utc = value.to_zoned(TimeZone::UTC).map_err(CodecError::new)?;
    to_millis(utc.timestamp())
}

fn from_local_millis(millis: i64) -> Result<DateTime, CodecError> {
    let time = <Timestamp as TimePart>::from_millis(millis)?;
    Ok(time.to_zoned(TimeZone::UTC).datetime())
}

const EPOCH: Date = jiff::civil::date(1970, 1, 1);

fn to_epoch_day(value: Date) -> Result<i64, CodecError> {
    let days = EPOCH.until(value).map_err(CodecError::new)?;
    Ok(days.get_days().into())
}

pub(super) fn from_epoch_day(days: i64) -> Result<Date, CodecError> {
    let span = jiff::Span::new().try_days(days).map_err(CodecError::new)?;
    EPOCH.checked_add(span).map_err(CodecError::new)
}

/// Midnight of a date, in UTC.
pub(super) fn date_to_millis(date: Date) -> i64 {
    let days = EPOCH.until(date).map_or(0, |days| days.get_days());
    i64::from(days) * DAY_MS
}

fn to_nano_of_day(value: Time) -> Result<i64, CodecError> {
    let nanos = Time::midnight().duration_until(value).as_nanos();
    i64::try_from(nanos).map_err(CodecError::new)
}

fn from_nano_of_day(nanos: i64) -> Result<Time, CodecError> {
    if !(0..86_400_000_000_000).contains(&nanos) {
        return Err(out_of_range("a day, in nanoseconds,"));
    }
    Time::midnight()
        .checked_add(nanos.nanoseconds())
        .map_err(CodecError::new)
}
