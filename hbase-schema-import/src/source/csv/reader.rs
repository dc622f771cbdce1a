//! Records with their offsets, lines and bytes.

use std::io::Read;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use csv_core::ReadRecordResult;

use super::CsvOptions;
use crate::error::{ImportError, Result};
use crate::source::transcode::read_some;

/// Maximum bytes of a record: with an unclosed quote, the whole file would be read.
const MOST_RECORD: usize = 16 << 20;

/// The bytes that are read at once.
const READ: usize = 256 << 10;

/// A parser over a reader. The bytes of the current record stay in the buffer.
pub(super) struct Reader {
    source: String,
    input: Box<dyn Read + Send>,
    consumed: Arc<AtomicU64>,
    parser: csv_core::Reader,
    buffer: Vec<u8>,
    /// The bytes of the buffer that are not parsed yet.
    from: usize,
    to: usize,
    /// The offset of the buffer's first byte in the decoded stream.
    buffer_offset: u64,
    is_last: bool,
    fields: Vec<u8>,
    ends: Vec<usize>,
}

/// One record.
pub(super) struct Record<'a> {
    fields: &'a [u8],
    ends: &'a [usize],
    /// Its bytes as in the file, without the line break.
    pub(super) raw: &'a [u8],
    /// The line at which it starts, from 1.
    pub(super) line: u64,
    /// The offset after it.
    pub(super) end: u64,
    /// The line after it.
    pub(super) next_line: u64,
}

impl<'a> Record<'a> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn fields(&self) -> impl Iterator<Item = &'a [u8]> {
        let (fields, ends) = (self.fields, self.ends);
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(move |(from, &to)| &fields[from..to])
    }
}

/// The lengths that parsing a record has consumed.
struct Parsed {
    /// From the start of the line breaks before the record.
    raw_from: usize,
    fields: usize,
    ends: usize,
}

impl Reader {
    pub(super) fn new(
        source: &str,
        options: &CsvOptions,
        reader: Box<dyn Read + Send>,
        consumed: Arc<AtomicU64>,
    ) -> Self {
        let byte = |c: char| u8::try_from(c).unwrap_or(0);
        let mut parser = csv_core::ReaderBuilder::new();
        parser.delimiter(byte(options.delimiter));
        match options.quote {
            Some(quote) => parser.quote(byte(quote)),
            None => parser.quoting(false),
        };
        let parser = parser.build();
        let mut new = Self {
            source: source.to_owned(),
            input: reader,
            consumed,
            parser,
            buffer: vec![0; READ],
            from: 0,
            to: 0,
            buffer_offset: 0,
            is_last: false,
            fields: vec![0; 4096],
            ends: vec![0; 64],
        };
        new.restart(1);
        new
    }

    /// Restarts the parser at a line, with an empty line before it: at the very start, the parser would skip a
    /// byte order mark, which is data here.
    fn restart(&mut self, line: u64) {
        self.parser.reset();
        self.parser
            .read_record(b"\n", &mut self.fields, &mut self.ends);
        self.parser.set_line(line);
    }

    pub(super) fn consumed(&self) -> &AtomicU64 {
        &self.consumed
    }

    /// The offset of the next record, in the decoded stream.
    pub(super) fn offset(&self) -> u64 {
        self.buffer_offset + self.from as u64
    }

    /// The next record; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Record<'_>>> {
        self.skip_line_breaks()?;
        let line = self.parser.line();
        let mut parsed = Parsed {
            raw_from: self.from,
            fields: 0,
            ends: 0,
        };
        loop {
            if self.from == self.to && !self.is_last {
                self.refill(&mut parsed.raw_from, line)?;
            }
            let input = &self.buffer[self.from..self.to];
            let (result, read, written, ends) = self.parser.read_record(
                input,
                &mut self.fields[parsed.fields..],
                &mut self.ends[parsed.ends..],
            );
            self.from += read;
            parsed.fields += written;
            parsed.ends += ends;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => grow(&mut self.fields),
                ReadRecordResult::OutputEndsFull => grow(&mut self.ends),
                ReadRecordResult::Record => {
                    return Ok(Some(self.record(&parsed, line)));
                }
                ReadRecordResult::End => return Ok(None),
            }
        }
    }

    fn record(&self, parsed: &Parsed, line: u64) -> Record<'_> {
        let raw = &self.buffer[parsed.raw_from..self.from];
        let text = raw.strip_suffix(b"\n").unwrap_or(raw);
        let text = text.strip_suffix(b"\r").unwrap_or(text);
        Record {
            fields: &self.fields[..parsed.fields],
            ends: &self.ends[..parsed.ends],
            raw: text,
            line,
            end: self.offset(),
            next_line: self.parser.line(),
        }
    }

    /// Consumes line breaks before a record, so that its bytes start with its first field. Empty lines are not
    /// records.
    fn skip_line_breaks(&mut self) -> Result<()> {
        loop {
            if self.from == self.to && !self.is_last {
                let mut from = self.from;
                self.refill(&mut from, self.parser.line())?;
            }
            match self.buffer[self.from..self.to].first() {
                Some(b'\r' | b'\n') => {
                    // The parser counts the line.
                    let byte = self.from..self.from + 1;
                    let line = &self.buffer[byte];
                    self.parser
                        .read_record(line, &mut self.fields, &mut self.ends);
                    self.from += 1;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Reads more bytes after those from `keep` on, which moves to the buffer's start.
    fn refill(&mut self, keep: &mut usize, line: u64) -> Result<()> {
        self.buffer.copy_within(*keep..self.to, 0);
        self.buffer_offset += *keep as u64;
        self.from -= *keep;
        self.to -= *keep;
        *keep = 0;
        if self.to > MOST_RECORD {
            let what = format!(
                "the record has more than {MOST_RECORD} bytes: is a quote not closed, or does the file have another delimiter?"
            );
            return Err(ImportError::source(&self.source, Some(line), what));
        }
        if self.buffer.len() - self.to < READ / 2 {
            let wider = self.buffer.len() * 2;
            self.buffer.resize(wider, 0);
        }
        let read = read_some(&mut *self.input, &mut self.buffer[self.to..]);
        let count = read
            .map_err(|error| ImportError::source(&self.source, Some(self.parser.line()), error))?;
        self.to += count;
        self.is_last = count == 0;
        Ok(())
    }

    /// Continues at an offset of the decoded stream, where this line starts.
    pub(super) fn skip_to(&mut self, offset: u64, line: u64) -> Result<()> {
        while self.offset() < offset {
            if self.from == self.to && !self.is_last {
                let mut from = self.from;
                self.refill(&mut from, line)?;
            }
            let wanted = usize::try_from(offset - self.offset()).unwrap_or(usize::MAX);
            let count = wanted.min(self.to - self.from);
            if count == 0 {
                let what = format!(
                    "found its end at byte {}, expected at least {offset} bytes: it is another file",
                    self.offset()
                );
                return Err(ImportError::source(&self.source, None, what));
            }
            self.from += count;
        }
        self.restart(line);
        Ok(())
    }
}

fn grow<T: Clone + Default>(buffer: &mut Vec<T>) {
    let wider = buffer.len() * 2;
    buffer.resize(wider, T::default());
}
