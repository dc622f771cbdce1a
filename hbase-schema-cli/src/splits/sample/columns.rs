//! CSV samples, whose header names the key parts.

use std::io::Read;

use csv::{Reader, ReaderBuilder, StringRecord, Trim};
use hbase_model::{KeyLayout, PartValue};

use super::bounded::{Bounded, Budget};
use super::{InvalidRow, SampleRow};
use crate::error::CliError;
use crate::text::{counted, listed, nearest};

pub(crate) struct Columns<'a> {
    reader: Reader<Bounded<Box<dyn Read>>>,
    budget: Budget,
    name: String,
    layout: &'a KeyLayout,
    /// The column of each key part.
    parts: Vec<usize>,
    /// The column with the size of a row.
    bytes: Option<usize>,
    ignored: Vec<String>,
    record: StringRecord,
    /// The next value of a random or round-robin salt: here values are used in turn.
    turn: u32,
}

impl<'a> Columns<'a> {
    pub(super) fn new(
        input: Box<dyn Read>,
        name: String,
        layout: &'a KeyLayout,
        bytes: Option<&str>,
    ) -> Result<Self, CliError> {
        let budget = Budget::new();
        let mut reader = ReaderBuilder::new()
            .trim(Trim::Headers)
            .from_reader(Bounded::new(input, budget.clone()));
        let header = reader
            .headers()
            .map_err(|error| unreadable(&error, &name))?
            .clone();
        let find = |column: &str| find(&header, column, &name);
        let parts = layout.parts.iter().map(|part| find(&part.name));
        let parts: Vec<usize> = parts.collect::<Result<_, _>>()?;
        let bytes = bytes.map(find).transpose()?;
        let used = |at: usize| parts.contains(&at) || bytes == Some(at);
        let unused = header.iter().enumerate().filter(|(at, _)| !used(*at));
        let ignored = unused.map(|(_, name)| name.to_owned()).collect();
        Ok(Self {
            reader,
            budget,
            name,
            layout,
            parts,
            bytes,
            ignored,
            record: StringRecord::new(),
            turn: 0,
        })
    }

    pub(super) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    pub(super) fn next(&mut self) -> Result<Option<Result<SampleRow, InvalidRow>>, CliError> {
        self.budget.renew();
        match self.reader.read_record(&mut self.record) {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(self.row())),
            Err(error) => match invalid_row(&error) {
                Some(invalid) => Ok(Some(Err(invalid))),
                None => Err(unreadable(&error, &self.name)),
            },
        }
    }

    fn row(&mut self) -> Result<SampleRow, InvalidRow> {
        let line = self.record.position().map_or(0, csv::Position::line);
        let values = self
            .values()
            .map_err(|error| InvalidRow::of(line, &error))?;
        self.turn = self.turn.wrapping_add(1);
        let key = self
            .layout
            .encode_with(&values, self.turn.wrapping_sub(1))
            .map_err(|error| InvalidRow::of(line, &error))?;
        let bytes = self.row_bytes(line, key.len() as u64)?;
        Ok(SampleRow { line, key, bytes })
    }

    fn values(&self) -> Result<Vec<PartValue>, hbase_model::LayoutError> {
        let columns = self.parts.iter().map(|at| &self.record[*at]);
        let parts = self.layout.parts.iter().zip(columns);
        parts.map(|(part, text)| part.parse(text)).collect()
    }

    fn row_bytes(&self, line: u64, of_key: u64) -> Result<u64, InvalidRow> {
        let Some(at) = self.bytes else {
            return Ok(of_key);
        };
        let text = &self.record[at];
        text.trim().parse().map_err(|_| InvalidRow {
            line,
            part: self.reader_column(at),
            message: format!("found {text:?}, expected a number of bytes"),
        })
    }

    fn reader_column(&self, at: usize) -> Option<String> {
        let mut names = self.layout.parts.iter().zip(&self.parts);
        let part = names.find(|(_, column)| **column == at);
        part.map(|(part, _)| part.name.to_string())
    }
}

fn find(header: &StringRecord, column: &str, name: &str) -> Result<usize, CliError> {
    let mut columns = header.iter();
    if let Some(at) = columns.position(|found| found == column) {
        return Ok(at);
    }
    let names: Vec<&str> = header.iter().collect();
    let error = CliError::usage(format_args!("the sample has no column `{column}`"))
        .at(name)
        .line_column(1, None)
        .expected("a header with the names of the key parts")
        .found(listed(&names));
    Err(match nearest(column, &names) {
        Some(near) => error.help(format_args!("rename the column `{near}` to `{column}`")),
        None => error.help("for a file with one key per line, use `--keys`"),
    })
}

/// An error of one record only: the next one can be read.
fn invalid_row(error: &csv::Error) -> Option<InvalidRow> {
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => Some(InvalidRow::without_part(
            pos.as_ref().map_or(0, csv::Position::line),
            format!(
                "found {}, expected {expected_len} as in the header",
                counted(*len, "column")
            ),
        )),
        csv::ErrorKind::Utf8 { pos, err } => Some(InvalidRow::without_part(
            pos.as_ref().map_or(0, csv::Position::line),
            format!(
                "found invalid UTF-8 in column {}, expected text",
                err.field() + 1
            ),
        )),
        _ => None,
    }
}

fn unreadable(error: &csv::Error, name: &str) -> CliError {
    let line = error.position().map(csv::Position::line);
    let placed = CliError::unreachable(format_args!("cannot read the sample: {error}")).at(name);
    match line.and_then(|line| usize::try_from(line).ok()) {
        Some(line) => placed.line_column(line, None),
        None => placed,
    }
}
