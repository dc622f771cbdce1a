//! The other values of answers.

use super::answer::skip;
use super::cursor::Read;
use super::rows::cell;
use super::{Cursor, Kind, Out, Stop, bool_field, bytes_field, i32_field, structure};

fn missing<T>(what: &str, kind: Kind) -> Read<T> {
    Err(Stop::Bad(format!("an answer of {kind:?}, expected {what}")))
}

/// No value.
pub(crate) fn nothing(_: Option<&mut Cursor<'_>>, kind: Kind, _: Option<bool>) -> Read<()> {
    match kind {
        Kind::Stop => Ok(()),
        kind => missing("no value", kind),
    }
}

/// An `i32`.
pub(crate) fn number(cursor: Option<&mut Cursor<'_>>, kind: Kind, _: Option<bool>) -> Read<i32> {
    match (cursor, kind) {
        (Some(cursor), Kind::I32) => cursor.i32(),
        (_, kind) => missing("a number", kind),
    }
}

/// An `i64`.
pub(crate) fn long(cursor: Option<&mut Cursor<'_>>, kind: Kind, _: Option<bool>) -> Read<i64> {
    match (cursor, kind) {
        (Some(cursor), Kind::I64) => cursor.i64(),
        (_, kind) => missing("a number of 64 bits", kind),
    }
}

/// A truth value.
pub(crate) fn flag(cursor: Option<&mut Cursor<'_>>, kind: Kind, truth: Option<bool>) -> Read<bool> {
    match (truth, cursor, kind) {
        (Some(truth), ..) => Ok(truth),
        (None, Some(cursor), Kind::Bool) => Ok(cursor.byte()? == 1),
        (_, _, kind) => missing("true or false", kind),
    }
}

/// A string.
pub(crate) fn text(cursor: Option<&mut Cursor<'_>>, kind: Kind, _: Option<bool>) -> Read<String> {
    match (cursor, kind) {
        (Some(cursor), Kind::Bytes) => Ok(String::from_utf8_lossy(cursor.bytes()?).into_owned()),
        (_, kind) => missing("a text", kind),
    }
}

/// A `list<Text>`.
pub(crate) fn texts(
    cursor: Option<&mut Cursor<'_>>,
    kind: Kind,
    _: Option<bool>,
) -> Read<Vec<Vec<u8>>> {
    let Some(cursor) = cursor.filter(|_| kind == Kind::List) else {
        return missing("a list of texts", kind);
    };
    let (_, count) = cursor.list()?;
    (0..count).map(|_| Ok(cursor.bytes()?.to_vec())).collect()
}

/// A `list<TCell>`: values and timestamps.
pub(crate) fn versions(
    cursor: Option<&mut Cursor<'_>>,
    kind: Kind,
    _: Option<bool>,
) -> Read<Vec<(Vec<u8>, i64)>> {
    let Some(cursor) = cursor.filter(|_| kind == Kind::List) else {
        return missing("a list of cells", kind);
    };
    let (_, count) = cursor.list()?;
    let one = |_| cell(cursor).map(|(value, timestamp)| (value.to_vec(), timestamp));
    (0..count).map(one).collect()
}

/// The first keys of a `list<TRegionInfo>`.
pub(crate) fn regions(
    cursor: Option<&mut Cursor<'_>>,
    kind: Kind,
    _: Option<bool>,
) -> Read<Vec<Vec<u8>>> {
    let Some(cursor) = cursor.filter(|_| kind == Kind::List) else {
        return missing("a list of regions", kind);
    };
    let (_, count) = cursor.list()?;
    (0..count).map(|_| first_key(cursor)).collect()
}

fn first_key(cursor: &mut Cursor<'_>) -> Read<Vec<u8>> {
    let mut key = Vec::new();
    let outer = cursor.enter();
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => break,
            (Kind::Bytes, 1) => key = cursor.bytes()?.to_vec(),
            _ => skip(cursor, field)?,
        }
    }
    cursor.leave(outer);
    Ok(key)
}

/// What the gateway tells of a family, and is told of a new one: a `ColumnDescriptor`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Described {
    /// With a `:` behind it in answers.
    pub(crate) name: String,
    pub(crate) versions: i32,
    pub(crate) compression: String,
    pub(crate) in_memory: bool,
    pub(crate) bloom: String,
    pub(crate) block_cache: bool,
    pub(crate) ttl: i32,
}

impl Described {
    /// Writes it as a value.
    pub(crate) fn write(&self, out: &mut Out<'_>) -> thrift::Result<()> {
        structure(out, |out| {
            bytes_field(out, 1, self.name.as_bytes())?;
            i32_field(out, 2, self.versions)?;
            bytes_field(out, 3, self.compression.as_bytes())?;
            bool_field(out, 4, self.in_memory)?;
            bytes_field(out, 5, self.bloom.as_bytes())?;
            bool_field(out, 8, self.block_cache)?;
            i32_field(out, 9, self.ttl)
        })
    }
}

/// A `map<Text, ColumnDescriptor>`.
pub(crate) fn descriptors(
    cursor: Option<&mut Cursor<'_>>,
    kind: Kind,
    _: Option<bool>,
) -> Read<Vec<Described>> {
    let Some(cursor) = cursor.filter(|_| kind == Kind::Map) else {
        return missing("a map of families", kind);
    };
    let (_, _, count) = cursor.map()?;
    let one = |_| {
        cursor.bytes()?;
        descriptor(cursor)
    };
    (0..count).map(one).collect()
}

fn descriptor(cursor: &mut Cursor<'_>) -> Read<Described> {
    let mut found = Described::default();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let outer = cursor.enter();
    loop {
        let field = cursor.field()?;
        match (field.kind, field.id) {
            (Kind::Stop, _) => break,
            (Kind::Bytes, 1) => found.name = text(cursor.bytes()?),
            (Kind::I32, 2) => found.versions = cursor.i32()?,
            (Kind::Bytes, 3) => found.compression = text(cursor.bytes()?),
            (Kind::Bool, 4) => found.in_memory = cursor.truth(field)?,
            (Kind::Bytes, 5) => found.bloom = text(cursor.bytes()?),
            (Kind::Bool, 8) => found.block_cache = cursor.truth(field)?,
            (Kind::I32, 9) => found.ttl = cursor.i32()?,
            _ => skip(cursor, field)?,
        }
    }
    cursor.leave(outer);
    Ok(found)
}
