//! Rows in one buffer.

use super::json_value::{is_escaped, plain_value};
use crate::value::{Slot, Value};

/// The bytes of values at which a chunk is full.
const CHUNK_BYTES: usize = 256 << 10;

/// The rows at which a chunk is full.
const CHUNK_ROWS: usize = 8192;

/// The values at which a chunk is full: rows may have many columns without text.
const CHUNK_VALUES: usize = 128 << 10;

/// Rows whose text and bytes are in one buffer, which is reused.
#[derive(Debug, Default)]
pub struct Chunk {
    bytes: Vec<u8>,
    slots: Vec<Slot>,
    rows: Vec<RowEnd>,
}

/// The end of a row in the chunk, and its location in the source.
#[derive(Debug)]
struct RowEnd {
    slots: usize,
    line: Option<u64>,
    /// The offset and the line after the row.
    offset: u64,
    next_line: u64,
    invalid: Option<String>,
}

/// A row of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct ChunkRow<'a> {
    bytes: &'a [u8],
    slots: &'a [Slot],
    end: &'a RowEnd,
}

/// Appends the values of one row.
#[derive(Debug)]
pub struct RowBuilder<'a>(&'a mut Chunk);

impl Chunk {
    /// An empty chunk.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether it is full: a bound on the rows and bytes in memory.
    pub fn is_full(&self) -> bool {
        self.bytes.len() >= CHUNK_BYTES
            || self.rows.len() >= CHUNK_ROWS
            || self.slots.len() >= CHUNK_VALUES
    }

    /// Removes all rows and keeps the memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.slots.clear();
        self.rows.clear();
    }

    /// Starts a row; it counts once it is [`finished`](RowBuilder::finish).
    pub fn row(&mut self) -> RowBuilder<'_> {
        let slots = self.rows.last().map_or(0, |row| row.slots);
        self.slots.truncate(slots);
        RowBuilder(self)
    }

    /// Appends a row that has no values, with the reason.
    pub fn push_invalid(&mut self, line: Option<u64>, offset: u64, next_line: u64, why: String) {
        let slots = self.rows.last().map_or(0, |row| row.slots);
        self.slots.truncate(slots);
        self.rows.push(RowEnd {
            slots: self.slots.len(),
            line,
            offset,
            next_line,
            invalid: Some(why),
        });
    }

    /// The rows, in order.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = ChunkRow<'_>> {
        let start = |at: usize| {
            at.checked_sub(1)
                .map_or(0, |before| self.rows[before].slots)
        };
        self.rows.iter().enumerate().map(move |(at, end)| ChunkRow {
            bytes: &self.bytes,
            slots: &self.slots[start(at)..end.slots],
            end,
        })
    }
}

impl RowBuilder<'_> {
    /// Appends a value; its text or bytes are copied.
    pub fn push(&mut self, value: Value<'_>) {
        let chunk = &mut *self.0;
        let from = chunk.bytes.len();
        let slot = match value {
            Value::Text(text) => {
                chunk.bytes.extend_from_slice(text.as_bytes());
                Slot::Text(from, chunk.bytes.len())
            }
            Value::Bytes(bytes) => {
                chunk.bytes.extend_from_slice(bytes);
                Slot::Bytes(from, chunk.bytes.len())
            }
            Value::Undecodable(bytes) => {
                chunk.bytes.extend_from_slice(bytes);
                Slot::Undecodable(from, chunk.bytes.len())
            }
            Value::Null => Slot::Value(Value::Null),
            Value::Bool(value) => Slot::Value(Value::Bool(value)),
            Value::Int(value) => Slot::Value(Value::Int(value)),
            Value::Uint(value) => Slot::Value(Value::Uint(value)),
            Value::Float32(value) => Slot::Value(Value::Float32(value)),
            Value::Float64(value) => Slot::Value(Value::Float64(value)),
            Value::Decimal(value) => Slot::Value(Value::Decimal(value)),
            Value::Moment(value) => Slot::Value(Value::Moment(value)),
            Value::Local(value) => Slot::Value(Value::Local(value)),
            Value::Date(value) => Slot::Value(Value::Date(value)),
            Value::TimeOfDay(value) => Slot::Value(Value::TimeOfDay(value)),
        };
        chunk.slots.push(slot);
    }

    /// Appends text that may not be UTF-8; a row with such a value is rejected.
    pub fn push_unchecked(&mut self, text: &[u8]) {
        let from = self.0.bytes.len();
        self.0.bytes.extend_from_slice(text);
        self.0.slots.push(Slot::Unchecked(from, self.0.bytes.len()));
    }

    /// Appends a JSON value; the chunk keeps its JSON too.
    ///
    /// # Errors
    /// A string that contains half of a character.
    pub(crate) fn push_json(&mut self, json: &str) -> Result<(), serde_json::Error> {
        let text: Option<String> = is_escaped(json)
            .then(|| serde_json::from_str(json))
            .transpose()?;
        let chunk = &mut *self.0;
        let from = chunk.bytes.len();
        chunk.bytes.extend_from_slice(json.as_bytes());
        let behind = chunk.bytes.len();
        chunk
            .bytes
            .extend(text.into_iter().flat_map(String::into_bytes));
        chunk
            .slots
            .push(Slot::Json(from, behind, chunk.bytes.len()));
        Ok(())
    }

    /// Ends the row: its line, and the offset and line after it.
    pub fn finish(self, line: Option<u64>, offset: u64, next_line: u64) {
        self.0.rows.push(RowEnd {
            slots: self.0.slots.len(),
            line,
            offset,
            next_line,
            invalid: None,
        });
    }
}

impl<'a> ChunkRow<'a> {
    /// The value of a column; NULL for one that the row does not have.
    pub fn value(&self, column: usize) -> Value<'a> {
        let of = |from: usize, to: usize| &self.bytes[from..to];
        match self.slots.get(column) {
            None => Value::Null,
            Some(Slot::Value(value)) => *value,
            Some(&Slot::Bytes(from, to)) => Value::Bytes(of(from, to)),
            // Even if it is text by chance, such as a driver's description of a value.
            Some(&Slot::Undecodable(from, to)) => Value::Undecodable(of(from, to)),
            Some(&(Slot::Text(from, to) | Slot::Unchecked(from, to))) => {
                match str::from_utf8(of(from, to)) {
                    Ok(text) => Value::Text(text),
                    Err(_) => Value::Undecodable(of(from, to)),
                }
            }
            Some(&Slot::Json(from, behind, to)) => {
                let utf8 = |bytes| str::from_utf8(bytes).unwrap_or_default();
                plain_value(utf8(of(from, behind)), utf8(of(behind, to)))
            }
        }
    }

    /// The JSON of a column's value, if the source is JSON.
    pub(crate) fn json(&self, column: usize) -> Option<&'a str> {
        match self.slots.get(column) {
            Some(&Slot::Json(from, behind, _)) => str::from_utf8(&self.bytes[from..behind]).ok(),
            _ => None,
        }
    }

    /// The reason why the row is invalid as a whole.
    pub fn invalid(&self) -> Option<&'a str> {
        self.end.invalid.as_deref()
    }

    /// The line at which the row starts, from 1.
    pub fn line(&self) -> Option<u64> {
        self.end.line
    }

    /// The offset after the row.
    pub fn offset(&self) -> u64 {
        self.end.offset
    }

    /// The line after the row.
    pub fn next_line(&self) -> u64 {
        self.end.next_line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undecodable_stays_so() {
        let mut chunk = Chunk::new();
        let mut row = chunk.row();
        row.push(Value::Undecodable(b"a time finer than a microsecond"));
        row.push_unchecked(b"text");
        row.push_unchecked(b"\xff");
        row.finish(None, 0, 0);
        let row = chunk.rows().next().unwrap();
        let values = [0, 1, 2].map(|column| row.value(column));
        let described = Value::Undecodable(b"a time finer than a microsecond");
        assert_eq!(
            values,
            [described, Value::Text("text"), Value::Undecodable(b"\xff")]
        );
    }
}
