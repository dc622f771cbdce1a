//! A keyspace's entries, row by row.

use std::sync::Arc;

use hbase_model::Result;

use super::{Direction, Entries, Entry, Space, View};
use crate::key;

/// How many entries are passed over one by one before the engine is asked to seek.
const STEPS_BEFORE_SEEK: usize = 48;

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
        let mut head = None;
        entries.read(&mut head)?;
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
            self.entries.read(&mut self.head)?;
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
            Direction::Forward => self.entries.read(&mut self.head),
            Direction::Backward => {
                self.row.pop();
                Ok(())
            }
        }
    }

    /// Passes over what is left of the column whose entry [`peek`](Self::peek) has shown, and over
    /// the columns before `wanted`, a qualifier as keys hold it, with its terminator. `column_len`
    /// is the length of the shown key up to the end of its qualifier's terminator.
    pub(crate) fn leave_column(
        &mut self,
        prefix: &[u8],
        column_len: usize,
        wanted: Option<&[u8]>,
    ) -> Result<()> {
        let shown = match self.direction {
            Direction::Forward => self.head.take(),
            Direction::Backward => self.row.pop(),
        };
        let Some((left, _)) = shown else {
            return Ok(());
        };
        if self.direction == Direction::Forward {
            self.entries.read(&mut self.head)?;
        }
        let column = left.get(..column_len).unwrap_or_default();
        let part = column.get(prefix.len()..).unwrap_or_default();
        // A column behind the one that is left: what is not before it is not in the left one.
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

    /// Passes over what is left of a row.
    pub(crate) fn leave_row(&mut self, prefix: &[u8]) -> Result<()> {
        if self.direction == Direction::Backward {
            self.begin_row(prefix)?;
            self.row.clear();
            return Ok(());
        }
        let mut steps = 0;
        while self.peek(prefix).is_some() {
            if !self.may_step(&mut steps) {
                return self.seek(&key::after(prefix));
            }
            self.advance()?;
        }
        Ok(())
    }

    /// Counts a step; `false` where seeking is cheaper than going on. Against the key order the row
    /// is in memory.
    #[inline]
    fn may_step(&self, steps: &mut usize) -> bool {
        *steps += 1;
        *steps <= STEPS_BEFORE_SEEK || self.direction == Direction::Backward
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
        self.entries.read(&mut self.head)
    }
}
