//! Lines with their numbers and offsets.

use std::io::{BufRead, Read};

use crate::error::{ImportError, Result};

/// Maximum bytes of a line.
const MOST_LINE: u64 = 16 << 20;

/// The lines of a file.
pub(super) struct Lines {
    source: String,
    reader: Box<dyn BufRead + Send>,
    offset: u64,
    number: u64,
    buffer: Vec<u8>,
}

/// One line.
pub(super) struct Line<'a> {
    /// Without its line break.
    pub(super) text: &'a [u8],
    /// From 1.
    pub(super) number: u64,
    /// The offset after it.
    pub(super) end: u64,
}

impl Lines {
    pub(super) fn new(source: &str, reader: Box<dyn BufRead + Send>) -> Self {
        Self {
            source: source.to_owned(),
            reader,
            offset: 0,
            number: 1,
            buffer: Vec::new(),
        }
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// I/O errors, and a line over 16 MiB.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>> {
        self.buffer.clear();
        let number = self.number;
        let fail = |what: String| ImportError::source(&self.source, Some(number), what);
        let mut bounded = (&mut self.reader).take(MOST_LINE);
        let count = bounded
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| fail(error.to_string()))? as u64;
        if count == 0 {
            return Ok(None);
        }
        if count == MOST_LINE {
            return Err(fail(format!("the line has more than {MOST_LINE} bytes")));
        }
        self.number += 1;
        self.offset += count;
        let text = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        Ok(Some(Line {
            text: text.strip_suffix(b"\r").unwrap_or(text),
            number,
            end: self.offset,
        }))
    }

    /// Continues at an offset, where this line starts.
    ///
    /// # Errors
    /// I/O errors, and a file that ends before the offset.
    pub(super) fn skip_to(&mut self, offset: u64, line: u64) -> Result<()> {
        let fail = |what: String| ImportError::source(&self.source, None, what);
        let wanted = offset - self.offset;
        let mut before = (&mut self.reader).take(wanted);
        let skipped = std::io::copy(&mut before, &mut std::io::sink());
        let skipped = skipped.map_err(|error| fail(error.to_string()))?;
        if skipped != wanted {
            let what = format!("found its end at byte {skipped}, expected at least {wanted} bytes");
            return Err(fail(what));
        }
        self.offset = offset;
        self.number = line;
        Ok(())
    }
}
