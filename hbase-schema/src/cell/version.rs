//! Types of the field that holds the cells' timestamp.

use crate::time::Timestamp;

/// A type that can be the timestamp of a row's cells: `#[timestamp]`.
#[diagnostic::on_unimplemented(
    message = "`#[timestamp]` needs a `Timestamp` or a number of your own, found `{Self}`",
    label = "not a cell's timestamp",
    note = "`Timestamp` is milliseconds since 1970; `i64` is any number from 0"
)]
pub trait CellVersion: Sized {
    /// The cells' timestamp; `None` for the server's clock.
    fn to_timestamp(&self) -> Option<i64>;
    /// Converts the newest of the cells' timestamps.
    fn from_timestamp(timestamp: i64) -> Self;
}

/// A property of a type: its timestamps are milliseconds since 1970, which a TTL requires.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a `#[timestamp]` that is not in milliseconds since 1970 cannot have a `ttl`: rows would expire at once, or never",
    label = "`{Self}` need not be a time",
    note = "make the field a `Timestamp`, or leave out the `ttl` of the families"
)]
pub trait MillisVersion {}

impl CellVersion for Timestamp {
    fn to_timestamp(&self) -> Option<i64> {
        Some(self.as_millis())
    }

    fn from_timestamp(timestamp: i64) -> Self {
        Self::from_millis(timestamp)
    }
}

impl CellVersion for i64 {
    fn to_timestamp(&self) -> Option<i64> {
        Some(*self)
    }

    fn from_timestamp(timestamp: i64) -> Self {
        timestamp
    }
}

impl<T: CellVersion> CellVersion for Option<T> {
    fn to_timestamp(&self) -> Option<i64> {
        self.as_ref().and_then(T::to_timestamp)
    }

    fn from_timestamp(timestamp: i64) -> Self {
        Some(T::from_timestamp(timestamp))
    }
}

impl MillisVersion for Timestamp {}
impl<T: MillisVersion> MillisVersion for Option<T> {}
