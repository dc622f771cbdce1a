//! The types of ODBC, and their values.

use hbase_schema_import::source::database::DatabaseColumn;
use hbase_schema_import::{ColumnType, RowBuilder, Value};
use jiff::civil;
use odbc_api::sys::{Date, SqlDataType, Time, Timestamp};
use odbc_api::{CursorRow, DataType, Error, Nullable};

/// Replaces invalid UTF-16: UTF-8 never contains it, so the row is rejected.
const MALFORMED: &[u8] = &[0xff];

/// The form in which a column's values are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OdbcFormat {
    /// As digits: drivers have signed and unsigned integers of up to 64 bits.
    Integer,
    Decimal,
    Float32,
    Float64,
    Bool,
    Text,
    Bytes,
    Date,
    TimeOfDay,
    Local,
    /// Not read.
    Unsupported,
}

/// A column of a statement, and the form in which its values are read.
pub(crate) fn column(name: String, found: DataType) -> (DatabaseColumn, OdbcFormat) {
    let (format, column_type) = of_type(found);
    let is_orderable = matches!(
        format,
        OdbcFormat::Integer | OdbcFormat::Decimal | OdbcFormat::Date | OdbcFormat::Local
    );
    let column = DatabaseColumn {
        name,
        column_type,
        declared: format!("{found:?}"),
        is_orderable,
    };
    (column, format)
}

fn of_type(found: DataType) -> (OdbcFormat, ColumnType) {
    match found {
        DataType::TinyInt | DataType::SmallInt | DataType::Integer | DataType::BigInt => {
            (OdbcFormat::Integer, ColumnType::Integer)
        }
        DataType::Numeric { .. } | DataType::Decimal { .. } => {
            (OdbcFormat::Decimal, ColumnType::Decimal)
        }
        DataType::Real => (OdbcFormat::Float32, ColumnType::Float),
        // Some drivers report the precision in decimal digits instead of bits: both fit into 64 bits.
        DataType::Float { .. } | DataType::Double => (OdbcFormat::Float64, ColumnType::Float),
        DataType::Bit => (OdbcFormat::Bool, ColumnType::Bool),
        DataType::Char { .. }
        | DataType::WChar { .. }
        | DataType::Varchar { .. }
        | DataType::WVarchar { .. }
        | DataType::LongVarchar { .. }
        | DataType::WLongVarchar { .. }
        | DataType::Other {
            data_type: SqlDataType::EXT_GUID,
            ..
        } => (OdbcFormat::Text, ColumnType::Text),
        DataType::Binary { .. } | DataType::Varbinary { .. } | DataType::LongVarbinary { .. } => {
            (OdbcFormat::Bytes, ColumnType::Bytes)
        }
        DataType::Date => (OdbcFormat::Date, ColumnType::Date),
        DataType::Time { .. } => (OdbcFormat::TimeOfDay, ColumnType::TimeOfDay),
        DataType::Timestamp { .. } => (OdbcFormat::Local, ColumnType::Local),
        DataType::Unknown | DataType::Other { .. } => {
            (OdbcFormat::Unsupported, ColumnType::Unsupported)
        }
    }
}

/// The buffers of a row's values, reused for all rows.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    narrow: Vec<u8>,
    wide: Vec<u16>,
}

/// Appends the values of a row, in the order of the columns, as some drivers require.
pub(crate) fn push(
    row: &mut CursorRow<'_>,
    formats: &[OdbcFormat],
    buffers: &mut Buffers,
    to: &mut RowBuilder<'_>,
) -> Result<(), Error> {
    for (number, format) in (1..).zip(formats) {
        match format {
            OdbcFormat::Integer | OdbcFormat::Decimal => {
                let has_value = row.get_text(number, &mut buffers.narrow)?;
                let value = has_value.then(|| digits(*format, &buffers.narrow));
                to.push(value.unwrap_or(Value::Null));
            }
            OdbcFormat::Text => {
                let has_value = row.get_wide_text(number, &mut buffers.wide)?;
                push_text(has_value.then_some(buffers.wide.as_slice()), to);
            }
            OdbcFormat::Bytes => {
                let has_value = row.get_binary(number, &mut buffers.narrow)?;
                let value = has_value.then_some(Value::Bytes(&buffers.narrow));
                to.push(value.unwrap_or(Value::Null));
            }
            OdbcFormat::Unsupported => to.push(Value::Null),
            fixed => to.push(of_fixed(row, number, *fixed)?),
        }
    }
    Ok(())
}

fn digits(format: OdbcFormat, bytes: &[u8]) -> Value<'_> {
    let Ok(text) = str::from_utf8(bytes) else {
        return Value::Undecodable(bytes);
    };
    let integer = || match (text.parse(), text.parse()) {
        (Ok(value), _) => Some(Value::Int(value)),
        (_, Ok(value)) => Some(Value::Uint(value)),
        _ => None,
    };
    let found = if format == OdbcFormat::Integer {
        integer()
    } else {
        // Oracle and others leave out the zero before the point.
        text.parse().ok().map(Value::Decimal)
    };
    found.unwrap_or(Value::Text(text))
}

fn push_text(found: Option<&[u16]>, to: &mut RowBuilder<'_>) {
    match found.map(String::from_utf16) {
        None => to.push(Value::Null),
        Some(Ok(text)) => to.push(Value::Text(&text)),
        Some(Err(_)) => to.push_unchecked(MALFORMED),
    }
}

/// A value of a fixed width.
fn of_fixed(
    row: &mut CursorRow<'_>,
    number: u16,
    format: OdbcFormat,
) -> Result<Value<'static>, Error> {
    Ok(match format {
        OdbcFormat::Float32 => get::<f32>(row, number)?.map_or(Value::Null, Value::Float32),
        OdbcFormat::Float64 => get::<f64>(row, number)?.map_or(Value::Null, Value::Float64),
        OdbcFormat::Bool => {
            get::<u8>(row, number)?.map_or(Value::Null, |bit| Value::Bool(bit != 0))
        }
        OdbcFormat::Date => get::<Date>(row, number)?.map_or(Value::Null, date),
        OdbcFormat::TimeOfDay => get::<Time>(row, number)?.map_or(Value::Null, time_of_day),
        OdbcFormat::Local => get::<Timestamp>(row, number)?.map_or(Value::Null, local),
        _ => Value::Null,
    })
}

fn get<T>(row: &mut CursorRow<'_>, number: u16) -> Result<Option<T>, Error>
where
    T: Default + Copy + odbc_api::Pod,
{
    let mut found = Nullable::<T>::null();
    row.get_data(number, &mut found)?;
    Ok(found.into_opt())
}

fn date(found: Date) -> Value<'static> {
    days(found.year, found.month, found.day).map_or(OUTSIDE, Value::Date)
}

fn time_of_day(found: Time) -> Value<'static> {
    let seconds =
        i64::from(found.hour) * 3600 + i64::from(found.minute) * 60 + i64::from(found.second);
    Value::TimeOfDay(seconds * 1_000_000)
}

fn local(found: Timestamp) -> Value<'static> {
    let Some(days) = days(found.year, found.month, found.day) else {
        return OUTSIDE;
    };
    if !found.fraction.is_multiple_of(1000) {
        return TOO_FINE;
    }
    let seconds = i64::from(days) * 86_400
        + i64::from(found.hour) * 3600
        + i64::from(found.minute) * 60
        + i64::from(found.second);
    Value::Local(seconds * 1_000_000 + i64::from(found.fraction / 1000))
}

/// Text, so that a cell of another type rejects the row.
const OUTSIDE: Value<'static> = Value::Undecodable(b"a date out of the years -9999 to 9999");
const TOO_FINE: Value<'static> = Value::Undecodable(b"a time finer than a microsecond");

fn days(year: i16, month: u16, day: u16) -> Option<i32> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    let date = civil::Date::new(year, month, day).ok()?;
    Some(date.since(civil::date(1970, 1, 1)).ok()?.get_days())
}
