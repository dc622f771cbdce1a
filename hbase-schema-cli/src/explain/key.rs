//! The key, drawn.

use std::io::{self, Write};

use hbase_model::{KeyLayout, SaltLayout};
use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use crate::columns::{Cell, Columns};
use crate::style::{BOLD, DIM};
use crate::text::counted;

/// What stands where in a key.
#[derive(Serialize)]
pub(super) struct Key {
    /// The length, where it is always the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    made_of: Vec<Piece>,
}

/// The salt, a separator or a part.
#[derive(Serialize)]
struct Piece {
    kind: Kind,
    name: String,
    /// None behind the first piece whose length varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    encoding: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Salt,
    Separator,
    Part,
}

impl Key {
    pub(super) fn of(layout: &KeyLayout) -> Self {
        let mut pieces = Pieces {
            made_of: Vec::new(),
            offset: Some(0),
        };
        if let Some(salt) = &layout.salt {
            pieces.add(Kind::Salt, "salt", salt.salt.width(), of_salt(layout, salt));
            pieces.separator(salt.separator.as_deref());
        }
        for part in layout.parts.iter() {
            let encoding = part.to_string();
            pieces.add(Kind::Part, &part.name, part.encoding.width(), encoding);
            pieces.separator(part.separator.as_deref());
        }
        Self {
            bytes: layout.width(),
            made_of: pieces.made_of,
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.draw(out)?;
        let header = [
            Cell::number("offset"),
            Cell::number("bytes"),
            Cell::of("what"),
            Cell::of("how"),
        ];
        let mut columns = Columns::new(&header);
        for piece in &self.made_of {
            let number = |number: Option<usize>| {
                Cell::number(number.map_or("varies".to_owned(), |n| n.to_string()))
            };
            let style = if piece.kind == Kind::Part { BOLD } else { DIM };
            columns.row([
                number(piece.offset),
                number(piece.bytes),
                Cell::of(piece.name.as_str()).styled(style),
                Cell::of(piece.encoding.as_str()),
            ]);
        }
        columns.write(out)?;
        match self.bytes {
            Some(bytes) => writeln!(out, "  {}", counted(bytes as u64, "byte")),
            None => writeln!(out, "  the length varies"),
        }
    }

    /// A box for each piece, with its bytes below.
    fn draw(&self, out: &mut dyn Write) -> io::Result<()> {
        let shown = |piece: &Piece| match piece.kind {
            Kind::Separator => piece.encoding.clone(),
            _ => piece.name.clone(),
        };
        let boxes: Vec<(String, String)> = self
            .made_of
            .iter()
            .map(|piece| {
                (
                    shown(piece),
                    piece.bytes.map_or("…".to_owned(), |n| n.to_string()),
                )
            })
            .collect();
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

/// What a key is made of so far.
struct Pieces {
    made_of: Vec<Piece>,
    offset: Option<usize>,
}

impl Pieces {
    fn add(&mut self, kind: Kind, name: &str, bytes: Option<usize>, encoding: String) {
        self.made_of.push(Piece {
            kind,
            name: name.to_owned(),
            offset: self.offset,
            bytes,
            encoding,
        });
        self.offset = self.offset.zip(bytes).map(|(offset, bytes)| offset + bytes);
    }

    fn separator(&mut self, text: Option<&str>) {
        if let Some(text) = text {
            self.add(
                Kind::Separator,
                "separator",
                Some(text.len()),
                format!("{text:?}"),
            );
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
        format!("{salt}, drawn when a row is written")
    }
}
