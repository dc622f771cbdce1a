//! Bounds of time ranges.

#[cfg(any(feature = "chrono", feature = "jiff"))]
use hbase_model::time::DAY_MS;

#[cfg(any(feature = "chrono", feature = "jiff"))]
use crate::key::TimePart;
use crate::time::Timestamp;

/// A bound of a range of cells' timestamps, or one timestamp: a time, a date (all its times in UTC), or a number if the
/// table's versions are numbers.
///
/// `#[derive(CellValue)]` implements it for newtypes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a timestamp of cells",
    label = "expected a time, a date or an `i64`",
    note = "times are `Timestamp`, `chrono::DateTime<Utc>` and `jiff::Timestamp`, dates are `chrono::NaiveDate` and `jiff::civil::Date`; newtypes of them derive `CellValue`"
)]
pub trait VersionBound {
    /// The number of timestamps that a value covers: 1, or the milliseconds of a date.
    const LENGTH: i64 = 1;

    /// The value's first timestamp, rounded down, and whether the value is later than that, by less than a millisecond;
    /// `None` for no bound.
    fn to_bound(&self) -> Option<(i64, bool)>;
}

impl VersionBound for Timestamp {
    fn to_bound(&self) -> Option<(i64, bool)> {
        Some((self.as_millis(), false))
    }
}

impl VersionBound for i64 {
    fn to_bound(&self) -> Option<(i64, bool)> {
        Some((*self, false))
    }
}

impl<T: VersionBound> VersionBound for Option<T> {
    const LENGTH: i64 = T::LENGTH;

    fn to_bound(&self) -> Option<(i64, bool)> {
        self.as_ref().and_then(T::to_bound)
    }
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! times {
    ($($type:ty),*) => {$(
        impl VersionBound for $type {
            fn to_bound(&self) -> Option<(i64, bool)> {
                Some(TimePart::to_millis(self))
            }
        }
    )*};
}

#[cfg(any(feature = "chrono", feature = "jiff"))]
macro_rules! dates {
    ($module:ident, $type:ty) => {
        impl VersionBound for $type {
            const LENGTH: i64 = DAY_MS;

            fn to_bound(&self) -> Option<(i64, bool)> {
                Some((super::$module::date_to_millis(*self), false))
            }
        }
    };
}

#[cfg(feature = "chrono")]
times!(chrono::DateTime<chrono::Utc>);
#[cfg(feature = "jiff")]
times!(jiff::Timestamp);
#[cfg(feature = "chrono")]
dates!(chrono, chrono::NaiveDate);
#[cfg(feature = "jiff")]
dates!(jiff, jiff::civil::Date);
