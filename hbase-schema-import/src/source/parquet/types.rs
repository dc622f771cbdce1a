//! The types of a file's columns, and the conversions of their values.

use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as PhysicalType};
use parquet::schema::types::Type;

use crate::source::ColumnType;

/// Maximum digits of a decimal, like this project's decimals.
const MOST_DIGITS: i32 = 38;

/// The result of converting a column's physical values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Conversion {
    /// Nothing: all values are NULL.
    Null,
    Bool,
    Signed,
    /// The bits of a signed value are those of an unsigned one.
    Unsigned,
    Float,
    /// 16-bit floats.
    Half,
    Decimal {
        scale: i32,
    },
    Text,
    Bytes,
    /// 16 bytes as text with hyphens.
    Uuid,
    Date,
    TimeOfDay(TimeUnit),
    Timestamp {
        unit: TimeUnit,
        is_utc: bool,
    },
    /// A day and nanoseconds, without a zone: the file does not say in which zone they were written.
    Int96,
}

impl Conversion {
    pub(super) const fn column_type(&self) -> ColumnType {
        match self {
            Self::Null => ColumnType::Unknown,
            Self::Bool => ColumnType::Bool,
            Self::Signed | Self::Unsigned => ColumnType::Integer,
            Self::Float | Self::Half => ColumnType::Float,
            Self::Decimal { .. } => ColumnType::Decimal,
            Self::Text | Self::Uuid => ColumnType::Text,
            Self::Bytes => ColumnType::Bytes,
            Self::Date => ColumnType::Date,
            Self::TimeOfDay(_) => ColumnType::TimeOfDay,
            Self::Timestamp { is_utc: true, .. } => ColumnType::Moment,
            Self::Timestamp { is_utc: false, .. } | Self::Int96 => ColumnType::Local,
        }
    }
}

/// The conversion of a column.
///
/// # Errors
/// The type, if its values are not supported.
pub(super) fn conversion(field: &Type) -> Result<Conversion, String> {
    if field.is_group() {
        return Err("nested".to_owned());
    }
    if field.get_basic_info().repetition() == Repetition::REPEATED {
        return Err("repeated".to_owned());
    }
    match field.get_basic_info().logical_type_ref() {
        Some(logical) => of_logical(field, logical),
        None => of_converted(field),
    }
}

fn of_logical(field: &Type, logical: &LogicalType) -> Result<Conversion, String> {
    Ok(match logical {
        LogicalType::String | LogicalType::Enum | LogicalType::Json => Conversion::Text,
        LogicalType::Decimal(_) => return decimal(field),
        LogicalType::Date => Conversion::Date,
        LogicalType::Time(time) => Conversion::TimeOfDay(time.unit),
        LogicalType::Timestamp(time) => Conversion::Timestamp {
            unit: time.unit,
            is_utc: time.is_adjusted_to_u_t_c,
        },
        LogicalType::Integer(integer) if integer.is_signed => Conversion::Signed,
        LogicalType::Integer(_) => Conversion::Unsigned,
        LogicalType::Unknown => Conversion::Null,
        LogicalType::Bson => Conversion::Bytes,
        LogicalType::Uuid => Conversion::Uuid,
        LogicalType::Float16 => Conversion::Half,
        other => return Err(format!("{other:?}")),
    })
}

/// The types of files that were written before Parquet had logical types.
fn of_converted(field: &Type) -> Result<Conversion, String> {
    let time = |unit| Conversion::Timestamp { unit, is_utc: true };
    Ok(match field.get_basic_info().converted_type() {
        ConvertedType::NONE => of_physical(field.get_physical_type()),
        ConvertedType::UTF8 | ConvertedType::ENUM | ConvertedType::JSON => Conversion::Text,
        ConvertedType::DECIMAL => return decimal(field),
        ConvertedType::DATE => Conversion::Date,
        ConvertedType::TIME_MILLIS => Conversion::TimeOfDay(TimeUnit::MILLIS),
        ConvertedType::TIME_MICROS => Conversion::TimeOfDay(TimeUnit::MICROS),
        ConvertedType::TIMESTAMP_MILLIS => time(TimeUnit::MILLIS),
        ConvertedType::TIMESTAMP_MICROS => time(TimeUnit::MICROS),
        ConvertedType::UINT_8
        | ConvertedType::UINT_16
        | ConvertedType::UINT_32
        | ConvertedType::UINT_64 => Conversion::Unsigned,
        ConvertedType::INT_8
        | ConvertedType::INT_16
        | ConvertedType::INT_32
        | ConvertedType::INT_64 => Conversion::Signed,
        ConvertedType::BSON => Conversion::Bytes,
        other => return Err(other.to_string()),
    })
}

const fn of_physical(physical: PhysicalType) -> Conversion {
    match physical {
        PhysicalType::BOOLEAN => Conversion::Bool,
        PhysicalType::INT32 | PhysicalType::INT64 => Conversion::Signed,
        PhysicalType::INT96 => Conversion::Int96,
        PhysicalType::FLOAT | PhysicalType::DOUBLE => Conversion::Float,
        PhysicalType::BYTE_ARRAY | PhysicalType::FIXED_LEN_BYTE_ARRAY => Conversion::Bytes,
    }
}

fn decimal(field: &Type) -> Result<Conversion, String> {
    let (precision, scale) = (field.get_precision(), field.get_scale());
    if precision > MOST_DIGITS {
        return Err(format!("decimal({precision}, {scale})"));
    }
    Ok(Conversion::Decimal { scale })
}
