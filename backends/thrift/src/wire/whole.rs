//! Finds a message's end while its bytes arrive: without frames nothing says how long it is.

use super::cursor::Read;
use super::{Cursor, Kind, Protocol, Stop, Wire};

/// Answers nest four deep; what nests deeper is no answer.
const DEEPEST: usize = 16;

/// How far a message was looked through. Each byte is looked at once, however it arrives.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    wire: Wire,
    most: usize,
    at: usize,
    last_id: i16,
    begun: bool,
    open: Vec<Open>,
}

/// What is still open at this place.
#[derive(Clone, Copy, Debug)]
enum Open {
    Struct { last_id: i16 },
    List { kind: Kind, left: usize },
    Map { key: Kind, value: Kind, left: usize },
}

impl Whole {
    /// Of a message of at most `most` bytes.
    pub(crate) fn new(wire: Wire, most: usize) -> Self {
        Self {
            wire,
            most,
            at: 0,
            last_id: 0,
            begun: false,
            open: Vec::new(),
        }
    }

    /// Where the message lies in `bytes`, once it is there as a whole. `bytes` are those of the
    /// last time, and more.
    pub(crate) fn find(&mut self, bytes: &[u8]) -> Result<Option<std::ops::Range<usize>>, Stop> {
        let found = if self.wire.framed {
            self.frame(bytes)
        } else {
            self.walk(bytes).map(|()| 0..self.at)
        };
        match found {
            Ok(range) => self.check(range.len()).map(|()| Some(range)),
            Err(Stop::More) if bytes.len() > self.most => Err(Stop::TooLong { found: bytes.len() }),
            Err(Stop::More) => Ok(None),
            Err(other) => Err(other),
        }
    }

    fn frame(&self, bytes: &[u8]) -> Read<std::ops::Range<usize>> {
        let length = bytes.first_chunk::<4>().ok_or(Stop::More)?;
        let length = i32::from_be_bytes(*length);
        let length =
            usize::try_from(length).map_err(|_| Stop::Bad(format!("a frame of {length} bytes")))?;
        self.check(length)?;
        let end = 4 + length;
        if bytes.len() < end {
            return Err(Stop::More);
        }
        Ok(4..end)
    }

    fn check(&self, found: usize) -> Read<()> {
        if found > self.most {
            return Err(Stop::TooLong { found });
        }
        Ok(())
    }

    fn walk(&mut self, bytes: &[u8]) -> Read<()> {
        let start = Cursor::new(bytes, self.wire.protocol);
        if !self.begun {
            let mut cursor = start;
            head(&mut cursor, self.most)?;
            self.begun = true;
            self.at = cursor.at();
            self.open.push(Open::Struct { last_id: 0 });
        }
        while let Some(&open) = self.open.last() {
            let mut cursor = start.resume(self.at, self.last_id);
            self.step(&mut cursor, open)?;
            self.at = cursor.at();
            self.last_id = cursor.last_id();
        }
        Ok(())
    }

    /// One value, or the begin of one that holds others. Changes nothing where bytes are missing.
    fn step(&mut self, cursor: &mut Cursor<'_>, open: Open) -> Read<()> {
        match open {
            Open::Struct { last_id } => {
                let field = cursor.field()?;
                if field.kind == Kind::Stop {
                    self.open.pop();
                    cursor.leave(last_id);
                    return Ok(());
                }
                if field.truth.is_some() {
                    return Ok(());
                }
                self.value(cursor, field.kind)
            }
            Open::List { left: 0, .. } | Open::Map { left: 0, .. } => {
                self.open.pop();
                Ok(())
            }
            Open::List { kind, left } => {
                let depth = self.open.len() - 1;
                self.value(cursor, kind)?;
                self.open[depth] = Open::List {
                    kind,
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

    fn value(&mut self, cursor: &mut Cursor<'_>, kind: Kind) -> Read<()> {
        let opened = match kind {
            Kind::Struct => Open::Struct {
                last_id: cursor.enter(),
            },
            Kind::List => {
                let (kind, left) = cursor.list()?;
                self.check(left)?;
                Open::List { kind, left }
            }
            Kind::Map => {
                let (key, value, left) = cursor.map()?;
                self.check(left)?;
                Open::Map { key, value, left }
            }
            scalar => return self.scalar(cursor, scalar),
        };
        if self.open.len() == DEEPEST {
            return Err(Stop::Bad(format!("values nested more than {DEEPEST} deep")));
        }
        self.open.push(opened);
        Ok(())
    }

    fn scalar(&self, cursor: &mut Cursor<'_>, kind: Kind) -> Read<()> {
        match kind {
            Kind::Bool | Kind::I8 => cursor.byte().map(drop),
            Kind::I16 => cursor.i16().map(drop),
            Kind::I32 => cursor.i32().map(drop),
            Kind::I64 => cursor.i64().map(drop),
            Kind::Double => cursor.double().map(drop),
            Kind::Bytes => {
                let mut ahead = *cursor;
                self.check(ahead.size()?)?;
                cursor.bytes().map(drop)
            }
            other => Err(Stop::Bad(format!(
                "a {other:?} where a plain value belongs"
            ))),
        }
    }
}

/// A message's head; where it is not one, that is seen by its first bytes.
pub(super) fn head<'a>(cursor: &mut Cursor<'a>, most: usize) -> Read<(u8, &'a [u8], i32)> {
    match cursor.protocol() {
        Protocol::Binary => {
            let version = [cursor.byte()?, cursor.byte()?];
            if version != [0x80, 0x01] {
                return Err(no_message(version));
            }
            let (_, kind) = (cursor.byte()?, cursor.byte()?);
            let name = name(cursor, most)?;
            Ok((kind, name, cursor.i32()?))
        }
        Protocol::Compact => {
            let version = [cursor.byte()?, cursor.byte()?];
            if version[0] != 0x82 || version[1] & 0x1f != 1 {
                return Err(no_message(version));
            }
            let sequence = cursor.unsigned()?;
            Ok((version[1] >> 5, name(cursor, most)?, sequence))
        }
    }
}

fn name<'a>(cursor: &mut Cursor<'a>, most: usize) -> Read<&'a [u8]> {
    let mut ahead = *cursor;
    let length = ahead.size()?;
    if length > most.min(256) {
        return Err(Stop::Bad(format!("a call's name of {length} bytes")));
    }
    cursor.bytes()
}

fn no_message([a, b]: [u8; 2]) -> Stop {
    Stop::Bad(format!(
        "an answer that begins with the bytes {a:#04x} {b:#04x}"
    ))
}
