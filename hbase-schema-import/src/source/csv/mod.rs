//! CSV: RFC 4180, with any delimiter and quote.

mod options;
mod quotes;
mod reader;

pub use options::CsvOptions;

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use hbase_backend::BoxFuture;

use self::quotes::{QuoteError, Quotes};
use self::reader::{Reader, Record};
use super::{Amount, Chunk, ColumnType, Input, Position, Source, SourceColumn, SourceIdentity};
use crate::error::{ImportError, Result};
use crate::value::Value;

/// A CSV file: plain, or compressed by gzip or zstd.
pub struct CsvSource {
    input: Input,
    name: String,
    options: CsvOptions,
    quotes: Quotes,
    columns: Vec<SourceColumn>,
    reader: Reader,
    size: Option<u64>,
}

impl CsvSource {
    /// Opens a file, and reads its header.
    ///
    /// # Errors
    /// A file that cannot be read; options or a header that are invalid.
    pub fn open(input: Input, options: CsvOptions) -> Result<Self> {
        let name = input.name();
        let fail = |what: String| ImportError::source(&name, None, what);
        options.check().map_err(fail)?;
        let opened = input.open(options.encoding().map_err(fail)?)?;
        let mut reader = Reader::new(&name, &options, opened.reader, opened.consumed);
        let quotes = Quotes::of(&options);
        let names = match &options.columns {
            Some(names) => names.clone(),
            None => header(&name, &mut reader, quotes)?,
        };
        if options.header && options.columns.is_some() {
            // The file's own names are read and replaced.
            header(&name, &mut reader, quotes)?;
        }
        check_names(&name, &names)?;
        let columns = names.into_iter().map(|name| SourceColumn {
            name,
            column_type: ColumnType::Text,
        });
        Ok(Self {
            quotes,
            columns: columns.collect(),
            size: opened.size,
            input,
            name,
            options,
            reader,
        })
    }

    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<()> {
        let width = self.columns.len();
        while !chunk.is_full() {
            let Some(record) = self.reader.next()? else {
                break;
            };
            if let Some(why) = invalid(&record, width, self.quotes) {
                chunk.push_invalid(Some(record.line), record.end, record.next_line, why);
                continue;
            }
            let nulls = self.options.null_texts();
            let mut row = chunk.row();
            let mut ends = self.quotes.ends(record.raw);
            for field in record.fields() {
                let is_quoted = ends.next().is_some_and(|end| end.is_quoted);
                let is_null = !is_quoted && nulls.iter().any(|null| null.as_bytes() == field);
                if is_null {
                    row.push(Value::Null);
                } else {
                    row.push_unchecked(field);
                }
            }
            row.finish(Some(record.line), record.end, record.next_line);
        }
        Ok(())
    }
}

/// The reason why a record is not a row.
fn invalid(record: &Record<'_>, width: usize, quotes: Quotes) -> Option<String> {
    let found = record.len();
    if let Some(why) = invalid_quotes(record, quotes) {
        return Some(why);
    }
    if found != width {
        let plural = if found == 1 { "" } else { "s" };
        return Some(format!("found {found} field{plural}, expected {width}"));
    }
    None
}

/// The error in a record's quotes, and the number of lines that it has swallowed.
fn invalid_quotes(record: &Record<'_>, quotes: Quotes) -> Option<String> {
    let what = match quotes.check(record.raw).err()? {
        QuoteError::Open => {
            "found the end of the file in a quoted field, expected its quote".to_owned()
        }
        QuoteError::TextBehind(number) => format!(
            "found text after the closing quote of field {number}, expected a delimiter: is a quote in it not doubled, or one of an earlier line not closed?"
        ),
    };
    let lines = record.next_line.saturating_sub(record.line).max(1);
    let from = record.line;
    Some(match lines {
        1 => what,
        _ => format!("{what}: the {lines} lines from line {from} on are in no row"),
    })
}

/// The names in the first record. A column without a name (pandas writes its index like this) is named by its
/// number, from 1.
fn header(name: &str, reader: &mut Reader, quotes: Quotes) -> Result<Vec<String>> {
    let fail = |what: &str| ImportError::source(name, Some(1), what);
    let Some(record) = reader.next()? else {
        return Err(fail(
            "the file is empty, expected a header with the names of the columns",
        ));
    };
    // If the header has an unclosed quote, the rows after it would become part of a name.
    if let Some(why) = invalid_quotes(&record, quotes) {
        return Err(ImportError::source(
            name,
            Some(record.line),
            format!("the header: {why}"),
        ));
    }
    let names = record.fields().zip(1..).map(|(field, number)| {
        let text = str::from_utf8(field).map_err(|_| {
            fail(
                "the header is no text of the file's encoding: set `encoding` in the mapping's `[csv]`, as \
                 \"gbk\" or \"latin1\"",
            )
        })?;
        Ok(match text.trim() {
            "" => format!("column_{number}"),
            name => name.to_owned(),
        })
    });
    names.collect()
}

fn check_names(name: &str, names: &[String]) -> Result<()> {
    let mut seen = HashSet::new();
    for (at, column) in names.iter().enumerate() {
        if column.is_empty() {
            let what = format!(
                "column {} has no name: name all columns with `columns` in the mapping's `[csv]`",
                at + 1
            );
            return Err(ImportError::source(name, Some(1), what));
        }
        if !seen.insert(column) {
            let what = format!(
                "two columns have the name `{column}`: name all columns with `columns` in the mapping's `[csv]`"
            );
            return Err(ImportError::source(name, Some(1), what));
        }
    }
    Ok(())
}

impl Source for CsvSource {
    fn name(&self) -> &str {
        &self.name
    }

    fn columns(&self) -> &[SourceColumn] {
        &self.columns
    }

    fn identity(&self) -> Result<SourceIdentity, String> {
        self.input.identity()
    }

    fn total(&self) -> Option<Amount> {
        self.size.map(Amount::Bytes)
    }

    fn progress(&self) -> u64 {
        self.reader.consumed().load(Ordering::Relaxed)
    }

    fn seek<'a>(&'a mut self, position: &'a Position) -> BoxFuture<'a, Result<()>> {
        let moved = self.reader.skip_to(position.offset, position.line);
        Box::pin(std::future::ready(moved))
    }

    fn read<'a>(&'a mut self, chunk: &'a mut Chunk) -> BoxFuture<'a, Result<()>> {
        let read = self.read_chunk(chunk);
        Box::pin(std::future::ready(read))
    }
}
