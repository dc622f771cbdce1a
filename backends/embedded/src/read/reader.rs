//! Rows out of cells: the families of a row side by side, through the matcher and the filter
//! (`RegionScannerImpl`).

use std::borrow::Cow;
use std::sync::Arc;

use hbase_model::{Result, Row};

use super::cells::CellWriter;
use super::matcher::{Matcher, Step};
use super::plan::{FamilyPlan, Plan};
use super::renewal::{Nothing, Renewal, Renewed};
use super::row_key::RowKey;
use crate::cell::CellView;
use crate::engine::{Direction, RowCursor, ReadSnapshot};
use crate::filter::{Hint, Node};
use crate::work::Work;
use crate::{key, value};

/// A row, or a piece of one; its cells are in [`Reader::cells`].
pub(crate) struct PartialRow {
    /// Whether it is the first piece of its row.
    pub(crate) is_first: bool,
}

/// One family of a read.
struct Store {
    plan: FamilyPlan,
    cursor: RowCursor,
    matcher: Matcher,
    /// Cells of the current row that the matcher let through.
    seen: u32,
    /// Whether nothing more of the current row is wanted.
    is_done: bool,
}

/// Reads the rows of a range.
pub(crate) struct Reader {
    stores: Vec<Store>,
    filter: Option<Box<dyn Node>>,
    store_limit: Option<u32>,
    store_offset: u32,
    batch: Option<u32>,
    direction: Direction,
    row: RowKey,
    /// The store of the current row that comes next.
    store: usize,
    pieces: u32,
    block: CellWriter,
    /// Whether the block holds a piece that was answered.
    is_taken: bool,
    scratch: Vec<u8>,
    renewal: Option<Renewal>,
}

impl Reader {
    /// A reader of the rows from `from`, which is in the range, to `to`, which is not; both are
    /// storage keys.
    pub(crate) fn open(
        plan: Plan,
        snapshot: &Arc<dyn ReadSnapshot>,
        from: &[u8],
        to: Option<&[u8]>,
        direction: Direction,
        batch: Option<u32>,
    ) -> Result<Self> {
        let has_filter = plan.filter.is_some();
        let mut stores = Vec::with_capacity(plan.families.len());
        for family in plan.families {
            let snapshot = Arc::clone(snapshot);
            stores.push(Store {
                cursor: RowCursor::open(snapshot, family.keyspace, from, to, direction)?,
                matcher: Matcher::new(&family, plan.raw, has_filter, plan.now),
                plan: family,
                seen: 0,
                is_done: false,
            });
        }
        Ok(Self {
            stores,
            filter: plan.filter,
            store_limit: plan.store_limit,
            store_offset: plan.store_offset,
            batch,
            direction,
            row: RowKey::default(),
            store: 0,
            pieces: 0,
            block: CellWriter::default(),
            is_taken: false,
            scratch: Vec::new(),
            renewal: None,
        })
    }

    /// Lets the reader change its snapshot between rows.
    pub(crate) fn set_renewal(&mut self, renewal: Option<Renewal>) {
        self.renewal = renewal;
    }

    /// Whether the snapshot holds more than it may.
    pub(crate) fn is_due(&self) -> bool {
        self.renewal.as_ref().is_some_and(Renewal::is_due)
    }

    /// Gives the snapshot back, between two rows.
    pub(crate) fn park(&mut self) -> Result<()> {
        let Some(mut renewal) = self.renewal.take() else {
            return Ok(());
        };
        if self.find_row()? {
            renewal.park(self.row.prefix().to_vec());
            self.row.leave();
        }
        self.renewal = Some(renewal);
        let nothing: Arc<dyn ReadSnapshot> = Arc::new(Nothing);
        self.open_cursors(&nothing, b"", None)
    }

    fn open_cursors(&mut self, snapshot: &Arc<dyn ReadSnapshot>, from: &[u8], to: Option<&[u8]>) -> Result<()> {
        for store in &mut self.stores {
            let (snapshot, keyspace) = (Arc::clone(snapshot), store.plan.keyspace);
            store.cursor = RowCursor::open(snapshot, keyspace, from, to, self.direction)?;
        }
        Ok(())
    }

    /// Takes a new snapshot where the old one was given back, or holds more than it may.
    fn renew(&mut self) -> Result<()> {
        let Some(mut renewal) = self.renewal.take() else {
            return Ok(());
        };
        let row = match renewal.take_parked() {
            Some(row) => row,
            None if renewal.is_due() && self.find_row()? => self.row.prefix().to_vec(),
            None => {
                self.renewal = Some(renewal);
                return Ok(());
            }
        };
        self.row.leave();
        let Renewed { snapshot, from, to } = renewal.renew(&row, self.direction)?;
        self.renewal = Some(renewal);
        self.open_cursors(&snapshot, &from, to.as_deref())
    }

    /// Whether no row is cut in pieces at this moment.
    pub(crate) fn is_between_rows(&self) -> bool {
        self.row.is_none()
    }

    /// The next row, or partial row; `None` at the end.
    pub(crate) fn next(&mut self, work: &mut Work) -> Result<Option<PartialRow>> {
        loop {
            if self.row.is_none() {
                self.clear_taken();
                if !self.start_row(work)? {
                    return Ok(None);
                }
            }
            if let Some(piece) = self.next_of_row(work)? {
                return Ok(Some(piece));
            }
        }
    }

    /// The next partial row of the row that was begun; `None` where nothing is left of it.
    pub(crate) fn next_of_row(&mut self, work: &mut Work) -> Result<Option<PartialRow>> {
        self.clear_taken();
        if self.row.is_none() {
            return Ok(None);
        }
        let is_cut = self.fill(work)?;
        Ok((is_cut || self.finish_row()).then(|| self.piece()))
    }

    fn clear_taken(&mut self) {
        if std::mem::take(&mut self.is_taken) {
            self.block.clear();
        }
    }

    /// Goes to the next row whose key the filter lets through.
    fn start_row(&mut self, work: &mut Work) -> Result<bool> {
        loop {
            work.step()?;
            self.renew()?;
            if self.is_filter_done() || !self.find_row()? {
                return Ok(false);
            }
            self.pieces = 0;
            let row = self.row.key();
            let passes = match self.filter.as_deref_mut() {
                Some(filter) => !filter.filter_row_key(row)?,
                None => true,
            };
            if passes {
                self.begin_stores()?;
                return Ok(true);
            }
            self.leave_out_row(work)?;
        }
    }

    /// Passes over a row that is left out for its key. `HBase` still asks the filter about the row's
    /// cells (`RegionScannerImpl.nextRow`), which shows where it fails or ends the scan.
    fn leave_out_row(&mut self, work: &mut Work) -> Result<()> {
        if self.filter.as_deref().is_some_and(Node::minds_passed_rows) {
            self.begin_stores()?;
            while self.fill(work)? {}
            self.block.clear();
            self.row.leave();
        } else {
            self.pass_row()?;
        }
        self.reset_filter();
        Ok(())
    }

    fn is_filter_done(&self) -> bool {
        self.filter.as_deref().is_some_and(Node::is_all_done)
    }

    fn reset_filter(&mut self) {
        if let Some(filter) = self.filter.as_deref_mut() {
            filter.reset();
        }
    }

    /// Finds the row that comes next in any family.
    fn find_row(&mut self) -> Result<bool> {
        for store in &mut self.stores {
            store.cursor.end_row()?;
        }
        let mut next: Option<&[u8]> = None;
        for store in &self.stores {
            let Some(row) = store.cursor.next_row()? else {
                continue;
            };
            let is_nearer = next.is_none_or(|nearest| match self.direction {
                Direction::Forward => row < nearest,
                Direction::Backward => row > nearest,
            });
            if is_nearer {
                next = Some(row);
            }
        }
        let Some(next) = next else {
            return Ok(false);
        };
        self.row.enter(next);
        Ok(true)
    }

    fn begin_stores(&mut self) -> Result<()> {
        self.store = 0;
        for store in &mut self.stores {
            store.cursor.begin_row(self.row.prefix())?;
            store.matcher.reset();
            store.seen = 0;
            store.is_done = false;
        }
        Ok(())
    }

    /// Passes over what is left of the current row.
    fn pass_row(&mut self) -> Result<()> {
        for store in &mut self.stores {
            store.cursor.leave_row(self.row.prefix())?;
        }
        self.row.leave();
        Ok(())
    }

    /// Collects the row's cells; `true` where the piece is full before the row is at its end.
    fn fill(&mut self, work: &mut Work) -> Result<bool> {
        while let Some(store) = self.stores.get_mut(self.store) {
            let cells = Cells {
                prefix: self.row.prefix(),
                row: self.row.key(),
                block: &mut self.block,
                scratch: &mut self.scratch,
                offset: self.store_offset,
                limit: self.store_limit,
                batch: self.batch,
                direction: self.direction,
            };
            if cells.read(store, self.filter.as_deref_mut(), work)? {
                return Ok(true);
            }
            self.store += 1;
        }
        Ok(false)
    }

    /// Ends the row; whether what is left of it is in the answer.
    fn finish_row(&mut self) -> bool {
        self.row.leave();
        let leaves_out = |filter: &mut (dyn Node + 'static)| filter.filter_row();
        let is_kept = self.block.count() > 0 && !self.filter.as_deref_mut().is_some_and(leaves_out);
        self.reset_filter();
        if !is_kept {
            self.block.clear();
        }
        is_kept
    }

    fn piece(&mut self) -> PartialRow {
        self.pieces += 1;
        self.is_taken = true;
        PartialRow {
            is_first: self.pieces == 1,
        }
    }

    /// The cells of the piece that was found last, one after the other.
    pub(crate) fn cells(&self) -> &[u8] {
        self.block.bytes()
    }

    /// The own time to live, in milliseconds, of the first cell of the piece that was found last.
    pub(crate) fn first_ttl_ms(&self) -> Option<i64> {
        self.block.first_ttl_ms()
    }

    /// Puts the piece that was found last among the rows of [`take_rows`](Self::take_rows).
    pub(crate) fn keep(&mut self) {
        self.block.keep();
    }

    /// The rows that were kept.
    pub(crate) fn take_rows(&mut self) -> Vec<Row> {
        self.block.take()
    }
}

/// Where the cells of one row go, and how many of them.
struct Cells<'a> {
    prefix: &'a [u8],
    row: &'a [u8],
    block: &'a mut CellWriter,
    scratch: &'a mut Vec<u8>,
    offset: u32,
    limit: Option<u32>,
    batch: Option<u32>,
    direction: Direction,
}

impl Cells<'_> {
    /// Reads one family's cells of the row; `true` where the piece is full.
    fn read(
        mut self,
        store: &mut Store,
        mut filter: Option<&mut (dyn Node + 'static)>,
        work: &mut Work,
    ) -> Result<bool> {
        self.block.begin(self.row, &store.plan.name);
        while !store.is_done {
            if self.is_full() {
                return Ok(true);
            }
            if filter.as_deref().is_some_and(Node::is_all_done) {
                store.is_done = true;
                break;
            }
            let Some((key, stored)) = store.cursor.peek(self.prefix) else {
                break;
            };
            work.step_over(stored.len())?;
            let column = key::column(key, self.prefix.len()).ok_or_else(|| key::damaged(key))?;
            let stored = value::decode(stored)?;
            let cell = CellView {
                row: self.row,
                family: &store.plan.name,
                qualifier: key::unescape(column.escaped, self.scratch),
                timestamp: column.timestamp,
                kind: column.kind,
                value: stored.value,
                ttl_ms: stored.ttl_ms,
            };
            let mut step = store.matcher.check(&cell, filter.as_deref_mut())?;
            if step.includes() {
                store.seen += 1;
                if store.seen > self.offset {
                    push(self.block, &cell, filter.as_deref());
                    let limit = self.limit.map(|limit| limit.saturating_add(self.offset));
                    if limit.is_some_and(|limit| store.seen >= limit) {
                        step = Step::IncludeNextRow;
                    }
                }
            }
            match step {
                Step::Include | Step::Skip => store.cursor.advance()?,
                Step::IncludeNextColumn | Step::NextColumn => {
                    let column_len = self.prefix.len() + column.escaped.len() + 2;
                    self.leave_column(store, column_len)?;
                }
                Step::IncludeNextRow | Step::NextRow => {
                    store.is_done = true;
                    store.cursor.leave_row(self.prefix)?;
                }
                Step::Hint => {
                    let hint = filter.as_deref_mut().and_then(|filter| filter.hint(&cell));
                    let goal = hint.and_then(|hint| goal(hint, &cell, self.direction));
                    self.follow(store, goal)?;
                }
            }
        }
        Ok(false)
    }

    /// Goes on where a filter has hinted.
    fn follow(&mut self, store: &mut Store, goal: Option<Goal>) -> Result<()> {
        match goal {
            None => store.cursor.advance(),
            Some(Goal::BehindNameless) => {
                store.matcher.close_nameless();
                store.cursor.advance()
            }
            Some(Goal::Column(qualifier)) => {
                key::column_part(&qualifier, self.scratch);
                let target = [self.prefix, self.scratch.as_slice()].concat();
                store.cursor.skip_to(&target)
            }
            Some(Goal::Row(prefix)) => {
                store.is_done = true;
                store.cursor.skip_to_row(&prefix)
            }
        }
    }

    /// Goes on behind the current column, at the next one that is asked for.
    fn leave_column(&mut self, store: &mut Store, column_len: usize) -> Result<()> {
        let wanted = store.matcher.next_wanted().map(|wanted| {
            key::column_part(wanted, self.scratch);
            self.scratch.as_slice()
        });
        store.cursor.leave_column(self.prefix, column_len, wanted)
    }

    fn is_full(&self) -> bool {
        self.batch.is_some_and(|batch| self.block.count() >= batch)
    }
}

/// Where a family's cells go on.
enum Goal {
    /// At the first named column: the family's markers lie among the cells without a qualifier,
    /// which are looked at one by one.
    BehindNameless,
    /// At this qualifier.
    Column(Vec<u8>),
    /// At the row of this prefix; against the key order, at the row before it.
    Row(Vec<u8>),
}

/// Where a hint leads; `None` where that is not ahead of the cell (`StoreScanner.next`). Against the
/// key order `HBase` does not pass over columns of a row.
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
