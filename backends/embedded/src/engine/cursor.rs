//! Cursors over a keyspace's entries, row by row.

use std::sync::Arc;

use hbase_backend::Result;

use super::{Direction, Entries, Entry, KeyspaceId, ReadSnapshot};
use crate::key;

/// Entries that are skipped one by one before a seek.
const STEPS_BEFORE_SEEK: usize = 48;

/// Maximum entries of a row that are buffered when rows are read in descending order.
const ROW_ENTRIES: usize = 32;

/// The keys from `from` (inclusive) to `to` (exclusive); without `to`, to the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyRange {
    pub(crate) from: Vec<u8>,
    pub(crate) to: Option<Vec<u8>>,
}

impl KeyRange {
    /// All keys of the row of a prefix.
    pub(crate) fn of_row(prefix: Vec<u8>) -> Self {
        let to = Some(key::after(&prefix));
        Self { from: prefix, to }
    }
}

/// Reads the entries of a range: rows in the range's direction, the entries of a row always in the
/// order of cells.
pub(crate) struct RowCursor {
    snapshot: Arc<dyn ReadSnapshot>,
    keyspace: KeyspaceId,
    range: KeyRange,
    direction: Direction,
    entries: Entries,
    head: Option<Entry>,
    /// The current row. Used in descending order only.
    row: ReversedRow,
}

/// The rest of a row when rows are read in descending order.
enum ReversedRow {
    /// A short row's entries, last one first.
    Held(Vec<Entry>),
    /// A long row, read by a separate cursor.
    Read(Box<RowCursor>),
}

impl RowCursor {
    /// A cursor on the entries of a range.
    pub(crate) fn open(
        snapshot: Arc<dyn ReadSnapshot>,
        keyspace: KeyspaceId,
        range: KeyRange,
        direction: Direction,
    ) -> Result<Self> {
        let mut entries = snapshot.range(keyspace, &range.from, range.to.as_deref(), direction)?;
        let mut head = None;
        entries.read(&mut head)?;
        Ok(Self {
            snapshot,
            keyspace,
            range,
            direction,
            entries,
            head,
            row: ReversedRow::Held(Vec::new()),
        })
    }

    /// The prefix of the next row; `None` at the end. A started row must have been
    /// [ended](Self::end_row).
    pub(crate) fn next_row(&self) -> Result<Option<&[u8]>> {
        let Some((key, _)) = &self.head else {
            return Ok(None);
        };
        let len = key::row_len(key).ok_or_else(|| key::damaged(key))?;
        Ok(Some(&key[..len]))
    }

    /// Prepares for [`peek`](Self::peek) on the row of this prefix.
    pub(crate) fn start_row(&mut self, prefix: &[u8]) -> Result<()> {
        if self.direction == Direction::Forward {
            return Ok(());
        }
        let mut held = match std::mem::replace(&mut self.row, ReversedRow::Held(Vec::new())) {
            ReversedRow::Held(entries) => entries,
            ReversedRow::Read(_) => Vec::new(),
        };
        held.clear();
        while held.len() < ROW_ENTRIES
            && let Some(entry) = self.head.take_if(|(key, _)| key.starts_with(prefix))
        {
            held.push(entry);
            self.entries.read(&mut self.head)?;
        }
        self.row = if self.is_in(prefix) {
            let snapshot = Arc::clone(&self.snapshot);
            let range = KeyRange::of_row(prefix.to_vec());
            let row = Self::open(snapshot, self.keyspace, range, Direction::Forward)?;
            ReversedRow::Read(Box::new(row))
        } else {
            ReversedRow::Held(held)
        };
        Ok(())
    }

    /// Whether the range's next entry belongs to the row with this prefix.
    fn is_in(&self, prefix: &[u8]) -> bool {
        let head = self.head.as_ref();
        head.is_some_and(|(key, _)| key.starts_with(prefix))
    }

    /// Advances to the next row if the current one was not read to its end.
    pub(crate) fn end_row(&mut self) -> Result<()> {
        if self.direction == Direction::Forward {
            return Ok(());
        }
        match std::mem::replace(&mut self.row, ReversedRow::Held(Vec::new())) {
            ReversedRow::Held(_) => Ok(()),
            ReversedRow::Read(row) => self.seek_below(&row.range.from),
        }
    }

    /// The row's next entry; `None` after the last.
    #[inline]
    pub(crate) fn peek(&self, prefix: &[u8]) -> Option<&Entry> {
        match self.direction {
            Direction::Forward => self
                .head
                .as_ref()
                .filter(|(key, _)| key.starts_with(prefix)),
            Direction::Backward => match &self.row {
                ReversedRow::Held(entries) => entries.last(),
                ReversedRow::Read(row) => row.peek(prefix),
            },
        }
    }

    /// Advances past the entry that [`peek`](Self::peek) returned.
    #[inline]
    pub(crate) fn advance(&mut self) -> Result<()> {
        match self.direction {
            Direction::Forward => self.entries.read(&mut self.head),
            Direction::Backward => match &mut self.row {
                ReversedRow::Held(entries) => {
                    entries.pop();
                    Ok(())
                }
                ReversedRow::Read(row) => row.advance(),
            },
        }
    }

    /// Skips the rest of the column whose entry [`peek`](Self::peek) has returned, and the columns
    /// before `wanted`, a qualifier as in keys, with its terminator. `column_len` is the length of
    /// the returned key up to the end of its qualifier's terminator.
    pub(crate) fn leave_column(
        &mut self,
        prefix: &[u8],
        column_len: usize,
        wanted: Option<&[u8]>,
    ) -> Result<()> {
        let shown = match &mut self.row {
            ReversedRow::Read(row) => return row.leave_column(prefix, column_len, wanted),
            ReversedRow::Held(entries) if self.direction == Direction::Backward => entries.pop(),
            ReversedRow::Held(_) => self.head.take(),
        };
        let Some((left, _)) = shown else {
            return Ok(());
        };
        if self.direction == Direction::Forward {
            self.entries.read(&mut self.head)?;
        }
        let column = left.get(..column_len).unwrap_or_default();
        let part = column.get(prefix.len()..).unwrap_or_default();
        // `wanted` is a later column, so an entry at or after it is not in the skipped column.
        let next = wanted.filter(|wanted| *wanted > part);
        let mut steps = 1;
        loop {
            let Some((key, _)) = self.peek(prefix) else {
                return Ok(());
            };
            let rest = key.get(prefix.len()..).unwrap_or_default();
            if next.map_or_else(|| !rest.starts_with(part), |next| rest >= next) {
                return Ok(());
            }
            if !self.may_step(&mut steps) {
                break;
            }
            self.advance()?;
        }
        let target = next.map_or_else(|| key::after(column), |next| [prefix, next].concat());
        self.seek(&target)
    }

    /// Skips the rest of a row.
    pub(crate) fn leave_row(&mut self, prefix: &[u8]) -> Result<()> {
        if self.direction == Direction::Forward {
            return self.leave(prefix, &key::after(prefix));
        }
        self.end_row()?;
        self.leave(prefix, prefix)
    }

    /// Skips the entries of a row; seeks to `target` if they are many.
    fn leave(&mut self, prefix: &[u8], target: &[u8]) -> Result<()> {
        let mut steps = 0;
        while self.is_in(prefix) {
            steps += 1;
            if steps > STEPS_BEFORE_SEEK {
                return match self.direction {
                    Direction::Forward => self.seek(target),
                    Direction::Backward => self.seek_below(target),
                };
            }
            self.entries.read(&mut self.head)?;
        }
        Ok(())
    }

    /// Seeks to the first entry at or after `target`, in ascending order.
    pub(crate) fn skip_to(&mut self, target: &[u8]) -> Result<()> {
        let mut steps = 0;
        while let Some((key, _)) = &self.head
            && **key < *target
        {
            steps += 1;
            if steps > STEPS_BEFORE_SEEK {
                return self.seek(target);
            }
            self.entries.read(&mut self.head)?;
        }
        Ok(())
    }

    /// Moves to the row with this prefix, or the next one; in descending order, to the row before
    /// it.
    pub(crate) fn skip_to_row(&mut self, prefix: &[u8]) -> Result<()> {
        if self.direction == Direction::Forward {
            return self.skip_to(prefix);
        }
        self.row = ReversedRow::Held(Vec::new());
        let mut steps = 0;
        while let Some((key, _)) = &self.head
            && **key >= *prefix
        {
            steps += 1;
            if steps > STEPS_BEFORE_SEEK {
                return self.seek_below(prefix);
            }
            self.entries.read(&mut self.head)?;
        }
        Ok(())
    }

    /// Counts a step; `false` if seeking is cheaper than stepping. A buffered row is in memory.
    #[inline]
    fn may_step(&self, steps: &mut usize) -> bool {
        *steps += 1;
        *steps <= STEPS_BEFORE_SEEK || self.direction == Direction::Backward
    }

    fn seek(&mut self, target: &[u8]) -> Result<()> {
        if self.range.to.as_deref().is_some_and(|to| to <= target) {
            self.finish();
            return Ok(());
        }
        let to = self.range.to.as_deref();
        self.entries = self
            .snapshot
            .range(self.keyspace, target, to, Direction::Forward)?;
        self.entries.read(&mut self.head)
    }

    /// Seeks to the last entry before `target`, in descending order.
    fn seek_below(&mut self, target: &[u8]) -> Result<()> {
        if target <= self.range.from.as_slice() {
            self.finish();
            return Ok(());
        }
        self.entries = self.snapshot.range(
            self.keyspace,
            &self.range.from,
            Some(target),
            Direction::Backward,
        )?;
        self.entries.read(&mut self.head)
    }

    fn finish(&mut self) {
        self.head = None;
        self.entries = Entries::None;
    }
}
