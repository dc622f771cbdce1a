//! Samples with one row key per line, as `HBase`'s shell prints it or in hex.

use std::io::{BufRead, BufReader, Read};

use hbase_model::KeyLayout;
use hbase_model::layout::MAX_KEY;

use super::{InvalidRow, SampleRow};
use crate::error::CliError;
use crate::key_text::parse_key;

/// The longest key with every byte as `\xNN`, and the line end.
const MOST: usize = 4 * MAX_KEY + 2;

pub(crate) struct Lines<'a> {
    input: BufReader<Box<dyn Read>>,
    name: String,
    layout: &'a KeyLayout,
    hex: bool,
    line: u64,
    buffer: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(
        input: Box<dyn Read>,
        name: String,
        layout: &'a KeyLayout,
        hex: bool,
    ) -> Self {
        Self {
            input: BufReader::new(input),
            name,
            layout,
            hex,
            line: 0,
            buffer: Vec::new(),
        }
    }

    /// Reads the next row; empty lines are skipped.
    pub(super) fn next(&mut self) -> Result<Option<Result<SampleRow, InvalidRow>>, CliError> {
        loop {
            let whole = self.read_line()?;
            if self.buffer.is_empty() {
                return Ok(None);
            }
            if !whole {
                return Ok(Some(Err(InvalidRow::without_part(
                    self.line,
                    format!("found a line over {MOST} bytes, expected a key of at most {MAX_KEY}"),
                ))));
            }
            let text = self.buffer.trim_ascii_end();
            // Some editors start a UTF-8 file with this mark.
            let mark = text.strip_prefix("\u{feff}".as_bytes());
            let text = mark.filter(|_| self.line == 1).unwrap_or(text);
            if !text.is_empty() {
                return Ok(Some(self.row(text)));
            }
        }
    }

    fn row(&self, text: &[u8]) -> Result<SampleRow, InvalidRow> {
        let text = str::from_utf8(text).map_err(|_| {
            InvalidRow::without_part(
                self.line,
                "found invalid UTF-8, expected a key as HBase's shell prints it, with `\\xNN`",
            )
        })?;
        let key = parse_key(text, self.hex)
            .map_err(|e| InvalidRow::without_part(self.line, e.to_string()))?;
        self.layout
            .decode(&key)
            .map_err(|error| InvalidRow::of(self.line, &error))?;
        let bytes = key.len() as u64;
        let line = self.line;
        Ok(SampleRow { line, key, bytes })
    }

    /// Reads a line; `false` if it is too long, in which case its rest is skipped.
    fn read_line(&mut self) -> Result<bool, CliError> {
        self.buffer.clear();
        self.line += 1;
        let mut limited = self.input.by_ref().take(MOST as u64);
        let read = limited.read_until(b'\n', &mut self.buffer);
        read.and_then(|read| {
            let whole = read < MOST || self.buffer.ends_with(b"\n");
            if !whole {
                self.input.skip_until(b'\n')?;
            }
            Ok(whole)
        })
        .map_err(|error| {
            CliError::cannot("read on in the sample", &error)
                .at(&self.name)
                .line_column(usize::try_from(self.line).unwrap_or(usize::MAX), None)
        })
    }
}
