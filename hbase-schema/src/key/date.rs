//! The date in a table's name, as a field of its rows.

use hbase_model::time::{Period, PeriodUnit};

use super::error::{KeyError, shown};
use crate::codec::CodecError;

/// A type of the field that holds the date in a table's name: `#[table_date]`.
///
/// A [`Timestamp`](crate::Timestamp) works for every unit: a row belongs to the table of the period that contains it,
/// in UTC, and a row that is read has the period's start. Dates of `chrono` and `jiff` have no hours.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the date in a table's name",
    label = "not a date",
    note = "`Timestamp`, `hbase_schema::time::Period`, and the dates of `chrono` and `jiff` (features of the same names) are such types"
)]
pub trait TableDate: Sized + std::fmt::Debug {
    /// The finest unit that the type can represent.
    const FINEST: PeriodUnit;

    /// A time within the period, in milliseconds since 1970.
    ///
    /// # Errors
    /// [`CodecError`] for a value that is not a time.
    fn to_millis(&self) -> Result<i64, CodecError>;

    /// The value for a period.
    ///
    /// # Errors
    /// [`CodecError`] for a period that the type cannot represent.
    fn of_period(period: Period) -> Result<Self, CodecError>;

    /// The period of this unit that contains the date.
    ///
    /// # Errors
    /// [`CodecError`] for a time before 1970 or after the year 9999, and for a unit that the type
    /// cannot represent.
    fn period(&self, unit: PeriodUnit) -> Result<Period, CodecError> {
        check_unit::<Self>(unit)?;
        Period::of(unit, self.to_millis()?).map_err(CodecError::from)
    }
}

/// Rejects a type that cannot represent this unit. If a struct names the type, the compiler has rejected it; a type
/// parameter is known only here.
pub(crate) fn check_unit<T: TableDate>(unit: PeriodUnit) -> Result<(), CodecError> {
    if T::FINEST <= unit {
        return Ok(());
    }
    Err(CodecError::new(format!(
        "found a type whose finest period is {}, expected one that can represent {}: use `Timestamp`",
        T::FINEST.with_article(),
        unit.with_article()
    )))
}

/// The period of a row or key with this date, for generated code.
#[doc(hidden)]
pub fn period_of<T: TableDate>(
    row: &'static str,
    field: &'static str,
    unit: PeriodUnit,
    date: &T,
) -> Result<Option<Period>, KeyError> {
    date.period(unit)
        .map(Some)
        .map_err(|cause| KeyError::Encode {
            row,
            part: field,
            value: shown(date),
            cause,
        })
}
