//! Aligned columns of text.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::style::DIM;

/// One cell.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    text: String,
    style: Style,
    right: bool,
}

/// Rows of cells below a header.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    rows: Vec<Vec<Cell>>,
}

impl Cell {
    pub(crate) fn of(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            style: Style::new(),
            right: false,
        }
    }

    /// A right-aligned cell.
    pub(crate) fn number(text: impl Into<String>) -> Self {
        Self {
            right: true,
            ..Self::of(text)
        }
    }

    pub(crate) const fn styled(mut self, style: Style) -> Self {
        self.style = style;
        self
    }

    fn width(&self) -> usize {
        self.text.width()
    }

    fn write(&self, width: usize, last: bool, out: &mut dyn Write) -> io::Result<()> {
        let blanks = " ".repeat(width.saturating_sub(self.width()));
        let (before, after) = match (self.right, last) {
            (true, _) => (&*blanks, ""),
            (false, true) => ("", ""),
            (false, false) => ("", &*blanks),
        };
        let (style, text) = (self.style, &self.text);
        write!(out, "{before}{style}{text}{style:#}{after}")
    }
}

impl Columns {
    /// Starts with a header row.
    pub(crate) fn new(header: &[Cell]) -> Self {
        let styled = header.iter().cloned().map(|cell| cell.styled(DIM));
        Self {
            rows: vec![styled.collect()],
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn rows<const N: usize>(&mut self, rows: impl Iterator<Item = [Cell; N]>) {
        self.rows.extend(rows.map(Vec::from));
    }

    /// Writes the rows, with two blanks before each column.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let widths = self.widths();
        for row in &self.rows {
            for (at, cell) in row.iter().enumerate() {
                write!(out, "  ")?;
                cell.write(widths[at], at + 1 == row.len(), out)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.map(Cell::width).max().unwrap_or(0)
        };
        (0..columns).map(width).collect()
    }
}
