//! The layout of the row key as a drawing.

use std::io::{self, Write};

use hbase_model::layout::separator::quoted;
use hbase_model::{KeyLayout, SaltLayout};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::columns::{Cell, Columns};
use crate::style::{BOLD, DIM};
use crate::text::counted;

/// The segments of a row key.
#[derive(Serialize)]
pub(super) struct KeySegments {
    /// The fixed length, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<usize>,
    #[serde(rename = "made_of")]
    pub(super) segments: Vec<Segment>,
}

/// The salt, a separator or a key part.
#[derive(Serialize)]
pub(super) struct Segment {
    pub(super) kind: SegmentKind,
    pub(super) name: String,
    /// `None` after the first segment of variable length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bytes: Option<usize>,
    pub(super) encoding: String,
    /// The part's input to the salt, if it feeds the salt.
    #[serde(skip)]
    pub(super) input: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum SegmentKind {
    Salt,
    Separator,
    Part,
}

impl SegmentKind {
    /// The class in a picture.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Salt => "salt",
            Self::Separator => "separator",
            Self::Part => "part",
        }
    }
}

impl Segment {
    /// The name; for a separator, its text.
    pub(super) fn label(&self) -> &str {
        match self.kind {
            SegmentKind::Separator => &self.encoding,
            _ => &self.name,
        }
    }

    /// The number of bytes, as in a box.
    pub(super) fn size(&self) -> String {
        self.bytes.map_or("…".to_owned(), |bytes| bytes.to_string())
    }
}

impl KeySegments {
    pub(super) fn of(layout: &KeyLayout) -> Self {
        let mut segments = Segments {
            all: Vec::new(),
            offset: Some(0),
        };
        if let Some(salt) = &layout.salt {
            let (width, words) = (salt.salt.width(), of_salt(layout, salt));
            segments.add(SegmentKind::Salt, "salt", width, words, None);
            segments.separator("separator", salt.separator.as_deref());
        }
        let mut inputs = layout.salt_inputs().into_iter();
        for part in layout.parts.iter() {
            let (width, words) = (part.value_width(), part.to_string());
            let input = part.salt.as_ref().and_then(|_| inputs.next());
            segments.add(SegmentKind::Part, &part.name, width, words, input);
            segments.separator(part.separator_name(), part.separator.as_deref());
        }
        Self {
            bytes: layout.width(),
            segments: segments.all,
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.draw(out)?;
        let header = [
            Cell::number("offset"),
            Cell::number("bytes"),
            Cell::of("segment"),
            Cell::of("encoding"),
        ];
        let mut columns = Columns::new(&header);
        for segment in &self.segments {
            let number = |number: Option<usize>| {
                Cell::number(number.map_or("varies".to_owned(), |n| n.to_string()))
            };
            let style = if segment.kind == SegmentKind::Part {
                BOLD
            } else {
                DIM
            };
            columns.row([
                number(segment.offset),
                number(segment.bytes),
                Cell::of(segment.name.as_str()).styled(style),
                Cell::of(segment.encoding.as_str()),
            ]);
        }
        columns.write(out)?;
        match self.bytes {
            Some(bytes) => writeln!(out, "  {}", counted(bytes as u64, "byte")),
            None => writeln!(out, "  the length varies"),
        }
    }

    /// Draws a box for each segment, with its bytes below.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let boxes = self.segments.iter();
        let boxes = boxes.map(|segment| (segment.label().to_owned(), segment.size()));
        let boxes: Vec<(String, String)> = boxes.collect();
        let line = |left: &str, middle: &str, right: &str| {
            let bars: Vec<String> = boxes.iter().map(|b| "─".repeat(width(b) + 2)).collect();
            format!("  {DIM}{left}{}{right}{DIM:#}", bars.join(middle))
        };
        let cells = |of: &dyn Fn(&(String, String)) -> &String| {
            let cells = boxes.iter().map(|both| {
                let text = of(both);
                format!(" {text}{} ", " ".repeat(width(both) - text.width()))
            });
            let bar = format!("{DIM}│{DIM:#}");
            format!("  {bar}{}{bar}", cells.collect::<Vec<_>>().join(&bar))
        };
        writeln!(out, "{}", line("┌", "┬", "┐"))?;
        writeln!(out, "{}", cells(&|both| &both.0))?;
        writeln!(out, "{}", cells(&|both| &both.1))?;
        writeln!(out, "{}", line("└", "┴", "┘"))
    }
}

fn width((name, bytes): &(String, String)) -> usize {
    name.width().max(bytes.width())
}

/// The segments that have been added.
struct Segments {
    all: Vec<Segment>,
    offset: Option<usize>,
}

impl Segments {
    fn add(
        &mut self,
        kind: SegmentKind,
        name: &str,
        bytes: Option<usize>,
        encoding: String,
        input: Option<String>,
    ) {
        self.all.push(Segment {
            kind,
            name: name.to_owned(),
            offset: self.offset,
            bytes,
            encoding,
            input,
        });
        self.offset = self.offset.zip(bytes).map(|(offset, bytes)| offset + bytes);
    }

    fn separator(&mut self, name: &str, bytes: Option<&[u8]>) {
        if let Some(bytes) = bytes {
            let (width, words) = (Some(bytes.len()), quoted(bytes));
            self.add(SegmentKind::Separator, name, width, words, None);
        }
    }
}

/// `region_number(6) of the last 4 of phone, yyyyMM of at`.
fn of_salt(layout: &KeyLayout, salt: &SaltLayout) -> String {
    let values = salt
        .salt
        .values()
        .map_or(String::new(), |count| format!(", {count} values"));
    let salt = &salt.salt;
    if salt.is_computed() {
        format!("{salt} of {}{values}", layout.salt_inputs().join(", "))
    } else {
        format!("{salt}, chosen when a row is written")
    }
}
