//! Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{
    Compression, GzipLevel, LogicalType, Repetition, TimeUnit, Type as PhysicalType, ZstdLevel,
};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use super::decode::{ExportColumn, ExportType, Exported};
use super::writer::{RowWriter, put_text};

/// The bytes of values at which a row group is written.
const GROUP_BYTES: usize = 32 << 20;

/// The compression of a Parquet file's pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParquetCompression {
    /// None.
    None,
    /// Snappy, which every reader has.
    #[default]
    Snappy,
    /// gzip.
    Gzip,
    /// zstd.
    Zstd,
}

/// Parquet: numbers, times and bytes have their types. Decimals are text, because the decimals of a Parquet
/// column have one scale. Up to 32 MiB of values are in memory.
pub struct ParquetWriter<W: Write + Send> {
    compression: ParquetCompression,
    /// The output, until the file is started.
    out: Option<W>,
    file: Option<SerializedFileWriter<W>>,
    columns: Vec<Buffer>,
    bytes: usize,
}

/// The values of a column in the row group.
struct Buffer {
    nullable: bool,
    /// Whether each row has a value.
    levels: Vec<i16>,
    values: Values,
}

enum Values {
    Bool(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
}

impl<W: Write + Send> ParquetWriter<W> {
    /// A writer; it buffers itself.
    pub fn new(out: W, compression: ParquetCompression) -> Self {
        Self {
            compression,
            out: Some(out),
            file: None,
            columns: Vec::new(),
            bytes: 0,
        }
    }

    /// Writes the rows so far as a row group.
    fn write_group(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else {
            return Ok(());
        };
        let mut group = file.next_row_group().map_err(failed)?;
        for buffer in &mut self.columns {
            let Some(column) = group.next_column().map_err(failed)? else {
                break;
            };
            buffer.write(column).map_err(failed)?;
        }
        group.close().map_err(failed)?;
        self.bytes = 0;
        Ok(())
    }
}

impl<W: Write + Send> RowWriter for ParquetWriter<W> {
    fn start(&mut self, columns: &[ExportColumn<'_>]) -> io::Result<()> {
        let fields = columns.iter().map(|column| field(column).map(Arc::new));
        let fields = fields.collect::<Result<_, _>>().map_err(failed)?;
        let schema = Type::group_type_builder("schema").with_fields(fields);
        let schema = Arc::new(schema.build().map_err(failed)?);
        let compression = match self.compression {
            ParquetCompression::None => Compression::UNCOMPRESSED,
            ParquetCompression::Snappy => Compression::SNAPPY,
            ParquetCompression::Gzip => Compression::GZIP(GzipLevel::default()),
            ParquetCompression::Zstd => Compression::ZSTD(ZstdLevel::default()),
        };
        let properties = WriterProperties::builder().set_compression(compression);
        let Some(out) = self.out.take() else {
            return Err(io::Error::other("the file is started already"));
        };
        let file = SerializedFileWriter::new(out, schema, Arc::new(properties.build()));
        self.file = Some(file.map_err(failed)?);
        self.columns = columns.iter().map(Buffer::new).collect();
        Ok(())
    }

    fn write(&mut self, row: &[Exported<'_>]) -> io::Result<()> {
        for (value, buffer) in row.iter().zip(&mut self.columns) {
            self.bytes += buffer.push(value)?;
        }
        if self.bytes >= GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        if self.bytes > 0 {
            self.write_group()?;
        }
        let Some(mut file) = self.file.take() else {
            return Ok(());
        };
        file.finish().map_err(failed)?;
        file.inner_mut().flush()
    }
}

/// The field of a column.
fn field(column: &ExportColumn<'_>) -> Result<Type, ParquetError> {
    let (physical, logical) = types(column.export_type());
    let repetition = if column.is_nullable() {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    Type::primitive_type_builder(column.name(), physical)
        .with_repetition(repetition)
        .with_logical_type(logical)
        .build()
}

fn types(export_type: ExportType) -> (PhysicalType, Option<LogicalType>) {
    match export_type {
        ExportType::Bool => (PhysicalType::BOOLEAN, None),
        ExportType::Integer { width, signed } => {
            let physical = if width <= 4 {
                PhysicalType::INT32
            } else {
                PhysicalType::INT64
            };
            let bits = i8::try_from(width.saturating_mul(8)).unwrap_or(64);
            (physical, Some(LogicalType::integer(bits, signed)))
        }
        ExportType::Float32 => (PhysicalType::FLOAT, None),
        ExportType::Float64 => (PhysicalType::DOUBLE, None),
        ExportType::Number | ExportType::Text => {
            (PhysicalType::BYTE_ARRAY, Some(LogicalType::String))
        }
        ExportType::Json => (PhysicalType::BYTE_ARRAY, Some(LogicalType::Json)),
        ExportType::Bytes => (PhysicalType::BYTE_ARRAY, None),
        ExportType::Time => {
            let logical = LogicalType::timestamp(true, TimeUnit::MILLIS);
            (PhysicalType::INT64, Some(logical))
        }
        ExportType::TimeOfDay => {
            let logical = LogicalType::time(false, TimeUnit::MILLIS);
            (PhysicalType::INT32, Some(logical))
        }
    }
}

impl Buffer {
    fn new(column: &ExportColumn<'_>) -> Self {
        let values = match types(column.export_type()).0 {
            PhysicalType::BOOLEAN => Values::Bool(Vec::new()),
            PhysicalType::INT32 => Values::Int32(Vec::new()),
            PhysicalType::INT64 => Values::Int64(Vec::new()),
            PhysicalType::FLOAT => Values::Float(Vec::new()),
            PhysicalType::DOUBLE => Values::Double(Vec::new()),
            _ => Values::Bytes(Vec::new()),
        };
        Self {
            nullable: column.is_nullable(),
            levels: Vec::new(),
            values,
        }
    }

    /// Appends a value; returns the bytes of memory that it takes.
    fn push(&mut self, value: &Exported<'_>) -> io::Result<usize> {
        let is_null = *value == Exported::Null;
        if self.nullable {
            self.levels.push(i16::from(!is_null));
        }
        if is_null && self.nullable {
            return Ok(2);
        }
        match (&mut self.values, value) {
            (Values::Bool(values), Exported::Bool(value)) => values.push(*value),
            (Values::Int32(values), Exported::TimeOfDay(ms)) => values.push(ms.cast_signed()),
            (Values::Int32(values), Exported::Int(value)) => values.push(low32(*value)?),
            (Values::Int64(values), Exported::Time(ms)) => values.push(*ms),
            (Values::Int64(values), Exported::Int(value)) => values.push(low64(*value)?),
            (Values::Float(values), Exported::Float32(value)) => values.push(*value),
            (Values::Double(values), Exported::Float64(value)) => values.push(*value),
            (Values::Bytes(values), Exported::Bytes(bytes)) => values.push(bytes.to_vec().into()),
            (Values::Bytes(values), value) => {
                let mut text = String::new();
                put_text(value, &mut text);
                values.push(text.into_bytes().into());
            }
            (_, other) => return Err(io::Error::other(format!("{other:?} is of another type"))),
        }
        Ok(match &self.values {
            Values::Bytes(values) => 40 + values.last().map_or(0, ByteArray::len),
            _ => 10,
        })
    }

    fn write(&mut self, mut column: SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = self.nullable.then_some(self.levels.as_slice());
        match &mut self.values {
            Values::Bool(values) => write::<BoolType>(&mut column, values, levels)?,
            Values::Int32(values) => write::<Int32Type>(&mut column, values, levels)?,
            Values::Int64(values) => write::<Int64Type>(&mut column, values, levels)?,
            Values::Float(values) => write::<FloatType>(&mut column, values, levels)?,
            Values::Double(values) => write::<DoubleType>(&mut column, values, levels)?,
            Values::Bytes(values) => write::<ByteArrayType>(&mut column, values, levels)?,
        }
        self.levels.clear();
        column.close()
    }
}

/// Writes the values of a column, and removes them.
fn write<T: DataType>(
    column: &mut SerializedColumnWriter<'_>,
    values: &mut Vec<T::T>,
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    column.typed::<T>().write_batch(values, levels, None)?;
    values.clear();
    Ok(())
}

/// The bits of a signed or unsigned integer.
fn low32(value: i128) -> io::Result<i32> {
    let signed = i32::try_from(value);
    let bits = signed.or_else(|_| u32::try_from(value).map(u32::cast_signed));
    bits.map_err(io::Error::other)
}

fn low64(value: i128) -> io::Result<i64> {
    let signed = i64::try_from(value);
    let bits = signed.or_else(|_| u64::try_from(value).map(u64::cast_signed));
    bits.map_err(io::Error::other)
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(cause) => match cause.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(other) => io::Error::other(other),
        },
        other => io::Error::other(other),
    }
}
