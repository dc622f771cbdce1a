//! Reads a row before its write: its stamp, the columns that entries depend on, and newer cells.
//!
//! A write must be above every cell that could hide it. The stamp is, unless another program has written newer
//! cells, or the row has cells from before its first stamp. The columns that entries depend on are read anyway.
//! For the other cells that a write puts or deletes, a second get in the same call has the time range from the
//! clock's time on. It nearly always finds nothing: servers skip files by their times, and no value is
//! transferred. So a deletion does not have to read the whole row.
//!
//! No read shows markers of deletions. A row that another program deletes, by a clock that is ahead, hides
//! writes up to that time.

use hbase_backend::{CellKind, Deadline, Filter, Get, Mutation, Row, TimeRange};

use crate::content::Content;
use crate::definition::TableDefinition;
use crate::domain::Bytes;
use crate::error::{IndexError, Result};
use crate::execute::printable;
use crate::intent::{Intent, Reading, Reads};
use crate::protocol::{RowRead, Stamp};
use crate::table::IndexedTable;

impl TableDefinition {
    /// The get of the cells, from the timestamp `min` on, that a write touches and does not read; `None` if
    /// it reads all that it touches.
    pub(crate) fn newer_get(&self, intent: &Intent, min: i64) -> Option<Get> {
        let mut get = Get::new(intent.row());
        match intent.reads() {
            Reads::All => {}
            Reads::Indexed => self.add_touched(intent.certain()?, &mut get),
            Reads::IndexedOrAll => self.add_all(&mut get),
        }
        get.read.time_range = TimeRange {
            // Negative times are rejected.
            min: min.max(0),
            max: i64::MAX,
        };
        (!get.read.columns.is_empty()).then_some(get)
    }

    fn add_all(&self, get: &mut Get) {
        for family in &self.families {
            get.read.add_family(family);
        }
    }

    fn add_touched(&self, mutation: &Mutation, get: &mut Get) {
        if mutation.row_deletion().is_some() {
            self.add_all(get);
        }
        for cell in mutation.cells() {
            if cell.kind == CellKind::DeleteFamily {
                get.read.add_family(cell.family);
            } else if !self.is_indexed(cell.family, cell.qualifier) {
                get.read.add_column(cell.family, cell.qualifier);
            }
        }
    }

    fn is_indexed(&self, family: &[u8], qualifier: &[u8]) -> bool {
        let mut columns = self.indexes.iter().flat_map(|index| &index.depends_on);
        columns.any(|(f, q)| f == family && q == qualifier)
    }
}

impl IndexedTable {
    /// Reads the stamp and the columns that entries depend on, or all families, in one get.
    pub(crate) async fn read_row(
        &self,
        reading: Reading<'_>,
        deadline: Deadline,
    ) -> Result<RowRead<Bytes>> {
        let Reading { row, reads, .. } = reading;
        let may_be_new = reads != Reads::All && self.new_rows.are_expected();
        if may_be_new && self.is_new(row, deadline).await? {
            return self.row_read(None);
        }
        let read = self.read_with_newer(reading, deadline).await?;
        if !self.is_open(&read, reads) {
            if reads == Reads::Indexed {
                self.new_rows.observe(read.old().is_none());
            }
            return Ok(read);
        }
        let found = self.get(&self.row_get(row, Reads::All), deadline).await?;
        self.new_rows.observe(found.is_none());
        self.row_read(found.as_ref())
    }

    /// Reads a row, and the newer cells that its write touches, in one call.
    async fn read_with_newer(
        &self,
        reading: Reading<'_>,
        deadline: Deadline,
    ) -> Result<RowRead<Bytes>> {
        let newer = self.newer_of(&reading);
        if newer.is_some() {
            let reads = self.read_both(vec![reading], vec![newer], deadline);
            let read = reads.await?.pop();
            return read.unwrap_or_else(|| self.row_read(None));
        }
        let get = self.row_get(reading.row, reading.reads);
        let found = self.get(&get, deadline).await?;
        self.row_read(found.as_ref())
    }

    /// Reads several rows like this, in one call.
    pub(crate) async fn read_with_newer_all(
        &self,
        readings: Vec<Reading<'_>>,
        deadline: Deadline,
    ) -> Result<Vec<Result<RowRead<Bytes>>>> {
        let newer = readings.iter().map(|reading| self.newer_of(reading));
        let newer = newer.collect();
        self.read_both(readings, newer, deadline).await
    }

    /// The get of the newer cells that a row's write touches, made only for rows that are read.
    fn newer_of(&self, reading: &Reading<'_>) -> Option<Get> {
        let (intent, started) = reading.write?;
        self.definition.newer_get(intent, started)
    }

    /// Reads rows, and with each the newer cells of its other get, if there is one.
    async fn read_both(
        &self,
        readings: Vec<Reading<'_>>,
        newer: Vec<Option<Get>>,
        deadline: Deadline,
    ) -> Result<Vec<Result<RowRead<Bytes>>>> {
        let has_newer: Vec<bool> = newer.iter().map(Option::is_some).collect();
        let gets = readings.iter();
        let gets = gets.map(|reading| self.row_get(reading.row, reading.reads));
        let gets: Vec<Get> = gets.chain(newer.into_iter().flatten()).collect();
        let mut rows = self.get_all(&gets, deadline).await?;
        let mut newer = rows.split_off(readings.len()).into_iter();
        let mut reads = Vec::with_capacity(readings.len());
        for (has_newer, row) in has_newer.into_iter().zip(rows) {
            let newer = has_newer.then(|| newer.next()).flatten().flatten();
            let mut read = self.row_read(row.as_ref());
            if let Ok(read) = &mut read {
                read.newest = read.newest.max(newest(newer.as_ref()));
            }
            reads.push(read);
        }
        Ok(reads)
    }

    pub(crate) async fn get_all(
        &self,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        if gets.is_empty() {
            return Ok(Vec::new());
        }
        let table = &self.definition.table;
        let mut rows = self.backend.get_many(table, gets, deadline).await?;
        rows.resize(gets.len(), None);
        Ok(rows)
    }

    async fn get(&self, get: &Get, deadline: Deadline) -> Result<Option<Row>> {
        let table = &self.definition.table;
        Ok(self.backend.get(table, get, deadline).await?)
    }

    /// Whether a row has neither a stamp nor other cells. It is one get, used if new rows are expected.
    async fn is_new(&self, row: &[u8], deadline: Deadline) -> Result<bool> {
        let get = self.existence_get(row);
        let is_new = self.get(&get, deadline).await?.is_none();
        self.new_rows.observe(is_new);
        Ok(is_new)
    }

    /// Reads whether a row has a stamp or other cells. Its first cell is enough, however wide the row is.
    pub(crate) fn existence_get(&self, row: &[u8]) -> Get {
        let mut get = self.row_get(row, Reads::All);
        get.existence_only = true;
        get.read.filter = Some(Filter::FirstKeyOnly);
        get
    }

    /// Whether the row has to be read once more, whole: without a stamp, every cell's timestamp counts, and all
    /// of them must be read at the same moment.
    pub(crate) fn is_open(&self, read: &RowRead<Bytes>, reads: Reads) -> bool {
        let is_unstamped = read.stamp.is_none() && !self.new_rows.all_stamped();
        match reads {
            Reads::Indexed => is_unstamped,
            Reads::IndexedOrAll => is_unstamped || read.content.0.is_none(),
            Reads::All => false,
        }
    }

    pub(crate) fn row_get(&self, row: &[u8], reads: Reads) -> Get {
        let mut get = Get::new(row);
        let (family, qualifier) = &self.definition.stamp;
        get.read.add_column(family, qualifier);
        if reads == Reads::All {
            for family in &self.definition.families {
                get.read.add_family(family);
            }
        } else {
            for index in &self.definition.indexes {
                for (family, qualifier) in &index.depends_on {
                    get.read.add_column(family, qualifier);
                }
            }
        }
        get
    }

    /// The parts of a row that was read.
    pub(crate) fn row_read(&self, row: Option<&Row>) -> Result<RowRead<Bytes>> {
        let (family, qualifier) = &self.definition.stamp;
        let stamp = row.and_then(|row| row.value(family, qualifier));
        let stamp = stamp.map(|value| {
            Stamp::decode(value).ok_or_else(|| IndexError::Damaged {
                location: format!(
                    "the stamp of row {} of {}",
                    printable(row.map_or(&[], Row::key)),
                    self.definition.table
                ),
                found: format!("{} bytes", value.len()),
                expected: "a timestamp of 8 bytes and an identifier of 16",
                help: "delete that cell while nothing writes, then repair the index by `verify`",
            })
        });
        let content = row.and_then(|row| without_family(row, family));
        Ok(RowRead {
            stamp: stamp.transpose()?,
            newest: newest(content.as_ref()),
            content: Content(content),
        })
    }
}

/// The newest timestamp of a row's cells.
fn newest(row: Option<&Row>) -> Option<i64> {
    let cells = row.into_iter().flat_map(Row::cells);
    cells.map(|cell| cell.timestamp).max()
}

/// The row without the stamp's family; `None` if nothing is left.
fn without_family(row: &Row, family: &[u8]) -> Option<Row> {
    if row.cells().all(|cell| cell.family != family) {
        return Some(row.clone());
    }
    let mut block = hbase_backend::CellBlock::new();
    for cell in row.cells().filter(|cell| cell.family != family) {
        // Fits: the cell comes from a block.
        block.push(cell).ok()?;
    }
    (!block.is_empty()).then(|| Row::from_trusted(block.take()))
}
