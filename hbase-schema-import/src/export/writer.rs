//! Writers of files.

use std::fmt::Write as _;
use std::io::{self, Write};

use hbase_model::PartValue;

use super::decode::{ExportColumn, Exported};
use crate::convert::{written_bytes, written_time};

/// A file that receives an export.
pub trait RowWriter {
    /// Writes the part before the rows, such as a header.
    ///
    /// # Errors
    /// I/O errors.
    fn start(&mut self, columns: &[ExportColumn<'_>]) -> io::Result<()>;

    /// Writes one row, in the order of the columns.
    ///
    /// # Errors
    /// I/O errors.
    fn write(&mut self, row: &[Exported<'_>]) -> io::Result<()>;

    /// Writes the part after the rows, and flushes.
    ///
    /// # Errors
    /// I/O errors.
    fn finish(&mut self) -> io::Result<()>;
}

/// Appends the text of a value, which an import reads back; nothing for NULL. A float always has a fraction or
/// an exponent, so that an import does not take its shortest digits for an integer, which it would not round.
pub(super) fn put_text(value: &Exported<'_>, out: &mut String) {
    let written = match value {
        Exported::Null => Ok(()),
        Exported::Bool(value) => write!(out, "{value}"),
        Exported::Int(value) => write!(out, "{value}"),
        Exported::Float32(value) => write!(out, "{value:?}"),
        Exported::Float64(value) => write!(out, "{value:?}"),
        Exported::Decimal(value) => write!(out, "{value}"),
        Exported::Text(text) => out.write_str(text),
        Exported::Json(text) => out.write_str(text),
        Exported::Bytes(bytes) => out.write_str(&written_bytes(bytes)),
        Exported::Time(ms) => out.write_str(&written_time(*ms)),
        Exported::TimeOfDay(ms) => write!(out, "{}", PartValue::TimeOfDay(*ms)),
    };
    debug_assert!(written.is_ok(), "a string takes any text");
}

/// CSV as an import reads it by default: a header, commas, UTF-8. An absent cell is an empty field, and empty text is
/// `""`.
#[derive(Debug)]
pub struct CsvWriter<W> {
    out: W,
    delimiter: char,
    record: String,
    field: String,
}

impl<W: Write> CsvWriter<W> {
    /// A writer; `out` should be buffered.
    pub fn new(out: W) -> Self {
        Self::with_delimiter(out, ',')
    }

    /// A writer with another delimiter, such as a tab.
    pub fn with_delimiter(out: W, delimiter: char) -> Self {
        Self {
            out,
            delimiter,
            record: String::new(),
            field: String::new(),
        }
    }

    /// Appends the field to the record, quoted where it needs to be.
    fn quote(&mut self) {
        let text = &self.field;
        if !text.is_empty() && !text.contains([self.delimiter, '"', '\r', '\n']) {
            self.record += text;
            return;
        }
        self.record.push('"');
        self.record += &text.replace('"', "\"\"");
        self.record.push('"');
    }

    fn end(&mut self) -> io::Result<()> {
        self.record.push('\n');
        self.out.write_all(self.record.as_bytes())?;
        self.record.clear();
        Ok(())
    }

    fn separate(&mut self, index: usize) {
        self.field.clear();
        if index > 0 {
            self.record.push(self.delimiter);
        }
    }
}

impl<W: Write> RowWriter for CsvWriter<W> {
    fn start(&mut self, columns: &[ExportColumn<'_>]) -> io::Result<()> {
        for (index, column) in columns.iter().enumerate() {
            self.separate(index);
            self.field += column.name();
            self.quote();
        }
        self.end()
    }

    fn write(&mut self, row: &[Exported<'_>]) -> io::Result<()> {
        for (index, value) in row.iter().enumerate() {
            self.separate(index);
            if *value != Exported::Null {
                put_text(value, &mut self.field);
                self.quote();
            }
        }
        self.end()
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// JSON lines: one object per row, with `null` for absent cells.
#[derive(Debug)]
pub struct JsonLinesWriter<W> {
    out: W,
    /// Each name as JSON.
    names: Vec<String>,
    line: Vec<u8>,
    text: String,
}

impl<W: Write> JsonLinesWriter<W> {
    /// A writer; `out` should be buffered.
    pub fn new(out: W) -> Self {
        Self {
            out,
            names: Vec::new(),
            line: Vec::new(),
            text: String::new(),
        }
    }

    fn value(&mut self, value: &Exported<'_>) -> io::Result<()> {
        self.text.clear();
        put_text(value, &mut self.text);
        let text = self.text.as_bytes();
        match value {
            Exported::Null => self.line.extend_from_slice(b"null"),
            // A line break between tokens would end the line.
            Exported::Json(_) => {
                let bytes = text.trim_ascii().iter().map(|byte| match byte {
                    b'\n' | b'\r' => b' ',
                    byte => *byte,
                });
                self.line.extend(bytes);
            }
            value if is_token(value) => self.line.extend_from_slice(text),
            _ => serde_json::to_writer(&mut self.line, &self.text)?,
        }
        Ok(())
    }
}

/// Whether JSON can represent the value as a number or a boolean: it has only finite floats.
fn is_token(value: &Exported<'_>) -> bool {
    match value {
        Exported::Bool(_) | Exported::Int(_) | Exported::Decimal(_) => true,
        Exported::Float32(value) => value.is_finite(),
        Exported::Float64(value) => value.is_finite(),
        _ => false,
    }
}

impl<W: Write> RowWriter for JsonLinesWriter<W> {
    fn start(&mut self, columns: &[ExportColumn<'_>]) -> io::Result<()> {
        let names = columns
            .iter()
            .map(|column| serde_json::to_string(column.name()));
        self.names = names.collect::<Result<_, _>>()?;
        Ok(())
    }

    fn write(&mut self, row: &[Exported<'_>]) -> io::Result<()> {
        self.line.clear();
        for (index, value) in row.iter().enumerate() {
            self.line.push(if index == 0 { b'{' } else { b',' });
            let name = self.names.get(index).map_or("\"\"", String::as_str);
            self.line.extend_from_slice(name.as_bytes());
            self.line.push(b':');
            self.value(value)?;
        }
        self.line.extend_from_slice(b"}\n");
        self.out.write_all(&self.line)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
