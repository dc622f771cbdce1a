//! The times of other crates in cells.
//!
//! Java's `Bytes` has no form for dates and times, so they are the `long` that Java's own types give:
//! `Instant.toEpochMilli()`, `LocalDate.toEpochDay()`, `LocalTime.toNanoOfDay()`. With `text` they
//! are ISO 8601, which keeps nanoseconds.

use hbase_model::{CompareOp, Filter, Problem};

use super::codec::{CellForm, DecodeCell, EncodeCell, Native};
use super::compare::{CompareCell, long};
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

const LONG: CellForm = CellForm::Integer {
    width: 8,
    signed: true,
};

/// A type that is a `long` in its cell, and compares as one.
macro_rules! as_long {
    ($($type:ty, $to:path, $from:path;)*) => {$(
        impl EncodeCell<Native> for $type {
            const FORM: CellForm = LONG;

            #[inline]
            fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
                EncodeCell::<Native>::encode_cell(&$to(self)?, out)
            }
        }

        impl DecodeCell<'_, Native> for $type {
            #[inline]
            fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
                $from(<i64 as DecodeCell<'_, Native>>::decode_cell(bytes)?)
            }
        }

        impl CompareCell<Native, Self> for $type {
            fn filter(
                column: &ColumnSchema,
                op: CompareOp,
                value: &Self,
            ) -> Result<Filter, CodecError> {
                Ok(long(column, op, $to(value)?))
            }
        }
    )*};
}

/// Whole milliseconds, for that is all that the cell holds.
fn whole((millis, finer): (i64, bool)) -> Result<i64, CodecError> {
    if finer {
        return Err(CodecError::new(
            "found a time finer than a millisecond, expected whole milliseconds: cut it off before, or say `text` in `#[column]`",
        ));
    }
    Ok(millis)
}

fn out_of_range(expected: &'static str) -> CodecError {
    Problem::OutOfRange { expected }.into()
}

#[cfg(feature = "chrono")]
mod of_chrono {
    use super::*;
    use crate::key::TimePart;
    use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Timelike, Utc};

    as_long! {
        DateTime<Utc>, to_millis, TimePart::from_millis;
        NaiveDateTime, to_local_millis, from_local_millis;
        NaiveDate, to_epoch_day, from_epoch_day;
        NaiveTime, to_nano_of_day, from_nano_of_day;
    }

    fn to_millis(value: &DateTime<Utc>) -> Result<i64, CodecError> {
        whole(TimePart::to_millis(value))
    }

    fn to_local_millis(value: &NaiveDateTime) -> Result<i64, CodecError> {
        to_millis(&value.and_utc())
    }

    fn from_local_millis(millis: i64) -> Result<NaiveDateTime, CodecError> {
        <DateTime<Utc> as TimePart>::from_millis(millis).map(|time| time.naive_utc())
    }

    #[allow(
        clippy::unnecessary_wraps,
        reason = "the shape of the other conversions"
    )]
    fn to_epoch_day(value: &NaiveDate) -> Result<i64, CodecError> {
        Ok(value.to_epoch_days().into())
    }

    fn from_epoch_day(days: i64) -> Result<NaiveDate, CodecError> {
        let days = i32::try_from(days).ok();
        days.and_then(NaiveDate::from_epoch_days)
            .ok_or_else(|| out_of_range("`chrono::NaiveDate`"))
    }

    fn to_nano_of_day(value: &NaiveTime) -> Result<i64, CodecError> {
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
        let time = seconds.zip(nanos).and_then(|(seconds, nanos)| {
            NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos)
        });
        time.ok_or_else(|| out_of_range("a day, in nanoseconds,"))
    }
}

#[cfg(feature = "jiff")]
mod of_jiff {
    use super::*;
    use crate::key::TimePart;
    use jiff::civil::{Date, DateTime, Time};
    use jiff::tz::TimeZone;
    use jiff::{Timestamp, ToSpan};

    as_long! {
        Timestamp, to_millis, TimePart::from_millis;
        DateTime, to_local_millis, from_local_millis;
        Date, to_epoch_day, from_epoch_day;
        Time, to_nano_of_day, from_nano_of_day;
    }

    fn to_millis(value: &Timestamp) -> Result<i64, CodecError> {
        whole(TimePart::to_millis(value))
    }

    fn to_local_millis(value: &DateTime) -> Result<i64, CodecError> {
        let utc = value.to_zoned(TimeZone::UTC).map_err(CodecError::new)?;
        to_millis(&utc.timestamp())
    }

    fn from_local_millis(millis: i64) -> Result<DateTime, CodecError> {
        let time = <Timestamp as TimePart>::from_millis(millis)?;
        Ok(time.to_zoned(TimeZone::UTC).datetime())
    }

    const EPOCH: Date = jiff::civil::date(1970, 1, 1);

    fn to_epoch_day(value: &Date) -> Result<i64, CodecError> {
        let days = EPOCH.until(*value).map_err(CodecError::new)?;
        Ok(days.get_days().into())
    }

    fn from_epoch_day(days: i64) -> Result<Date, CodecError> {
        let span = jiff::Span::new().try_days(days).map_err(CodecError::new)?;
        EPOCH.checked_add(span).map_err(CodecError::new)
    }

    fn to_nano_of_day(value: &Time) -> Result<i64, CodecError> {
        let nanos = Time::midnight().duration_until(*value).as_nanos();
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
}
