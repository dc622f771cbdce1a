//! Columns of one row group, read a few rows at a time.

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;

use super::types::Conversion;
use super::value::Physical;
use crate::source::RowBuilder;
use crate::value::Value;

/// A column whose rows are decoded a few at a time.
pub(super) trait Column: Send {
    /// Decodes the next rows in place of the last ones; returns their number.
    fn read(&mut self, rows: usize) -> Result<usize, ParquetError>;

    /// Skips rows; returns their number.
    fn skip(&mut self, rows: usize) -> Result<usize, ParquetError>;

    /// Appends the value of the next decoded row.
    ///
    /// # Errors
    /// A value that cannot be represented; the row is then incomplete.
    fn push_next(&mut self, truncate: bool, row: &mut RowBuilder<'_>) -> Result<(), String>;
}

/// A column of one physical type.
struct Typed<T: DataType> {
    reader: ColumnReaderImpl<T>,
    conversion: Conversion,
    physical: fn(&T::T) -> Physical<'_>,
    /// The level of a value; a lower one is NULL. Without levels each row has a value.
    value_level: i16,
    levels: Vec<i16>,
    values: Vec<T::T>,
    next_row: usize,
    next_value: usize,
}

pub(super) fn open_column(
    reader: ColumnReader,
    value_level: i16,
    conversion: Conversion,
) -> Box<dyn Column> {
    let (level, to) = (value_level, conversion);
    match reader {
        ColumnReader::BoolColumnReader(reader) => boxed(reader, level, to, |v| Physical::Bool(*v)),
        ColumnReader::Int32ColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Int32(*v))
        }
        ColumnReader::Int64ColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Int64(*v))
        }
        ColumnReader::Int96ColumnReader(reader) => boxed(reader, level, to, |v| Physical::Int96(v)),
        ColumnReader::FloatColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Float(*v))
        }
        ColumnReader::DoubleColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Double(*v))
        }
        ColumnReader::ByteArrayColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Bytes(v.data()))
        }
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            boxed(reader, level, to, |v| Physical::Bytes(v.data()))
        }
    }
}

fn boxed<T: DataType>(
    reader: ColumnReaderImpl<T>,
    value_level: i16,
    conversion: Conversion,
    physical: fn(&T::T) -> Physical<'_>,
) -> Box<dyn Column> {
    Box::new(Typed {
        reader,
        conversion,
        physical,
        value_level,
        levels: Vec::new(),
        values: Vec::new(),
        next_row: 0,
        next_value: 0,
    })
}

impl<T: DataType> Column for Typed<T> {
    fn read(&mut self, rows: usize) -> Result<usize, ParquetError> {
        self.levels.clear();
        self.values.clear();
        (self.next_row, self.next_value) = (0, 0);
        let levels = (self.value_level > 0).then_some(&mut self.levels);
        let (read, ..) = self
            .reader
            .read_records(rows, levels, None, &mut self.values)?;
        Ok(read)
    }

    fn skip(&mut self, rows: usize) -> Result<usize, ParquetError> {
        self.reader.skip_records(rows)
    }

    fn push_next(&mut self, truncate: bool, row: &mut RowBuilder<'_>) -> Result<(), String> {
        let level = self.levels.get(self.next_row).copied();
        self.next_row += 1;
        if level.unwrap_or(self.value_level) < self.value_level {
            row.push(Value::Null);
            return Ok(());
        }
        let value = self.values.get(self.next_value);
        self.next_value += 1;
        match value {
            Some(value) => (self.physical)(value).push(&self.conversion, truncate, row),
            None => Err("found fewer values than rows: the file is damaged".to_owned()),
        }
    }
}
