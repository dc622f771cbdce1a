//! Rows of a batch, several in one buffer.
//!
//! A batch is allocated on one thread and freed on another; allocators then return memory to the system and
//! request it again. Pages whose rows were dropped are reused instead.

use std::collections::VecDeque;

use bytes::BytesMut;
use hbase_backend::Row;

/// Bytes of a page. It is small because one row retains its page, but larger than a row because a buffer per
/// row would cost more than reading the row.
const PAGE: usize = 16 << 10;

/// Initial bytes of the first page: most reads are of one row.
const FIRST: usize = 512;

/// Maximum number of spare pages: two batches of 2 MiB, the caller's and the one being read.
const SPARE: usize = 256;

/// The buffers of rows.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// The page that is being written.
    open: BytesMut,
    /// The offset of the current part in it.
    begin: usize,
    /// The ends of the parts before it.
    ends: Vec<usize>,
    rows: Vec<Row>,
    /// Number of rows of the last batch.
    expected: usize,
    /// Whether the open page is a whole one. The first one grows as needed.
    is_whole: bool,
    /// Full pages, the oldest first. Rows may still refer to them.
    spare: VecDeque<BytesMut>,
}

impl Pages {
    /// The end of the current part.
    #[inline]
    pub(super) fn open(&mut self) -> &mut BytesMut {
        if self.open.capacity() == 0 {
            self.open.reserve(FIRST);
        }
        &mut self.open
    }

    /// The current part.
    pub(super) fn part(&self) -> &[u8] {
        self.open.get(self.begin..).unwrap_or_default()
    }

    /// Discards the current part.
    pub(super) fn drop_part(&mut self) {
        self.open.truncate(self.begin);
    }

    /// Finishes the current part as a row.
    pub(super) fn keep_part(&mut self) {
        let end = self.open.len();
        let len = end.saturating_sub(self.begin);
        self.ends.push(end);
        self.begin = end;
        // The next part will be about as long.
        if self.open.capacity().saturating_sub(end) < len {
            self.close();
            let full = std::mem::replace(&mut self.open, next_page(&mut self.spare));
            let was_whole = std::mem::replace(&mut self.is_whole, true);
            if was_whole && len <= PAGE && self.spare.len() < SPARE {
                self.spare.push_back(full);
            }
        }
    }

    /// Freezes the bytes before the current part, and splits them into rows.
    fn close(&mut self) {
        let cells = self.open.split_to(self.begin).freeze();
        if self.rows.capacity() == 0 {
            self.rows.reserve_exact(self.expected.max(self.ends.len()));
        }
        let mut from = 0;
        for to in self.ends.drain(..) {
            self.rows.push(Row::from_trusted(cells.slice(from..to)));
            from = to;
        }
        self.begin = 0;
    }

    /// The rows.
    pub(super) fn take(&mut self) -> Vec<Row> {
        if !self.ends.is_empty() {
            self.close();
        }
        self.expected = self.rows.len();
        std::mem::take(&mut self.rows)
    }
}

/// The oldest spare page if its rows were dropped, or a new one.
fn next_page(spare: &mut VecDeque<BytesMut>) -> BytesMut {
    if let Some(mut page) = spare.pop_front() {
        if page.try_reclaim(PAGE) {
            return page;
        }
        spare.push_back(page);
    }
    BytesMut::with_capacity(PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(pages: &mut Pages, rows: usize, len: usize) -> Vec<Row> {
        for number in 0..rows {
            let byte = u8::try_from(number % 251).unwrap();
            pages.open().extend_from_slice(&vec![byte; len]);
            pages.keep_part();
        }
        pages.take()
    }

    fn assert_rows(rows: &[Row], len: usize) {
        for (number, row) in rows.iter().enumerate() {
            assert_eq!(row.as_block().len(), len);
            assert!(
                row.as_block()
                    .iter()
                    .all(|byte| usize::from(*byte) == number % 251)
            );
        }
    }

    #[test]
    fn pages_are_written_anew_once_their_rows_are_gone() {
        let mut pages = Pages::default();
        for _ in 0..3 {
            drop(batch(&mut pages, 1000, 300));
        }
        let settled = pages.spare.len();
        for _ in 0..20 {
            let rows = batch(&mut pages, 1000, 300);
            assert_rows(&rows, 300);
        }
        assert!(pages.spare.len() <= settled + 1, "{}", pages.spare.len());
    }

    #[test]
    fn rows_that_are_held_do_not_change() {
        let mut pages = Pages::default();
        let held: Vec<_> = (1..40)
            .map(|len| (len * 50, batch(&mut pages, 300, len * 50)))
            .collect();
        for (len, rows) in held {
            assert_rows(&rows, len);
        }
        assert!(pages.spare.len() <= SPARE);
    }

    #[test]
    fn a_part_under_way_outlives_a_batch() {
        let mut pages = Pages::default();
        pages.open().extend_from_slice(b"first");
        pages.keep_part();
        pages.open().extend_from_slice(b"sec");
        let rows = pages.take();
        pages.open().extend_from_slice(b"ond");
        assert_eq!(pages.part(), b"second");
        pages.drop_part();
        pages.open().extend_from_slice(b"third");
        pages.keep_part();
        assert_eq!(&rows[0].as_block()[..], b"first");
        assert_eq!(&pages.take()[0].as_block()[..], b"third");
        assert!(pages.take().is_empty());
    }

    #[test]
    fn a_page_of_a_long_row_is_not_kept() {
        let mut pages = Pages::default();
        drop(batch(&mut pages, 3, 10 * PAGE));
        assert!(pages.spare.is_empty());
    }
}
