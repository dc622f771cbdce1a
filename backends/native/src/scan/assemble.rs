//! Assembles rows from results, in which servers split rows by size and by `batch`.

use bytes::{Bytes, BytesMut};
use hbase_backend::Row;
use hbase_backend::block::split_cell;

/// Assembles results. A row ends if the next result has another key, or at the region's end: the server's flag of
/// partial results may be set on a row's last part.
#[derive(Clone, Debug)]
pub(super) struct Assembler {
    /// Cells per partial row; `None` for whole rows.
    batch: Option<usize>,
    key: Bytes,
    parts: Vec<Bytes>,
    /// The number of cells in the parts. For whole rows, the number of parts.
    cells: usize,
    /// The last cell of this row that was returned, if any.
    given: Option<Row>,
    /// Whether this row is read again; cells up to the last returned one are then skipped.
    is_again: bool,
}

impl Assembler {
    pub(super) fn new(batch: Option<u32>) -> Self {
        Self {
            batch: batch.and_then(|cells| usize::try_from(cells).ok()),
            key: Bytes::new(),
            parts: Vec::new(),
            cells: 0,
            given: None,
            is_again: false,
        }
    }

    /// Adds a result; `block` contains those of its cells that are to be returned. Appends complete rows, or
    /// partial rows of `batch` cells, to `rows`. Returns the number of rows that ended, including those without
    /// cells, which are not returned.
    pub(super) fn add(&mut self, result: &Row, block: &Bytes, rows: &mut Vec<Row>) -> usize {
        let mut ended = 0;
        if !self.key.is_empty() && result.key() != &self.key[..] {
            ended = self.end(rows);
        }
        if self.key.is_empty() {
            self.key = result.as_block().slice_ref(result.key());
        }
        let block = self.not_given(block);
        if block.is_empty() {
            return ended;
        }
        match self.batch {
            None => {
                self.cells += 1;
                self.parts.push(block);
            }
            Some(batch) => self.add_cells(&block, batch, rows),
        }
        ended
    }

    /// The cells after those that were returned before the scanner was lost. The row may have changed since, so
    /// their number is meaningless.
    fn not_given(&mut self, block: &Bytes) -> Bytes {
        let Some(last) = self.given.as_ref().filter(|_| self.is_again) else {
            return block.clone();
        };
        let last = last.cells().next();
        let mut rest = &block[..];
        while let Some((cell, behind)) = split_cell(rest)
            && last.is_some_and(|last| cell.compare(&last).is_le())
        {
            rest = behind;
        }
        self.is_again = rest.is_empty();
        block.slice(block.len() - rest.len()..)
    }

    /// Reads the current row again from its first cell; its returned cells are skipped.
    pub(super) fn restart_row(&mut self) {
        self.parts.clear();
        self.cells = 0;
        self.is_again = self.given.is_some();
        if !self.is_again {
            self.clear();
        }
    }

    fn add_cells(&mut self, block: &Bytes, batch: usize, rows: &mut Vec<Row>) {
        let mut rest = &block[..];
        let mut from = 0;
        while let Some((_, behind)) = split_cell(rest) {
            rest = behind;
            self.cells += 1;
            if self.cells == batch {
                let to = block.len() - rest.len();
                self.parts.push(block.slice(from..to));
                from = to;
                self.give(rows);
            }
        }
        if from < block.len() {
            self.parts.push(block.slice(from..));
        }
    }

    /// Ends the current row; returns 1 if there was one.
    pub(super) fn end(&mut self, rows: &mut Vec<Row>) -> usize {
        let was_there = !self.key.is_empty();
        if self.cells > 0 {
            self.give(rows);
        }
        self.clear();
        usize::from(was_there)
    }

    fn clear(&mut self) {
        self.key = Bytes::new();
        self.parts.clear();
        self.cells = 0;
        self.given = None;
        self.is_again = false;
    }

    /// The key of the current row.
    pub(super) fn key(&self) -> Option<&Bytes> {
        (!self.key.is_empty()).then_some(&self.key)
    }

    fn give(&mut self, rows: &mut Vec<Row>) {
        let block = match &mut self.parts[..] {
            [one] => std::mem::take(one),
            parts => {
                let mut whole = BytesMut::with_capacity(parts.iter().map(Bytes::len).sum());
                for part in parts {
                    whole.extend_from_slice(part);
                }
                whole.freeze()
            }
        };
        self.cells = 0;
        self.parts.clear();
        if self.batch.is_some() {
            self.given = last_cell(&block);
        }
        rows.push(Row::from_trusted(block));
    }
}

/// The last cell of a block, alone.
fn last_cell(block: &Bytes) -> Option<Row> {
    let (mut rest, mut last) = (&block[..], None);
    while let Some((_, behind)) = split_cell(rest) {
        let cell = block.len() - rest.len()..block.len() - behind.len();
        last = Some(Row::from_trusted(block.slice(cell)));
        rest = behind;
    }
    last
}

#[cfg(test)]
mod tests {
    use hbase_backend::{CellBlock, CellKind, CellRef};

    use super::*;

    fn result(row: &str, qualifiers: &str) -> Row {
        let mut block = CellBlock::new();
        for qualifier in qualifiers.bytes() {
            let pushed = block.push(CellRef {
                row: row.as_bytes(),
                family: b"f",
                qualifier: &[qualifier],
                timestamp: 1,
                kind: CellKind::Put,
                value: b"",
            });
            pushed.expect("a small cell");
        }
        Row::new(block.take()).expect("a row")
    }

    fn add(assembler: &mut Assembler, result: &Row, rows: &mut Vec<Row>) {
        assembler.add(result, result.as_block(), rows);
    }

    fn assembled(batch: Option<u32>, results: &[(&str, &str)]) -> Vec<String> {
        let mut assembler = Assembler::new(batch);
        let mut rows = Vec::new();
        for (row, qualifiers) in results {
            add(&mut assembler, &result(row, qualifiers), &mut rows);
        }
        assembler.end(&mut rows);
        let text = |row: &Row| {
            let qualifiers = row.cells().map(|cell| char::from(cell.qualifier[0]));
            let key = String::from_utf8_lossy(row.key()).into_owned();
            format!("{key}:{}", qualifiers.collect::<String>())
        };
        rows.iter().map(text).collect()
    }

    #[test]
    fn a_row_ends_where_the_next_key_begins() {
        let results = [("a", "xy"), ("a", "z"), ("b", "x"), ("c", "x"), ("c", "y")];
        assert_eq!(assembled(None, &results), ["a:xyz", "b:x", "c:xy"]);
    }

    #[test]
    fn a_row_that_is_read_again_goes_on_where_it_was_cut() {
        let mut assembler = Assembler::new(Some(2));
        let mut rows = Vec::new();
        add(&mut assembler, &result("a", "vwx"), &mut rows);
        assembler.restart_row();
        assert_eq!(assembler.key().map(|key| &key[..]), Some(&b"a"[..]));
        add(&mut assembler, &result("a", "vwxyz"), &mut rows);
        assembler.end(&mut rows);
        let counts: Vec<_> = rows.iter().map(|row| row.cells().count()).collect();
        assert_eq!(counts, [2, 2, 1]);
        add(&mut assembler, &result("b", "v"), &mut rows);
        assembler.restart_row();
        assert_eq!(assembler.key(), None);
    }

    #[test]
    fn rows_are_cut_at_the_batch_wherever_the_server_cut_them() {
        let results = [("a", "vw"), ("a", "xyz"), ("b", "v"), ("c", "vw")];
        assert_eq!(
            assembled(Some(2), &results),
            ["a:vw", "a:xy", "a:z", "b:v", "c:vw"]
        );
        let results = [("a", "vwxyz"), ("b", "vwx")];
        assert_eq!(assembled(Some(3), &results), ["a:vwx", "a:yz", "b:vwx"]);
    }
}
