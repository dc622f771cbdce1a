//! One family's cells of a row, through the matcher and the filter (`StoreScanner`).

use std::borrow::Cow;
use std::sync::Arc;

use hbase_backend::Result;

use super::cells::CellWriter;
use super::matcher::Matcher;
use super::plan::{FamilyPlan, Plan};
use crate::cell::CellView;
use crate::engine::{Direction, KeyRange, KeyspaceId, ReadSnapshot, RowCursor};
use crate::filter::{Code, Hint, Node};
use crate::work::Work;
use crate::{key, value};

/// One family of a read.
pub(super) struct FamilyReader {
    name: Arc<[u8]>,
    keyspace: KeyspaceId,
    pub(super) cursor: RowCursor,
    matcher: Matcher,
    /// Cells of the current row that the matcher included.
    seen: u32,
    /// Whether the rest of the current row is skipped.
    is_done: bool,
}

impl FamilyReader {
    pub(super) fn open(
        plan: &Plan,
        family: &FamilyPlan,
        snapshot: &Arc<dyn ReadSnapshot>,
        range: KeyRange,
        direction: Direction,
    ) -> Result<Self> {
        let snapshot = Arc::clone(snapshot);
        Ok(Self {
            cursor: RowCursor::open(snapshot, family.keyspace, range, direction)?,
            matcher: Matcher::new(family, plan.raw, plan.filter.is_some(), plan.now),
            name: Arc::clone(&family.name),
            keyspace: family.keyspace,
            seen: 0,
            is_done: false,
        })
    }

    /// Continues with another snapshot.
    pub(super) fn reopen(
        &mut self,
        snapshot: &Arc<dyn ReadSnapshot>,
        range: KeyRange,
        direction: Direction,
    ) -> Result<()> {
        self.cursor = RowCursor::open(Arc::clone(snapshot), self.keyspace, range, direction)?;
        Ok(())
    }

    pub(super) fn start_row(&mut self, prefix: &[u8]) -> Result<()> {
        self.matcher.reset();
        self.seen = 0;
        self.is_done = false;
        self.cursor.start_row(prefix)
    }
}

/// The output of one row's cells, and its limit.
pub(super) struct RowCells<'a> {
    pub(super) prefix: &'a [u8],
    pub(super) row: &'a [u8],
    pub(super) block: &'a mut CellWriter,
    pub(super) scratch: &'a mut Vec<u8>,
    pub(super) offset: u32,
    pub(super) limit: Option<u32>,
    pub(super) batch: Option<u32>,
    pub(super) direction: Direction,
}

impl RowCells<'_> {
    /// Reads one family's cells of the row; `true` if the part is full.
    pub(super) fn read(
        mut self,
        family: &mut FamilyReader,
        mut filter: Option<&mut (dyn Node + 'static)>,
        work: &mut Work,
    ) -> Result<bool> {
        self.block.start_cells(self.row, &family.name);
        while !family.is_done {
            if self.is_full() {
                return Ok(true);
            }
            if filter.as_deref().is_some_and(Node::is_all_done) {
                family.is_done = true;
                break;
            }
            let Some(next) = self.look(family, filter.as_deref_mut(), work)? else {
                break;
            };
            self.go_on(family, next)?;
        }
        Ok(false)
    }

    /// Processes the row's next cell; `None` after the last.
    #[inline]
    fn look(
        &mut self,
        family: &mut FamilyReader,
        mut filter: Option<&mut (dyn Node + 'static)>,
        work: &mut Work,
    ) -> Result<Option<Next>> {
        let Some((key, stored)) = family.cursor.peek(self.prefix) else {
            return Ok(None);
        };
        work.step_over(stored.len())?;
        let column = key::column(key, self.prefix.len()).ok_or_else(|| key::damaged(key))?;
        let stored = value::decode(stored)?;
        let cell = CellView {
            row: self.row,
            family: &family.name,
            qualifier: key::unescape(column.escaped, self.scratch),
            timestamp: column.timestamp,
            kind: column.kind,
            value: stored.value,
            ttl_ms: stored.ttl_ms,
        };
        let mut step = family.matcher.step(&cell, filter.as_deref_mut())?;
        if step.includes() {
            family.seen += 1;
            if family.seen > self.offset {
                push(self.block, &cell, filter.as_deref());
                let limit = self.limit.map(|limit| limit.saturating_add(self.offset));
                if limit.is_some_and(|limit| family.seen >= limit) {
                    step = Code::IncludeNextRow;
                }
            }
        }
        Ok(Some(match step {
            Code::Include | Code::Skip => Next::Cell,
            Code::IncludeNextColumn | Code::NextColumn => {
                Next::Column(self.prefix.len() + column.escaped.len() + 2)
            }
            Code::IncludeNextRow | Code::NextRow => Next::Row,
            Code::Hint => {
                let hint = filter.and_then(|filter| filter.hint(&cell));
                Next::Goal(hint.and_then(|hint| goal(hint, &cell, self.direction)))
            }
        }))
    }

    #[inline]
    fn go_on(&mut self, family: &mut FamilyReader, next: Next) -> Result<()> {
        match next {
            Next::Cell => family.cursor.advance(),
            Next::Column(column_len) => self.leave_column(family, column_len),
            Next::Row => {
                family.is_done = true;
                family.cursor.leave_row(self.prefix)
            }
            Next::Goal(goal) => self.follow(family, goal),
        }
    }

    /// Seeks to a filter's hint.
    fn follow(&mut self, family: &mut FamilyReader, goal: Option<Goal>) -> Result<()> {
        match goal {
            None => family.cursor.advance(),
            Some(Goal::BehindNameless) => {
                family.matcher.close_nameless();
                family.cursor.advance()
            }
            Some(Goal::Column(qualifier)) => {
                key::column_part(&qualifier, self.scratch);
                let target = [self.prefix, self.scratch.as_slice()].concat();
                family.cursor.skip_to(&target)
            }
            Some(Goal::Row(prefix)) => {
                family.is_done = true;
                family.cursor.skip_to_row(&prefix)
            }
        }
    }

    /// Skips to the next requested column.
    fn leave_column(&mut self, family: &mut FamilyReader, column_len: usize) -> Result<()> {
        let wanted = family.matcher.next_wanted().map(|wanted| {
            key::column_part(wanted, self.scratch);
            self.scratch.as_slice()
        });
        family.cursor.leave_column(self.prefix, column_len, wanted)
    }

    fn is_full(&self) -> bool {
        self.batch.is_some_and(|batch| self.block.count() >= batch)
    }
}

/// The next position after a cell.
enum Next {
    Cell,
    /// After the column, whose keys share a prefix of this length with the cell's key.
    Column(usize),
    Row,
    Goal(Option<Goal>),
}

/// The position of a filter's hint.
enum Goal {
    /// At the first column with a qualifier: the family's markers are among the cells without one, which are
    /// read one by one.
    BehindNameless,
    /// At this qualifier.
    Column(Vec<u8>),
    /// At the row with this prefix; in descending order, at the row before it.
    Row(Vec<u8>),
}

/// The position of a hint; `None` if it is not ahead of the cell (`StoreScanner.next`). In
/// descending order `HBase` does not skip columns of a row.
fn goal(hint: Hint, cell: &CellView<'_>, direction: Direction) -> Option<Goal> {
    match (hint, direction) {
        (Hint::Column(qualifier), Direction::Forward) if *qualifier > *cell.qualifier => {
            Some(if cell.qualifier.is_empty() {
                Goal::BehindNameless
            } else {
                Goal::Column(qualifier)
            })
        }
        (Hint::Row(row), Direction::Forward) if *row > *cell.row => {
            Some(Goal::Row(key::row_prefix(&row)))
        }
        (Hint::RowBelow(row), Direction::Backward) if *row <= *cell.row => {
            Some(Goal::Row(key::row_prefix(&row)))
        }
        _ => None,
    }
}

fn push(block: &mut CellWriter, cell: &CellView<'_>, filter: Option<&(dyn Node + 'static)>) {
    match filter {
        None => block.push(cell, cell.value),
        Some(filter) => block.push(cell, &filter.transform(Cow::Borrowed(cell.value))),
    }
}
