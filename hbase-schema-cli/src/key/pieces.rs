//! A key taken apart: what stands where, and what it means.

use std::io::{self, Write};
use std::ops::Range;

use hbase_model::printable::Printable;
use hbase_model::splits::region_of;
use hbase_model::{DescribedTable, KeyLayout, LayoutError, PartValue};
use serde::Serialize;

use crate::columns::{Cell, Columns};
use crate::style::{BOLD, DIM};
use crate::text::counted;

/// A key, its pieces and its region.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Pieces {
    /// As the shell prints it.
    pub(super) key: String,
    pub(super) hex: String,
    pub(super) bytes: usize,
    /// The region of a table that is as it was created, from 0; none for a table of one region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
    pub(super) made_of: Vec<Piece>,
}

/// The region of a key.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Region {
    number: usize,
    of: usize,
    /// Its first key as the shell prints it; empty for the first region.
    start: String,
}

/// The salt, a separator or a part.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Piece {
    offset: usize,
    bytes: usize,
    name: String,
    /// The value, as it is written on a command line; none for a separator.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// As the shell prints it.
    text: String,
    hex: String,
}

impl Pieces {
    /// Takes a key apart that fits the layout.
    pub(super) fn of(
        table: &DescribedTable,
        key: &[u8],
        values: &[PartValue],
    ) -> Result<Self, LayoutError> {
        Ok(Self {
            key: Printable(key).to_string(),
            hex: const_hex::encode(key),
            bytes: key.len(),
            region: Region::of(table, key),
            made_of: pieces(&table.key, key, values)?,
        })
    }

    pub(super) fn write(&self, table: &str, out: &mut dyn Write) -> io::Result<()> {
        let (key, hex) = (&self.key, &self.hex);
        let bytes = counted(self.bytes as u64, "byte");
        writeln!(out, "{BOLD}{key}{BOLD:#}")?;
        writeln!(out, "0x{hex}\n")?;
        self.columns().write(out)?;
        write!(out, "\n{bytes}, a key of {table}")?;
        match &self.region {
            None => writeln!(out),
            Some(region) => region.write(out),
        }
    }

    fn columns(&self) -> Columns {
        let header = [
            Cell::number("offset"),
            Cell::number("bytes"),
            Cell::of("piece"),
            Cell::of("value"),
            Cell::of("as the shell prints it"),
            Cell::of("hex"),
        ];
        let mut columns = Columns::new(&header);
        for piece in &self.made_of {
            let style = if piece.value.is_some() { BOLD } else { DIM };
            columns.row([
                Cell::number(piece.offset.to_string()),
                Cell::number(piece.bytes.to_string()),
                Cell::of(piece.name.as_str()).styled(style),
                Cell::of(piece.value.as_deref().unwrap_or("")),
                Cell::of(piece.text.as_str()),
                Cell::of(piece.hex.as_str()).styled(DIM),
            ]);
        }
        columns
    }
}

impl Region {
    fn of(table: &DescribedTable, key: &[u8]) -> Option<Self> {
        let splits = table.descriptor.splits.keys().ok()?;
        let number = region_of(&splits, key);
        let before = number.checked_sub(1).and_then(|at| splits.get(at));
        (!splits.is_empty()).then(|| Self {
            number,
            of: splits.len() + 1,
            start: Printable(before.map_or(&[][..], |start| start)).to_string(),
        })
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (number, of) = (self.number, self.of);
        let start = match &*self.start {
            "" => "the first".to_owned(),
            start => format!("from {start} on"),
        };
        writeln!(out, ", in region {number} of {of} ({start})")
    }
}

fn pieces(layout: &KeyLayout, key: &[u8], values: &[PartValue]) -> Result<Vec<Piece>, LayoutError> {
    let split = layout.split(key)?;
    let mut pieces = Vec::new();
    if let Some(salt) = &layout.salt {
        let value = Some(salt.salt.to_string());
        pieces.push(Piece::new(key, split.salt.clone(), "salt", value));
        let end = split.salt.end;
        pieces.extend(
            salt.separator
                .as_deref()
                .map(|text| separator(key, end, text)),
        );
    }
    for ((part, value), range) in layout.parts.iter().zip(values).zip(&split.parts) {
        let value = Some(value.to_string());
        pieces.push(Piece::new(key, range.clone(), &part.name, value));
        let text = part.separator.as_deref();
        pieces.extend(text.map(|text| separator(key, range.end, text)));
    }
    Ok(pieces)
}

fn separator(key: &[u8], from: usize, text: &str) -> Piece {
    Piece::new(key, from..from + text.len(), "separator", None)
}

impl Piece {
    fn new(key: &[u8], range: Range<usize>, name: &str, value: Option<String>) -> Self {
        let bytes = key.get(range.clone()).unwrap_or_default();
        Self {
            offset: range.start,
            bytes: bytes.len(),
            name: name.to_owned(),
            value,
            text: Printable(bytes).to_string(),
            hex: const_hex::encode(bytes),
        }
    }
}
