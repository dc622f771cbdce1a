//! The types of dates in tables' names: this crate's times, `chrono`'s and `jiff`'s dates.

use hbase_model::time::{Period, PeriodUnit};

use super::date::TableDate;
use crate::codec::CodecError;
use crate::time::Timestamp;

impl TableDate for Timestamp {
    const FINEST: PeriodUnit = PeriodUnit::Hour;

    fn to_millis(&self) -> Result<i64, CodecError> {
        Ok(self.as_millis())
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        Ok(Self::from_millis(period.start_ms()))
    }
}

impl TableDate for Period {
    const FINEST: PeriodUnit = PeriodUnit::Hour;

    fn to_millis(&self) -> Result<i64, CodecError> {
        Ok(self.start_ms())
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        Ok(period)
    }

    fn period(&self, unit: PeriodUnit) -> Result<Period, CodecError> {
        if self.unit() == unit {
            return Ok(*self);
        }
        Err(CodecError::new(format!(
            "found the {} {self}, expected {}: there is one table for each {unit}",
            self.unit(),
            unit.with_article()
        )))
    }
}

#[cfg(feature = "chrono")]
impl TableDate for chrono::NaiveDate {
    const FINEST: PeriodUnit = PeriodUnit::Day;

    fn to_millis(&self) -> Result<i64, CodecError> {
        Ok(self
            .and_time(chrono::NaiveTime::MIN)
            .and_utc()
            .timestamp_millis())
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        let time = chrono::DateTime::from_timestamp_millis(period.start_ms());
        let time =
            time.ok_or_else(|| CodecError::new("expected a date that chrono can represent"))?;
        Ok(time.date_naive())
    }
}

#[cfg(feature = "jiff")]
impl TableDate for jiff::civil::Date {
    const FINEST: PeriodUnit = PeriodUnit::Day;

    fn to_millis(&self) -> Result<i64, CodecError> {
        let midnight = self.to_zoned(jiff::tz::TimeZone::UTC);
        let midnight = midnight.map_err(|error| CodecError::new(error.to_string()))?;
        Ok(midnight.timestamp().as_millisecond())
    }

    fn of_period(period: Period) -> Result<Self, CodecError> {
        let time = jiff::Timestamp::from_millisecond(period.start_ms());
        let time = time.map_err(|error| CodecError::new(error.to_string()))?;
        Ok(time.to_zoned(jiff::tz::TimeZone::UTC).date())
    }
}
