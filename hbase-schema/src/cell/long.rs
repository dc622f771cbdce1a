//! The times of other crates in cells, as a `long`.
//!
//! Java's `Bytes` has no encoding of dates and times, so they are the `long` that Java's types return:
//! `Instant.toEpochMilli()`, `LocalDate.toEpochDay()`, `LocalTime.toNanoOfDay()`. With `text` they
//! are ISO 8601, which keeps nanoseconds.

use hbase_model::ValueError;

use super::codec::CellFormat;
use crate::codec::CodecError;

pub(super) const LONG: CellFormat = CellFormat::Integer {
    width: 8,
    signed: true,
};

/// Implements cells for a type that is stored as a `long`, and compares as one.
macro_rules! as_long {
    ($library:ident; $($type:ty, $logical:ident, $to:path, $from:path;)*) => {$(
        $crate::cell::cell! {
            NativeCodec, $type,
            CellFacts::new(LONG, LogicalType::$logical { library: TimeLibrary::$library }),
            |value, out| EncodeCell::<NativeCodec>::encode_cell(&$to(*value)?, out)?,
            |bytes| $from(<i64 as DecodeCell<'_, NativeCodec>>::decode_cell(bytes)?)
        }

        impl CompareValue for $type {}

        impl CompareCell<NativeCodec, Self> for $type {
            fn filter(
                column: &ColumnSchema,
                op: CompareOp,
                value: &Self,
            ) -> Result<Filter, CodecError> {
                long(column, op, $to(*value)?)
            }
        }
    )*};
}
pub(super) use as_long;

/// Returns whole milliseconds, the resolution of the cell.
pub(super) fn whole((millis, finer): (i64, bool)) -> Result<i64, CodecError> {
    if finer {
        return Err(CodecError::new(
            "found a time finer than a millisecond, expected whole milliseconds: drop the finer part first, or use `text` in `#[column]`",
        ));
    }
    Ok(millis)
}

pub(super) fn out_of_range(expected: &'static str) -> CodecError {
    ValueError::OutOfRange { expected }.into()
}
