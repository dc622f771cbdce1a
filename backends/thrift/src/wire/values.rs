//! Results other than rows.

use super::cursor::{Field, Parse};
use super::rows::cell;
use super::{Cursor, Out, ParseError, WireType, bool_field, bytes_field, i32_field, structure};

fn expect(field: Field, wire_type: WireType, expected: &str) -> Parse<()> {
    if field.wire_type == wire_type {
        return Ok(());
    }
    let found = field.wire_type;
    Err(ParseError::Invalid(format!(
        "an answer of {found:?}, expected {expected}"
    )))
}

/// No result.
pub(crate) fn nothing(_: &mut Cursor<'_>, field: Field) -> Parse<()> {
    expect(field, WireType::Stop, "no value")
}

/// An `i32`.
pub(crate) fn number(cursor: &mut Cursor<'_>, field: Field) -> Parse<i32> {
    expect(field, WireType::I32, "a number")?;
    cursor.i32()
}

/// An `i64`.
pub(crate) fn long(cursor: &mut Cursor<'_>, field: Field) -> Parse<i64> {
    expect(field, WireType::I64, "a number of 64 bits")?;
    cursor.i64()
}

/// A `bool`.
pub(crate) fn flag(cursor: &mut Cursor<'_>, field: Field) -> Parse<bool> {
    expect(field, WireType::Bool, "true or false")?;
    cursor.bool(field)
}

/// A string.
pub(crate) fn text(cursor: &mut Cursor<'_>, field: Field) -> Parse<String> {
    expect(field, WireType::Bytes, "a text")?;
    cursor.text()
}

/// A `list<Text>`.
pub(crate) fn texts(cursor: &mut Cursor<'_>, field: Field) -> Parse<Vec<Vec<u8>>> {
    expect(field, WireType::List, "a list of texts")?;
    cursor.list(|cursor| Ok(cursor.bytes()?.to_vec()))
}

/// A `list<TCell>`: values and timestamps.
pub(crate) fn versions(cursor: &mut Cursor<'_>, field: Field) -> Parse<Vec<(Vec<u8>, i64)>> {
    expect(field, WireType::List, "a list of cells")?;
    cursor.list(|cursor| cell(cursor).map(|(value, timestamp)| (value.to_vec(), timestamp)))
}

/// The start keys of a `list<TRegionInfo>`.
pub(crate) fn regions(cursor: &mut Cursor<'_>, field: Field) -> Parse<Vec<Vec<u8>>> {
    expect(field, WireType::List, "a list of regions")?;
    cursor.list(start_key)
}

fn start_key(cursor: &mut Cursor<'_>) -> Parse<Vec<u8>> {
    let mut key = Vec::new();
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => key = cursor.bytes()?.to_vec(),
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    Ok(key)
}

/// A family in the gateway's format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ColumnDescriptor {
    /// The gateway appends a `:`.
    pub(crate) name: String,
    pub(crate) versions: i32,
    pub(crate) compression: String,
    pub(crate) in_memory: bool,
    pub(crate) bloom: String,
    pub(crate) block_cache: bool,
    pub(crate) ttl: i32,
}

impl ColumnDescriptor {
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
pub(crate) fn descriptors(cursor: &mut Cursor<'_>, field: Field) -> Parse<Vec<ColumnDescriptor>> {
    expect(field, WireType::Map, "a map of families")?;
    let (_, _, count) = cursor.map_header()?;
    let one = |_| {
        cursor.bytes()?;
        descriptor(cursor)
    };
    (0..count).map(one).collect()
}

fn descriptor(cursor: &mut Cursor<'_>) -> Parse<ColumnDescriptor> {
    let mut found = ColumnDescriptor::default();
    cursor.each_field(|cursor, field| {
        match (field.wire_type, field.id) {
            (WireType::Bytes, 1) => found.name = cursor.text()?,
            (WireType::I32, 2) => found.versions = cursor.i32()?,
            (WireType::Bytes, 3) => found.compression = cursor.text()?,
            (WireType::Bool, 4) => found.in_memory = cursor.bool(field)?,
            (WireType::Bytes, 5) => found.bloom = cursor.text()?,
            (WireType::Bool, 8) => found.block_cache = cursor.bool(field)?,
            (WireType::I32, 9) => found.ttl = cursor.i32()?,
            _ => cursor.skip(field)?,
        }
        Ok(())
    })?;
    Ok(found)
}
