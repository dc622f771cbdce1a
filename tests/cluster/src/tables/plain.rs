//! Values for other programs: as JSON, without `HBase`'s encodings.

use std::fmt::{Debug, Display};

use hbase_schema::{Sequence, TimeOfDay, Timestamp};
use serde::{Serialize, Serializer};

/// Milliseconds since 1970.
pub fn millis<S: Serializer>(time: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_i64(time.as_millis())
}

/// Milliseconds since midnight.
pub fn of_day<S: Serializer>(time: &TimeOfDay, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u32(time.as_millis())
}

/// The number inside.
pub fn sequence<S: Serializer>(number: &Sequence<u32>, to: S) -> Result<S::Ok, S::Error> {
    number.0.serialize(to)
}

/// Bytes, as hex digits.
pub fn hex<S: Serializer>(bytes: &impl AsRef<[u8]>, to: S) -> Result<S::Ok, S::Error> {
    let digits = bytes.as_ref().iter().map(|byte| format!("{byte:02x}"));
    to.serialize_str(&digits.collect::<String>())
}

/// A value's `Display` text: numbers that JSON parsers round, decimals, times.
pub fn text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// A value's `Debug` text: floats with all their digits, times of `chrono` as ISO 8601.
pub fn debug<S: Serializer>(value: &impl Debug, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{value:?}"))
}
