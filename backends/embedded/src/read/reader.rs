//! Assembles rows: the families of a row in order, through the matcher and the filter
//! (`RegionScannerImpl`).

use std::sync::Arc;

use hbase_backend::{Result, Row};

use super::cells::CellWriter;
use super::family::{FamilyReader, RowCells};
use super::plan::Plan;
use super::renewal::{Nothing, Renewal};
use super::row_key::RowKey;
use crate::engine::{Direction, KeyRange, ReadSnapshot};
use crate::filter::Node;
use crate::work::Work;

/// A row, or a part of one; its cells are in [`Reader::cells`].
pub(crate) struct PartialRow {
    /// Whether it is the first part of its row.
    pub(crate) is_first: bool,
}

/// The result of looking for the next row.
pub(crate) enum Found {
    /// A row, or a part of one.
    Part(PartialRow),
    /// The permitted number of rows was read, and none of them passes the filter.
    Passed,
    End,
}

/// The result of advancing to the next row.
enum Begun {
    /// Its cells are to be read.
    Entered,
    /// The filter excludes its key.
    LeftOut,
    /// There is no further row.
    End,
}

/// Reads the rows of a range.
pub(crate) struct Reader {
    families: Vec<FamilyReader>,
    filter: Option<Box<dyn Node>>,
    store_limit: Option<u32>,
    store_offset: u32,
    batch: Option<u32>,
    direction: Direction,
    row: RowKey,
    /// The next family of the current row.
    family: usize,
    /// Number of parts of the current row that were returned.
    parts: u32,
    block: CellWriter,
    /// Whether the block holds a part that was returned.
    is_taken: bool,
    scratch: Vec<u8>,
    renewal: Option<Renewal>,
}

impl Reader {
    /// A reader of the rows in a range of storage keys.
    pub(crate) fn open(
        plan: Plan,
        snapshot: &Arc<dyn ReadSnapshot>,
        range: KeyRange,
        direction: Direction,
        batch: Option<u32>,
    ) -> Result<Self> {
        let mut families = Vec::with_capacity(plan.families.len());
        // The last family takes the range without a clone.
        let ranges = std::iter::repeat_n(range, plan.families.len());
        for (family, range) in plan.families.iter().zip(ranges) {
            families.push(FamilyReader::open(
                &plan, family, snapshot, range, direction,
            )?);
        }
        Ok(Self {
            families,
            filter: plan.filter,
            store_limit: plan.store_limit,
            store_offset: plan.store_offset,
            batch,
            direction,
            row: RowKey::default(),
            family: 0,
            parts: 0,
            block: CellWriter::default(),
            is_taken: false,
            scratch: Vec::new(),
            renewal: None,
        })
    }

    /// Enables renewal of the snapshot between rows.
    pub(crate) fn set_renewal(&mut self, renewal: Option<Renewal>) {
        self.renewal = renewal;
    }

    /// Whether the snapshot retains more than allowed.
    pub(crate) fn is_due(&self) -> bool {
        self.renewal.as_ref().is_some_and(Renewal::is_due)
    }

    /// Releases the snapshot, between two rows.
    pub(crate) fn park(&mut self) -> Result<()> {
        let Some(mut renewal) = self.renewal.take() else {
            return Ok(());
        };
        if !renewal.is_parked() && self.find_row()? {
            renewal.park(self.row.prefix().to_vec());
            self.row.leave();
        }
        let nothing: Arc<dyn ReadSnapshot> = Arc::new(Nothing);
        let released = self.reopen(&nothing, &KeyRange::default());
        renewal.let_go();
        self.renewal = Some(renewal);
        released
    }

    fn reopen(&mut self, snapshot: &Arc<dyn ReadSnapshot>, range: &KeyRange) -> Result<()> {
        let direction = self.direction;
        let mut families = self.families.iter_mut();
        families.try_for_each(|family| family.reopen(snapshot, range.clone(), direction))
    }

    /// Takes a new snapshot if the old one was released, or retains more than allowed.
    fn renew(&mut self) -> Result<()> {
        let is_due = |renewal: &Renewal| renewal.is_parked() || renewal.is_due();
        let Some(mut renewal) = self.renewal.take_if(|renewal| is_due(renewal)) else {
            return Ok(());
        };
        let row = match renewal.take_parked() {
            Some(row) => row,
            None if self.find_row()? => self.row.prefix().to_vec(),
            None => {
                self.renewal = Some(renewal);
                return Ok(());
            }
        };
        self.row.leave();
        let (snapshot, range) = renewal.renew(&row, self.direction)?;
        self.renewal = Some(renewal);
        self.reopen(&snapshot, &range)
    }

    /// Whether a read that ended at its deadline may continue: a filter may have to see the row from its start.
    pub(crate) fn can_go_on(&self) -> bool {
        self.filter.is_none()
    }

    /// Whether the reader is between two rows, so that no row is partially returned.
    pub(crate) fn is_between_rows(&self) -> bool {
        self.row.is_none()
    }

    /// The next row, or partial row; `None` at the end.
    pub(crate) fn next(&mut self, work: &mut Work) -> Result<Option<PartialRow>> {
        loop {
            match self.next_within(u32::MAX, work)? {
                Found::Part(part) => return Ok(Some(part)),
                Found::Passed => {}
                Found::End => return Ok(None),
            }
        }
    }

    /// The next row, or partial row, if it is among the next `most` rows.
    pub(crate) fn next_within(&mut self, most: u32, work: &mut Work) -> Result<Found> {
        let mut rows = 0;
        loop {
            if self.row.is_none() {
                self.clear_taken();
                if rows == most {
                    return Ok(Found::Passed);
                }
                rows += 1;
                match self.start_row(work)? {
                    Begun::Entered => {}
                    Begun::LeftOut => continue,
                    Begun::End => return Ok(Found::End),
                }
            }
            if let Some(part) = self.next_of_row(work)? {
                return Ok(Found::Part(part));
            }
        }
    }

    /// The key of the next row, between two rows; `None` at the end.
    pub(crate) fn next_key(&mut self) -> Result<Option<Vec<u8>>> {
        if !self.find_row()? {
            return Ok(None);
        }
        let key = self.row.key().to_vec();
        self.row.leave();
        Ok(Some(key))
    }

    /// The next partial row of the current row; `None` at its end.
    pub(crate) fn next_of_row(&mut self, work: &mut Work) -> Result<Option<PartialRow>> {
        self.clear_taken();
        if self.row.is_none() {
            return Ok(None);
        }
        let is_cut = self.fill(work)?;
        Ok((is_cut || self.finish_row()).then(|| self.part()))
    }

    fn clear_taken(&mut self) {
        if std::mem::take(&mut self.is_taken) {
            self.block.clear();
        }
    }

    /// Advances to the next row, and enters it if its key passes the filter.
    fn start_row(&mut self, work: &mut Work) -> Result<Begun> {
        work.step()?;
        self.renew()?;
        if self.is_filter_done() || !self.find_row()? {
            return Ok(Begun::End);
        }
        self.parts = 0;
        let row = self.row.key();
        let passes = match self.filter.as_deref_mut() {
            Some(filter) => !filter.filter_row_key(row)?,
            None => true,
        };
        if passes {
            self.start_families()?;
            return Ok(Begun::Entered);
        }
        self.leave_out_row(work)?;
        Ok(Begun::LeftOut)
    }

    /// Skips a row whose key is excluded. `HBase` still applies the filter to the row's cells
    /// (`RegionScannerImpl.nextRow`), which matters if it fails or ends the scan.
    fn leave_out_row(&mut self, work: &mut Work) -> Result<()> {
        if self.filter.as_deref().is_some_and(Node::minds_passed_rows) {
            self.start_families()?;
            while self.fill(work)? {}
            self.block.clear();
            self.row.leave();
        } else {
            self.pass_row()?;
        }
        self.reset_filter();
        Ok(())
    }

    pub(super) fn is_filter_done(&self) -> bool {
        self.filter.as_deref().is_some_and(Node::is_all_done)
    }

    fn reset_filter(&mut self) {
        if let Some(filter) = self.filter.as_deref_mut() {
            filter.reset();
        }
    }

    /// Finds the next row of any family.
    fn find_row(&mut self) -> Result<bool> {
        for family in &mut self.families {
            family.cursor.end_row()?;
        }
        let mut next: Option<&[u8]> = None;
        for family in &self.families {
            let Some(row) = family.cursor.next_row()? else {
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

    fn start_families(&mut self) -> Result<()> {
        self.family = 0;
        let mut families = self.families.iter_mut();
        families.try_for_each(|family| family.start_row(self.row.prefix()))
    }

    /// Skips the rest of the current row.
    fn pass_row(&mut self) -> Result<()> {
        for family in &mut self.families {
            family.cursor.leave_row(self.row.prefix())?;
        }
        self.row.leave();
        Ok(())
    }

    /// Collects the row's cells; `true` if the part is full before the row's end.
    fn fill(&mut self, work: &mut Work) -> Result<bool> {
        while let Some(family) = self.families.get_mut(self.family) {
            let cells = RowCells {
                prefix: self.row.prefix(),
                row: self.row.key(),
                block: &mut self.block,
                scratch: &mut self.scratch,
                offset: self.store_offset,
                limit: self.store_limit,
                batch: self.batch,
                direction: self.direction,
            };
            if cells.read(family, self.filter.as_deref_mut(), work)? {
                return Ok(true);
            }
            self.family += 1;
        }
        Ok(false)
    }

    /// Ends the row; returns whether its rest is part of the result.
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

    fn part(&mut self) -> PartialRow {
        self.parts += 1;
        self.is_taken = true;
        PartialRow {
            is_first: self.parts == 1,
        }
    }

    /// The cells of the last part.
    pub(crate) fn cells(&self) -> &[u8] {
        self.block.bytes()
    }

    /// The cell-level time to live, in milliseconds, of the first cell of the last part.
    pub(crate) fn first_ttl_ms(&self) -> Option<i64> {
        self.block.first_ttl_ms()
    }

    /// Adds the last part to the rows of [`take_rows`](Self::take_rows).
    pub(crate) fn keep(&mut self) {
        self.block.keep();
    }

    /// Takes the finished rows.
    pub(crate) fn take_rows(&mut self) -> Vec<Row> {
        self.block.take()
    }
}
