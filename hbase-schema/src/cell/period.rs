//! Types of the field whose period is the version: `#[timestamp(day)]`.
//!
//! A period is a version with all of its columns. With `#[timestamp(day)]` the timestamp of the
//! cells is the start of the day, so that a second record of the day replaces the first one. A
//! delete marker for a column that the second one lacks would hide later puts of that day. Absent
//! values are therefore stored, as an empty cell (`store_none`) or as JSON's `null`, and a type
//! that may be absent otherwise does not compile: `EncodeCell::FACTS` decides, not the name
//! `Option`. If the type is a parameter, encoding returns the error. Time ranges contain every period that overlaps
//! them.

#[cfg(any(feature = "chrono", feature = "jiff"))]
use hbase_model::time::DAY_MS;
use hbase_model::time::PeriodUnit;

use super::error::RowError;
use super::reader::RowCells;
use crate::codec::CodecError;
#[cfg(any(feature = "chrono", feature = "jiff"))]
use crate::key::TimePart;
use crate::schema::TableSchema;
use crate::time::Timestamp;

/// An hour, as a type: `#[timestamp(hour)]`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Hour {}

/// A day, as a type: `#[timestamp(day)]`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Day {}

/// A month, as a type: `#[timestamp(month)]`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Month {}

/// A period as a type.
#[doc(hidden)]
pub trait PeriodType {
    /// The period.
    const PERIOD: PeriodUnit;
}

impl PeriodType for Hour {
    const PERIOD: PeriodUnit = PeriodUnit::Hour;
}

impl PeriodType for Day {
    const PERIOD: PeriodUnit = PeriodUnit::Day;
}

impl PeriodType for Month {
    const PERIOD: PeriodUnit = PeriodUnit::Month;
}

/// A type whose period `P` can be the timestamp of a row's cells: `#[timestamp(day)]`.
///
/// A row is written with the start of the period, in UTC, and read with it: a record of 12:24 has
/// 00:00 when it is read.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`#[timestamp]` with a period needs a time, found `{Self}`, which has no `{P}`",
    label = "not a time, or too coarse for this period",
    note = "times are `Timestamp`, `chrono::DateTime<Utc>`, `jiff::Timestamp`, and newtypes of them with `#[derive(CellValue)]`; a date (`chrono::NaiveDate`, `jiff::civil::Date`) has a `day` and a `month`",
    note = "a period needs a time, which an `Option` may not have"
)]
pub trait PeriodVersion<P>: Sized {
    /// A time within the period, in milliseconds since 1970 (UTC).
    fn to_period(&self) -> i64;

    /// Converts the start of the period, in milliseconds since 1970 (UTC).
    ///
    /// # Errors
    /// [`CodecError`] if the type does not have the time.
    fn from_period(start: i64) -> Result<Self, CodecError>;
}

impl<P> PeriodVersion<P> for Timestamp {
    fn to_period(&self) -> i64 {
        self.as_millis()
    }

    fn from_period(start: i64) -> Result<Self, CodecError> {
        Ok(Self::from_millis(start))
    }
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! times {
    ($($type:ty),*) => {$(
        impl<P> PeriodVersion<P> for $type {
            fn to_period(&self) -> i64 {
                TimePart::to_millis(self).0
            }

            fn from_period(start: i64) -> Result<Self, CodecError> {
                TimePart::from_millis(start)
            }
        }
    )*};
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! dates {
    ($($module:ident, $type:ty: $($period:ident)*;)*) => {$($(
        impl PeriodVersion<$period> for $type {
            fn to_period(&self) -> i64 {
                super::$module::date_to_millis(*self)
            }

            fn from_period(start: i64) -> Result<Self, CodecError> {
                super::$module::from_epoch_day(start.div_euclid(DAY_MS))
            }
        }
    )*)*};
}

#[cfg(feature = "chrono")]
times!(chrono::DateTime<chrono::Utc>);
#[cfg(feature = "jiff")]
times!(jiff::Timestamp);
#[cfg(feature = "chrono")]
dates!(chrono, chrono::NaiveDate: Day Month;);
#[cfg(feature = "jiff")]
dates!(jiff, jiff::civil::Date: Day Month;);

impl RowCells<'_> {
    /// Decodes the period of the cells' timestamp for the field with this name.
    #[doc(hidden)]
    pub fn period<T: PeriodVersion<P>, P: PeriodType>(
        &self,
        schema: &'static TableSchema,
        field: &'static str,
    ) -> Result<T, RowError> {
        let start = P::PERIOD.start_of(self.version(schema));
        let value = start
            .map_err(CodecError::from)
            .and_then(|start| T::from_period(start));
        value.map_err(|cause| self.version_error(field, cause))
    }
}
