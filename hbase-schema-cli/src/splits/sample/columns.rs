//! CSV samples whose header names the key parts. They are read like an import's files.

use std::collections::VecDeque;
use std::path::Path;

use hbase_model::{KeyLayout, LayoutError, PartValue};
use hbase_schema_import::{
    Chunk, ChunkRow, CsvOptions, CsvSource, ImportError, Input, Source as _, Value,
};
use tokio::runtime::{Builder, Runtime};

use super::{InvalidRow, SampleRow};
use crate::error::CliError;
use crate::text::{listed, nearest};

pub(crate) struct Columns<'a> {
    source: CsvSource,
    runtime: Runtime,
    chunk: Chunk,
    rows: VecDeque<Result<SampleRow, InvalidRow>>,
    name: String,
    used: Used<'a>,
    ignored: Vec<String>,
}

/// The columns from which rows are made.
struct Used<'a> {
    layout: &'a KeyLayout,
    /// The column of each key part.
    parts: Vec<usize>,
    /// The column with the size of a row.
    bytes: Option<usize>,
    /// The next value of a random or round-robin salt: here values are used in turn.
    turn: u32,
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        path: &Path,
        layout: &'a KeyLayout,
        bytes: Option<&str>,
    ) -> Result<Self, CliError> {
        let name = path.display().to_string();
        // A key part is never NULL: an empty field is empty text.
        let options = CsvOptions {
            null: Some(Vec::new()),
            ..CsvOptions::default()
        };
        let source = CsvSource::open(Input::parse(&name), options);
        let source = source.map_err(|error| unreadable(&error, &name))?;
        let header: Vec<&str> = source.columns().iter().map(|c| c.name.as_str()).collect();
        let find = |column: &str| find(&header, column, &name);
        let parts = layout.parts.iter().map(|part| find(&part.name));
        let parts: Vec<usize> = parts.collect::<Result<_, _>>()?;
        let bytes = bytes.map(find).transpose()?;
        let used = |at: usize| parts.contains(&at) || bytes == Some(at);
        let unused = header.iter().enumerate().filter(|(at, _)| !used(*at));
        let ignored = unused.map(|(_, name)| (*name).to_owned()).collect();
        let runtime = Builder::new_current_thread()
            .build()
            .map_err(|error| CliError::cannot("start the event loop", &error))?;
        Ok(Self {
            source,
            runtime,
            chunk: Chunk::new(),
            rows: VecDeque::new(),
            name,
            used: Used {
                layout,
                parts,
                bytes,
                turn: 0,
            },
            ignored,
        })
    }

    pub(super) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    pub(super) fn next(&mut self) -> Result<Option<Result<SampleRow, InvalidRow>>, CliError> {
        if self.rows.is_empty() {
            self.chunk.clear();
            let read = self.runtime.block_on(self.source.read(&mut self.chunk));
            read.map_err(|error| unreadable(&error, &self.name))?;
            let rows = self.chunk.rows().map(|row| self.used.row(&row));
            self.rows.extend(rows);
        }
        Ok(self.rows.pop_front())
    }
}

impl Used<'_> {
    fn row(&mut self, row: &ChunkRow<'_>) -> Result<SampleRow, InvalidRow> {
        let line = row.line().unwrap_or_default();
        if let Some(why) = row.invalid() {
            return Err(InvalidRow::without_part(line, why));
        }
        let values = self.values(row, line)?;
        self.turn = self.turn.wrapping_add(1);
        let key = self
            .layout
            .encode_with(&values, self.turn.wrapping_sub(1))
            .map_err(|error| InvalidRow::of(line, &error))?;
        let bytes = self.row_bytes(row, line, key.len() as u64)?;
        Ok(SampleRow { line, key, bytes })
    }

    fn values(&self, row: &ChunkRow<'_>, line: u64) -> Result<Vec<PartValue>, InvalidRow> {
        let parts = self.layout.parts.iter().zip(&self.parts);
        let values = parts.map(|(part, &at)| {
            let parsed = part.parse(self.text(row, line, at)?);
            parsed.map_err(|error: LayoutError| InvalidRow::of(line, &error))
        });
        values.collect()
    }

    fn text<'r>(&self, row: &ChunkRow<'r>, line: u64, at: usize) -> Result<&'r str, InvalidRow> {
        match row.value(at) {
            Value::Text(text) => Ok(text),
            _ => Err(InvalidRow {
                line,
                part: self.part(at),
                message: format!("found invalid UTF-8 in column {}, expected text", at + 1),
            }),
        }
    }

    fn row_bytes(&self, row: &ChunkRow<'_>, line: u64, of_key: u64) -> Result<u64, InvalidRow> {
        let Some(at) = self.bytes else {
            return Ok(of_key);
        };
        let text = self.text(row, line, at)?;
        text.trim().parse().map_err(|_| InvalidRow {
            line,
            part: self.part(at),
            message: format!("found {text:?}, expected a number of bytes"),
        })
    }

    /// The key part of a column.
    fn part(&self, at: usize) -> Option<String> {
        let mut names = self.layout.parts.iter().zip(&self.parts);
        let part = names.find(|(_, column)| **column == at);
        part.map(|(part, _)| part.name.to_string())
    }
}

fn find(header: &[&str], column: &str, name: &str) -> Result<usize, CliError> {
    if let Some(at) = header.iter().position(|found| *found == column) {
        return Ok(at);
    }
    let error = CliError::usage(format_args!("the sample has no column `{column}`"))
        .at(name)
        .line_column(1, None)
        .expected("a header with the names of the key parts")
        .found(listed(header));
    Err(match nearest(column, header) {
        Some(near) => error.help(format_args!("rename the column `{near}` to `{column}`")),
        None => error.help("for a file with one key per line, use `--keys`"),
    })
}

fn unreadable(error: &ImportError, name: &str) -> CliError {
    match error {
        ImportError::File { cause, .. } => CliError::cannot("read the sample", cause).at(name),
        ImportError::Source { line, what, .. } => {
            let placed = CliError::unreachable(format_args!("cannot read the sample: {what}"));
            match line.and_then(|line| usize::try_from(line).ok()) {
                Some(line) => placed.at(name).line_column(line, None),
                None => placed.at(name),
            }
        }
        other => CliError::unreachable(format_args!("cannot read the sample: {other}")).at(name),
    }
}
