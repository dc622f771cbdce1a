//! Finds a message's end while its bytes arrive: without frames, no length precedes the message.

use std::ops::Range;

use super::compound::{MAX_DEPTH, too_deep};
use super::cursor::Parse;
use super::{Cursor, ParseError, Protocol, Wire, WireType};

/// Finds the end of one message. Each byte is visited once, however the bytes arrive.
#[derive(Clone, Debug)]
pub(crate) struct MessageFinder {
    wire: Wire,
    max_bytes: usize,
    position: usize,
    last_id: i16,
    has_header: bool,
    open: Vec<Open>,
}

/// A struct, list or map that has not ended yet.
#[derive(Clone, Copy, Debug)]
enum Open {
    Struct {
        last_id: i16,
    },
    List {
        element: WireType,
        left: usize,
    },
    Map {
        key: WireType,
        value: WireType,
        left: usize,
    },
}

impl MessageFinder {
    pub(crate) fn new(wire: Wire, max_bytes: usize) -> Self {
        Self {
            wire,
            max_bytes,
            position: 0,
            last_id: 0,
            has_header: false,
            open: Vec::new(),
        }
    }

    /// The message's range in `bytes`, once it is complete. `bytes` must start with those of the
    /// previous call.
    pub(crate) fn find(&mut self, bytes: &[u8]) -> Parse<Option<Range<usize>>> {
        let found = if self.wire.framed {
            self.frame(bytes)
        } else {
            self.walk(bytes).map(|()| 0..self.position)
        };
        match found {
            Ok(range) => self.check_length(range.len()).map(|()| Some(range)),
            Err(ParseError::Incomplete) => self.check_length(bytes.len()).map(|()| None),
            Err(other) => Err(other),
        }
    }

    fn frame(&self, bytes: &[u8]) -> Parse<Range<usize>> {
        let length = bytes.first_chunk::<4>().ok_or(ParseError::Incomplete)?;
        let length = i32::from_be_bytes(*length);
        let length = usize::try_from(length)
            .map_err(|_| ParseError::Invalid(format!("a frame of {length} bytes")))?;
        self.check_length(length)?;
        let end = 4 + length;
        if bytes.len() < end {
            return Err(ParseError::Incomplete);
        }
        Ok(4..end)
    }

    fn check_length(&self, found: usize) -> Parse<()> {
        if found > self.max_bytes {
            return Err(ParseError::TooLong { found });
        }
        Ok(())
    }

    fn walk(&mut self, bytes: &[u8]) -> Parse<()> {
        let start = Cursor::new(bytes, self.wire.protocol);
        if !self.has_header {
            let mut cursor = start;
            header(&mut cursor, self.max_bytes)?;
            self.has_header = true;
            self.position = cursor.position();
            self.open.push(Open::Struct { last_id: 0 });
        }
        while let Some(&open) = self.open.last() {
            let mut cursor = start.resume(self.position, self.last_id);
            self.step(&mut cursor, open)?;
            self.position = cursor.position();
            self.last_id = cursor.last_id();
        }
        Ok(())
    }

    /// Parses one value, or the header of a compound one. Changes nothing if bytes are missing.
    fn step(&mut self, cursor: &mut Cursor<'_>, open: Open) -> Parse<()> {
        match open {
            Open::Struct { last_id } => {
                let field = cursor.field()?;
                if field.wire_type == WireType::Stop {
                    self.open.pop();
                    cursor.leave(last_id);
                    return Ok(());
                }
                if field.inline_bool.is_some() {
                    return Ok(());
                }
                self.value(cursor, field.wire_type)
            }
            Open::List { left: 0, .. } | Open::Map { left: 0, .. } => {
                self.open.pop();
                Ok(())
            }
            Open::List { element, left } => {
                let depth = self.open.len() - 1;
                self.value(cursor, element)?;
                self.open[depth] = Open::List {
                    element,
                    left: left - 1,
                };
                Ok(())
            }
            Open::Map { key, value, left } => {
                let depth = self.open.len() - 1;
                self.scalar(cursor, key)?;
                self.value(cursor, value)?;
                self.open[depth] = Open::Map {
                    key,
                    value,
                    left: left - 1,
                };
                Ok(())
            }
        }
    }

    fn value(&mut self, cursor: &mut Cursor<'_>, wire_type: WireType) -> Parse<()> {
        let opened = match wire_type {
            WireType::Struct => Open::Struct {
                last_id: cursor.enter(),
            },
            WireType::List => {
                let (element, left) = cursor.list_header()?;
                self.check_length(left)?;
                Open::List { element, left }
            }
            WireType::Map => {
                let (key, value, left) = cursor.map_header()?;
                self.check_length(left)?;
                Open::Map { key, value, left }
            }
            scalar => return self.scalar(cursor, scalar),
        };
        if self.open.len() == MAX_DEPTH {
            return Err(too_deep());
        }
        self.open.push(opened);
        Ok(())
    }

    fn scalar(&self, cursor: &mut Cursor<'_>, wire_type: WireType) -> Parse<()> {
        if wire_type == WireType::Bytes {
            let mut ahead = *cursor;
            self.check_length(ahead.size()?)?;
        }
        cursor.skip_scalar(wire_type)
    }
}

/// Parses a message's header: type, name and sequence number. Type and name suffice to reject bytes that are
/// not a message.
pub(super) fn header<'a>(cursor: &mut Cursor<'a>, max_bytes: usize) -> Parse<(u8, &'a [u8], i32)> {
    let version = [cursor.byte()?, cursor.byte()?];
    match cursor.protocol() {
        Protocol::Binary if version == [0x80, 0x01] => {
            let (_, message_type) = (cursor.byte()?, cursor.byte()?);
            let name = name(cursor, max_bytes)?;
            Ok((message_type, name, cursor.i32()?))
        }
        Protocol::Compact if version[0] == 0x82 && version[1] & 0x1f == 1 => {
            let sequence = cursor.compact_sequence()?;
            Ok((version[1] >> 5, name(cursor, max_bytes)?, sequence))
        }
        _ => Err(ParseError::Invalid(format!(
            "an answer that starts with the bytes {:#04x} {:#04x}",
            version[0], version[1]
        ))),
    }
}

fn name<'a>(cursor: &mut Cursor<'a>, max_bytes: usize) -> Parse<&'a [u8]> {
    let mut ahead = *cursor;
    let length = ahead.size()?;
    if length > max_bytes.min(256) {
        return Err(ParseError::Invalid(format!(
            "a call's name of {length} bytes"
        )));
    }
    cursor.bytes()
}
