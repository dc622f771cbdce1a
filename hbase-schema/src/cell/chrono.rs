//! The times of `chrono` in cells.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};
use hbase_backend::{CompareOp, Filter};
use hbase_model::time::DAY_MS;

use super::codec::{CellFacts, DecodeCell, EncodeCell, LogicalType, NativeCodec, TimeLibrary};
use super::compare::{CompareCell, CompareValue, long};
use super::long::{LONG, as_long, out_of_range, whole};
use crate::codec::CodecError;
use crate::key::TimePart;
use crate::schema::ColumnSchema;

as_long! {
    Chrono;
    DateTime<Utc>, Moment, to_millis, TimePart::from_millis;
    NaiveDateTime, DateTime, to_local_millis, from_local_millis;
    NaiveDate, Date, to_epoch_day, from_epoch_day;
    NaiveTime, Time, to_nano_of_day, from_nano_of_day;
}

fn to_millis(value: DateTime<Utc>) -> Result<i64, CodecError> {
    whole(TimePart::to_millis(&value))
}

fn to_local_millis(value: NaiveDateTime) -> Result<i64, CodecError> {
    to_millis(value.and_utc())
}

fn from_local_millis(millis: i64) -> Result<NaiveDateTime, CodecError> {
    <DateTime<Utc> as TimePart>::from_millis(millis).map(|time| time.naive_utc())
}

#[allow(
    clippy::unnecessary_wraps,
    reason = "the shape of the other conversions"
)]
fn to_epoch_day(value: NaiveDate) -> Result<i64, CodecError> {
    Ok(value.to_epoch_days().into())
}

pub(super) fn from_epoch_day(days: i64) -> Result<NaiveDate, CodecError> {
    let days = i32::try_from(days).ok();
    days.and_then(NaiveDate::from_epoch_days)
        .ok_or_else(|| out_of_range("`chrono::NaiveDate`"))
}

/// Midnight of a date, in UTC.
pub(super) fn date_to_millis(date: NaiveDate) -> i64 {
    i64::from(date.to_epoch_days()) * DAY_MS
}

fn to_nano_of_day(value: NaiveTime) -> Result<i64, CodecError> {
    if value.nanosecond() > 999_999_999 {
        return Err(CodecError::new(
            "found a leap second, expected a time of day without one",
        ));
    }
    let seconds = i64::from(value.num_seconds_from_midnight());
    Ok(seconds * 1_000_000_000 + i64::from(value.nanosecond()))
}

fn from_nano_of_day(nanos: i64) -> Result<NaiveTime, CodecError> {
    let seconds = u32::try_from(nanos.div_euclid(1_000_000_000)).ok();
    let nanos = u32::try_from(nanos.rem_euclid(1_000_000_000)).ok();
    let time = seconds
        .zip(nanos)
        .and_then(|(seconds, nanos)| NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos));
    time.ok_or_else(|| out_of_range("a day, in nanoseconds,"))
}
