//! Parquet files.

mod column;
mod compression;
mod guard;
mod types;
mod value;

use std::fs::File;

use hbase_backend::BoxFuture;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

use self::column::{Column, open_column};
use self::compression::check_compression;
use self::guard::{check_offsets, guarded};
use self::types::Conversion;
use super::{Amount, Chunk, ColumnType, Input, Position, Source, SourceColumn, SourceIdentity};
use crate::error::{ImportError, Result};
use crate::mapping::Mapping;
use crate::value::Value;

/// Maximum rows that are decoded at once, and maximum bytes, estimated by the row group's average.
const BATCH_ROWS: u64 = 1024;
const BATCH_BYTES: u64 = 2 << 20;

/// A Parquet file of columns that are not nested; compressed by Snappy, gzip, zstd or LZ4. One page of each column, and up to
/// 1024 rows, are in memory.
pub struct ParquetSource {
    input: Input,
    name: String,
    file: SerializedFileReader<File>,
    columns: Vec<SourceColumn>,
    /// The conversion of each column; `None` for those of unsupported types.
    conversions: Vec<Option<Conversion>>,
    /// Whether each column is read.
    is_used: Vec<bool>,
    /// The types of columns that have none.
    unsupported: Vec<Option<String>>,
    truncate_times: bool,
    /// The rows of all row groups.
    rows: u64,
    /// The rows read so far.
    read: u64,
    next_group: usize,
    group: Option<Group>,
}

/// A row group that is being read.
struct Group {
    index: usize,
    /// Its columns, in the order of the source's; `None` for those that are skipped.
    columns: Vec<Option<Box<dyn Column>>>,
    /// The rows that are not decoded yet.
    left: u64,
    /// The decoded rows that are not in a chunk yet.
    decoded: u64,
    /// The rows that are decoded at once.
    batch: u64,
}

impl ParquetSource {
    /// Opens a file. Columns that the mapping skips are not read unless an import uses them in its keys; those of nested types are
    /// [`Unsupported`](ColumnType::Unsupported).
    ///
    /// # Errors
    /// A file that cannot be read or is damaged; the standard input, and files that are not regular.
    pub fn open(input: Input, mapping: &Mapping) -> Result<Self> {
        let name = input.name();
        let file = open_file(&input, &name)?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let fields = schema.root_schema().get_fields().iter();
        let found = fields.clone().map(|field| types::conversion(field));
        let found: Vec<Result<Conversion, String>> = found.collect();
        let is_skipped = |name: &str| mapping.skip.iter().any(|skipped| skipped == name);
        let is_used = fields.clone().map(|field| !is_skipped(field.name()));
        let is_used: Vec<bool> = is_used.collect();
        check_compression(file.metadata(), &is_used)
            .map_err(|what| ImportError::source(&name, None, what))?;
        let conversions = found.iter().map(|found| found.as_ref().ok().cloned());
        let columns = fields.clone().zip(&found).map(|(field, found)| {
            let column_type = found.as_ref().map(Conversion::column_type);
            SourceColumn {
                name: field.name().to_owned(),
                column_type: column_type.unwrap_or(ColumnType::Unsupported),
            }
        });
        let groups = file.metadata().row_groups().iter();
        let rows = groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0));
        Ok(Self {
            columns: columns.collect(),
            conversions: conversions.collect(),
            is_used,
            rows: rows.sum(),
            unsupported: found.into_iter().map(Result::err).collect(),
            truncate_times: mapping.truncate_times,
            read: 0,
            next_group: 0,
            group: None,
            input,
            name,
            file,
        })
    }

    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<()> {
        while !chunk.is_full() && self.fill()? {
            let Some(group) = &mut self.group else { break };
            while group.decoded > 0 && !chunk.is_full() {
                push_row(group, &self.columns, self.truncate_times, chunk);
                group.decoded -= 1;
                self.read += 1;
            }
        }
        Ok(())
    }

    /// Makes sure that a row is decoded; `false` at the end of the file.
    fn fill(&mut self) -> Result<bool> {
        loop {
            match &mut self.group {
                Some(group) if group.decoded > 0 => return Ok(true),
                Some(group) if group.left > 0 => group.decode(&self.name)?,
                _ if self.next_group < self.file.num_row_groups() => self.open_group()?,
                _ => return Ok(false),
            }
        }
    }

    /// Opens the next row group.
    fn open_group(&mut self) -> Result<()> {
        let index = self.next_group;
        let fail = |error: ParquetError| in_group(&self.name, index, &error);
        let reader = guarded(|| self.file.get_row_group(index)).map_err(fail)?;
        let metadata = reader.metadata();
        let rows = u64::try_from(metadata.num_rows()).unwrap_or(0);
        let bytes = u64::try_from(metadata.total_byte_size()).unwrap_or(0);
        let schema = metadata.schema_descr();
        let mut columns: Vec<Option<Box<dyn Column>>> = Vec::new();
        columns.resize_with(self.columns.len(), || None);
        for leaf in 0..schema.num_columns() {
            let root = schema.get_column_root_idx(leaf);
            if let (Some(conversion), true) = (&self.conversions[root], self.is_used[root]) {
                let levels = schema.column(leaf).max_def_level();
                let column = guarded(|| reader.get_column_reader(leaf)).map_err(fail)?;
                columns[root] = Some(open_column(column, levels, conversion.clone()));
            }
        }
        self.group = Some(Group {
            index,
            columns,
            left: rows,
            decoded: 0,
            batch: (BATCH_BYTES / (bytes / rows.max(1)).max(1)).clamp(1, BATCH_ROWS),
        });
        self.next_group += 1;
        Ok(())
    }

    /// Continues after the first rows.
    fn skip(&mut self, rows: u64) -> Result<()> {
        if rows > self.rows {
            let what = format!(
                "found {} rows, expected at least {rows}: it is another file",
                self.rows
            );
            return Err(ImportError::source(&self.name, None, what));
        }
        let mut left = rows;
        while left > 0 {
            let metadata = self.file.metadata().row_group(self.next_group);
            let group = u64::try_from(metadata.num_rows()).unwrap_or(0);
            if group <= left {
                left -= group;
                self.next_group += 1;
                continue;
            }
            self.open_group()?;
            if let Some(group) = &mut self.group {
                group.skip(left, &self.name)?;
            }
            left = 0;
        }
        self.read = rows;
        Ok(())
    }
}

impl Group {
    /// Decodes the next rows of all columns.
    fn decode(&mut self, name: &str) -> Result<()> {
        let expected = self.batch.min(self.left);
        self.each_column(name, expected, |column, count| column.read(count))?;
        self.left -= expected;
        self.decoded = expected;
        Ok(())
    }

    fn skip(&mut self, rows: u64, name: &str) -> Result<()> {
        self.each_column(name, rows, |column, count| column.skip(count))?;
        self.left -= rows;
        Ok(())
    }

    /// Moves all columns by the same number of rows, which each of them must have.
    fn each_column(
        &mut self,
        name: &str,
        rows: u64,
        step: impl Fn(&mut dyn Column, usize) -> Result<usize, ParquetError>,
    ) -> Result<()> {
        let count = usize::try_from(rows).unwrap_or(usize::MAX);
        for column in self.columns.iter_mut().flatten() {
            let found = guarded(|| step(&mut **column, count));
            let found = found.map_err(|error| in_group(name, self.index, &error))?;
            if found != count {
                let what = format!(
                    "row group {}: found the end of a column {} rows early: the file is damaged",
                    self.index,
                    count - found
                );
                return Err(ImportError::source(name, None, what));
            }
        }
        Ok(())
    }
}

/// Opens a file, and checks its metadata.
fn open_file(input: &Input, name: &str) -> Result<SerializedFileReader<File>> {
    let path = match input {
        Input::File(path) if !input.is_read_once() => path,
        _ => {
            let what = "a Parquet file is read from its end: write it to a regular file";
            return Err(ImportError::source(name, None, what));
        }
    };
    let file = File::open(path);
    let file = file.map_err(|error| ImportError::file("cannot read", name, error))?;
    let file = guarded(|| SerializedFileReader::new(file));
    let file = file.map_err(|error| damaged(name, &error))?;
    check_offsets(&file).map_err(|error| damaged(name, &error))?;
    Ok(file)
}

/// Appends the next decoded row; it is invalid if a value cannot be represented.
fn push_row(group: &mut Group, columns: &[SourceColumn], truncate: bool, chunk: &mut Chunk) {
    let mut row = chunk.row();
    let mut why = None;
    for (column, values) in columns.iter().zip(&mut group.columns) {
        let Some(values) = values else {
            row.push(Value::Null);
            continue;
        };
        if let Err(error) = values.push_next(truncate, &mut row) {
            why.get_or_insert_with(|| format!("column `{}`: {error}", column.name));
        }
    }
    match why {
        None => row.finish(None, 0, 0),
        Some(why) => chunk.push_invalid(None, 0, 0, why),
    }
}

fn damaged(name: &str, error: &ParquetError) -> ImportError {
    let what = format!("expected a Parquet file: {error}");
    ImportError::source(name, None, what)
}

fn in_group(name: &str, group: usize, error: &ParquetError) -> ImportError {
    ImportError::source(name, None, format!("row group {group}: {error}"))
}

impl Source for ParquetSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[SourceColumn] {
        &self.columns
    }

    fn declared_type(&self, column: usize) -> Option<&str> {
        self.unsupported.get(column)?.as_deref()
    }

    fn use_columns(&mut self, columns: &[usize]) {
        for (index, is_used) in self.is_used.iter_mut().enumerate() {
            *is_used = columns.contains(&index);
        }
    }

    fn identity(&self) -> Result<SourceIdentity, String> {
        self.input.identity()
    }

    fn total(&self) -> Option<Amount> {
        Some(Amount::Rows(self.rows))
    }

    fn progress(&self) -> u64 {
        self.read
    }

    fn seek<'a>(&'a mut self, position: &'a Position) -> BoxFuture<'a, Result<()>> {
        let moved = self.skip(position.rows);
        Box::pin(std::future::ready(moved))
    }

    fn read<'a>(&'a mut self, chunk: &'a mut Chunk) -> BoxFuture<'a, Result<()>> {
        let read = self.read_chunk(chunk);
        Box::pin(std::future::ready(read))
    }
}
