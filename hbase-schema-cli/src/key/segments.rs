//! The segments of a row key: salt, separators and parts.

use std::io::{self, Write};
use std::ops::Range;

use hbase_model::printable::Printable;
use hbase_model::splits::region_of;
use hbase_model::{DescribedTable, KeyLayout, LayoutError, PartValue};
use serde::Serialize;

use crate::columns::{Cell, Columns};
use crate::style::{BOLD, DIM};
use crate::text::counted;

/// A row key, its segments and its region.
#[derive(Clone, Debug, Serialize)]
pub(super) struct KeySegments {
    /// As `HBase`'s shell prints it.
    pub(super) key: String,
    pub(super) hex: String,
    pub(super) bytes: usize,
    /// The region by the declared splits, from 0; `None` for a table of one region.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<Region>,
    #[serde(rename = "made_of")]
    pub(super) segments: Vec<Segment>,
}

/// The region of a key.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Region {
    number: usize,
    of: usize,
    /// Its start key as `HBase`'s shell prints it; empty for the first region.
    start: String,
}

/// The salt, a separator or a key part.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Segment {
    offset: usize,
    bytes: usize,
    name: String,
    /// The value, as on the command line; `None` for a separator, and for a part that is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// As `HBase`'s shell prints it.
    text: String,
    hex: String,
}

impl KeySegments {
    /// Splits a key that has been decoded.
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
            segments: segments(&table.key, key, values)?,
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
            Cell::of("segment"),
            Cell::of("value"),
            Cell::of("as the shell prints it"),
            Cell::of("hex"),
        ];
        let mut columns = Columns::new(&header);
        for segment in &self.segments {
            let style = if segment.value.is_some() { BOLD } else { DIM };
            columns.row([
                Cell::number(segment.offset.to_string()),
                Cell::number(segment.bytes.to_string()),
                Cell::of(segment.name.as_str()).styled(style),
                Cell::of(segment.value.as_deref().unwrap_or("")),
                Cell::of(segment.text.as_str()),
                Cell::of(segment.hex.as_str()).styled(DIM),
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

fn segments(
    layout: &KeyLayout,
    key: &[u8],
    values: &[PartValue],
) -> Result<Vec<Segment>, LayoutError> {
    let split = layout.split(key)?;
    let mut segments = Vec::new();
    if let Some(salt) = &layout.salt {
        let value = Some(salt.salt.to_string());
        segments.push(Segment::new(key, split.salt.clone(), "salt", value));
        let end = split.salt.end;
        segments.extend(
            salt.separator
                .as_deref()
                .map(|text| separator(key, end, "separator", text)),
        );
    }
    for ((part, value), range) in layout.parts.iter().zip(values).zip(&split.parts) {
        let value = (*value != PartValue::Absent).then(|| value.to_string());
        segments.push(Segment::new(key, range.clone(), &part.name, value));
        let after = part.separator_after(range.is_empty());
        // A key that ends before its last parts has no separator there.
        let after = after.filter(|_| range.end < key.len());
        segments.extend(after.map(|bytes| separator(key, range.end, part.separator_name(), bytes)));
    }
    Ok(segments)
}

fn separator(key: &[u8], from: usize, name: &str, bytes: &[u8]) -> Segment {
    Segment::new(key, from..from + bytes.len(), name, None)
}

impl Segment {
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
