//! A keyspace's entries, row by row.

use std::sync::Arc;

use fjall::Slice;
use hbase_model::Result;

use super::{Direction, Entries, Space, View};
use crate::key;

/// How many entries are passed over one by one before the engine is asked to seek.
const STEPS_BEFORE_SEEK: usize = 48;

/// An entry's key and value, as stored.
pub(crate) type Entry = (Slice, Slice);

/// Reads the entries of a range, the rows in the range's direction, the entries of a row always in
/// the order of cells.
pub(crate) struct RowCursor {
    view: Arc<dyn View>,
    space: Space,
    end: Option<Vec<u8>>,
    direction: Direction,
    entries: Entries,
    head: Option<Entry>,
    /// The rest of the current row, last entry first. Only used against the key order.
    row: Vec<Entry>,
}

impl RowCursor {
    /// A cursor on the entries from `from`, which is in the range, to `to`, which is not.
    pub(crate) fn open(
        view: Arc<dyn View>,
        space: Space,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
    ) -> Result<Self> {
        let mut entries = view.range(space, from, to, direction)?;
        let head = entries.next().transpose()?;
        Ok(Self {
            view,
            space,
            end: to.map(<[u8]>::to_vec),
            direction,
            entries,
            head,
            row: Vec::new(),
        })
    }

    /// The prefix of the row that comes next; `None` at the end.
    pub(crate) fn next_row(&self) -> Result<Option<&[u8]>> {
        let Some((key, _)) = &self.head else {
            return Ok(None);
        };
        let len = key::row_len(key).ok_or_else(|| key::damaged(key))?;
        Ok(Some(&key[..len]))
    }

    /// Prepares for [`peek`](Self::peek) on the row of this prefix.
    pub(crate) fn begin_row(&mut self, prefix: &[u8]) -> Result<()> {
        if self.direction == Direction::Forward {
            return Ok(());
        }
        self.row.clear();
        while let Some(entry) = self.head.take_if(|(key, _)| key.starts_with(prefix)) {
            self.row.push(entry);
            self.head = self.entries.next().transpose()?;
        }
        Ok(())
    }

    /// The row's next entry; `None` behind the last.
    #[inline]
    pub(crate) fn peek(&self, prefix: &[u8]) -> Option<&Entry> {
        match self.direction {
            Direction::Forward => self
                .head
                .as_ref()
                .filter(|(key, _)| key.starts_with(prefix)),
            Direction::Backward => self.row.last(),
        }
    }

    /// Goes on behind the entry that [`peek`](Self::peek) has shown.
    #[inline]
    pub(crate) fn advance(&mut self) -> Result<()> {
        match self.direction {
            Direction::Forward => self.head = self.entries.next().transpose()?,
            Direction::Backward => drop(self.row.pop()),
        }
        Ok(())
    }

    /// Passes over the entries before `target`, which lies in or right behind the current row.
    pub(crate) fn advance_to(&mut self, target: &[u8]) -> Result<()> {
        if self.direction == Direction::Backward {
            while self.row.pop_if(|(key, _)| **key < *target).is_some() {}
            return Ok(());
        }
        for _ in 0..STEPS_BEFORE_SEEK {
            if self.head.as_ref().is_none_or(|(key, _)| **key >= *target) {
                return Ok(());
            }
            self.head = self.entries.next().transpose()?;
        }
        self.seek(target)
    }

    /// Passes over what is left of a row; `target` is the key behind it.
    pub(crate) fn leave_row(&mut self, prefix: &[u8], target: &[u8]) -> Result<()> {
        if self.direction == Direction::Backward {
            self.begin_row(prefix)?;
            self.row.clear();
            return Ok(());
        }
        self.advance_to(target)
    }

    /// Passes over what is left of a row, or of a column.
    pub(crate) fn leave_row_or_column(
        &mut self,
        is_row: bool,
        prefix: &[u8],
        target: &[u8],
    ) -> Result<()> {
        if is_row {
            self.leave_row(prefix, target)
        } else {
            self.advance_to(target)
        }
    }

    fn seek(&mut self, target: &[u8]) -> Result<()> {
        if self.end.as_deref().is_some_and(|end| end <= target) {
            self.head = None;
            self.entries = Entries::None;
            return Ok(());
        }
        self.entries = self
            .view
            .range(self.space, target, self.end.as_deref(), self.direction)?;
        self.head = self.entries.next().transpose()?;
        Ok(())
    }
}
