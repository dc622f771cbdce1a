//! Mutations as changes of keyspaces, with families resolved and timestamps set.

use std::collections::HashMap;

use hbase_backend::{CellKind, CellRef, Error, LATEST_TIMESTAMP, Mutation, ReadOptions, Result};
use hbase_model::printable::Printable;

use crate::engine::Batch;
use crate::key;
use crate::point;
use crate::stamps::Mark;
use crate::store::Store;
use crate::table::{Family, Table};
use crate::value;
use crate::work::Work;

/// Changes of rows of one table, whose locks the caller holds.
#[derive(Debug)]
pub(crate) struct Stage<'a> {
    pub(crate) store: &'a Store,
    pub(crate) table: &'a Table,
    pub(crate) batch: Batch,
    /// Marks to write with the batch.
    pub(crate) marks: Vec<Mark>,
    key: Vec<u8>,
    value: Vec<u8>,
}

impl<'a> Stage<'a> {
    pub(crate) fn new(store: &'a Store, table: &'a Table) -> Self {
        Self {
            store,
            table,
            batch: Batch::default(),
            marks: Vec::new(),
            key: Vec::new(),
            value: Vec::new(),
        }
    }

    /// A server timestamp for a write to a row, unique per row.
    pub(crate) fn now(&mut self, row: &[u8]) -> Result<i64> {
        let store = self.store;
        let (time, mark) = store.stamps().give(self.table.id(), row, store.now())?;
        self.marks.extend(mark);
        Ok(time)
    }

    /// Adds one cell whose timestamp is set.
    pub(crate) fn cell(
        &mut self,
        family: &Family,
        cell: &CellRef<'_>,
        ttl_ms: Option<i64>,
    ) -> Result<()> {
        key::encode(
            &mut self.key,
            cell.row,
            cell.qualifier,
            cell.timestamp,
            cell.kind,
        )?;
        value::encode(&mut self.value, cell.value, ttl_ms);
        if let Some(ttl_ms) = ttl_ms {
            check_ttl(cell, ttl_ms)?;
        }
        let bytes = self.key.len() + self.value.len();
        let most = self.store.options().max_cell_bytes;
        if bytes > most {
            return Err(Error::too_large("cell", bytes, most));
        }
        self.batch.put(family.keyspace, &self.key, &self.value);
        Ok(())
    }

    /// Adds a mutation that [`check_mutation`] has accepted. Its cells without a timestamp share
    /// one; its puts are not older than `not_before`.
    pub(crate) fn mutation(
        &mut self,
        mutation: &Mutation,
        not_before: i64,
        work: &mut Work,
    ) -> Result<()> {
        let table = self.table;
        let now = if takes_servers_time(mutation) {
            self.now(mutation.row())?
        } else {
            0
        };
        let ttl_ms = ttl(mutation.ttl_ms);
        let mut versions: HashMap<(&[u8], &[u8]), u32> = HashMap::new();
        for cell in mutation.cells() {
            let family = table.family(cell.family)?;
            let mut dated = cell;
            if cell.timestamp == LATEST_TIMESTAMP {
                dated.timestamp = match cell.kind {
                    // No cell has the time LATEST_TIMESTAMP. It means the server's time.
                    CellKind::Put => now.max(not_before.min(LATEST_TIMESTAMP - 1)),
                    CellKind::Delete => {
                        // In HBase, the nth delete of a column removes the nth newest version
                        // (`HRegion.prepareDeleteTimestamps`).
                        let count = versions.entry((cell.family, cell.qualifier)).or_default();
                        *count += 1;
                        self.newest(&cell, *count, work)?.unwrap_or(now)
                    }
                    _ => now,
                };
            }
            let ttl_ms = ttl_ms.filter(|_| cell.kind == CellKind::Put);
            self.cell(family, &dated, ttl_ms)?;
        }
        if let Some(timestamp) = mutation.row_deletion() {
            let is_dated = timestamp != LATEST_TIMESTAMP;
            self.delete_row(mutation.row(), if is_dated { timestamp } else { now })?;
        }
        Ok(())
    }

    fn delete_row(&mut self, row: &[u8], timestamp: i64) -> Result<()> {
        for family in self.table.families() {
            let marker = CellRef {
                row,
                family: &family.name,
                qualifier: b"",
                timestamp,
                kind: CellKind::DeleteFamily,
                value: b"",
            };
            self.cell(family, &marker, None)?;
        }
        Ok(())
    }

    /// The timestamp of the `count`th newest version.
    fn newest(&self, cell: &CellRef<'_>, count: u32, work: &mut Work) -> Result<Option<i64>> {
        let mut read = ReadOptions {
            max_versions: count,
            ..ReadOptions::default()
        };
        read.add_column(cell.family, cell.qualifier);
        let found = point::read_row(self.store, self.table, cell.row, &read, work)?;
        let nth = usize::try_from(count).unwrap_or(usize::MAX) - 1;
        let version = found.as_ref().and_then(|row| row.cells().nth(nth));
        Ok(version.map(|version| version.timestamp))
    }
}

fn takes_servers_time(mutation: &Mutation) -> bool {
    mutation.row_deletion() == Some(LATEST_TIMESTAMP)
        || mutation
            .cells()
            .iter()
            .any(|cell| cell.timestamp == LATEST_TIMESTAMP)
}

/// Rejects a time to live that overflows with the timestamp: the sum wraps, as in `HBase`, and the
/// cell would expire at once.
fn check_ttl(cell: &CellRef<'_>, ttl_ms: i64) -> Result<()> {
    if cell.timestamp.checked_add(ttl_ms).is_some() {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "row {}, column {}:{}: a time to live of {ttl_ms} ms at {} ends after the last \
         timestamp: leave it out for cells that live for ever",
        Printable(cell.row),
        Printable(cell.family),
        Printable(cell.qualifier),
        cell.timestamp
    )))
}

/// A cell's time to live in stored form.
pub(crate) fn ttl(ttl_ms: Option<u64>) -> Option<i64> {
    ttl_ms.map(|ttl_ms| i64::try_from(ttl_ms).unwrap_or(i64::MAX))
}

/// Checks a mutation, and that the table has its families.
///
/// # Errors
/// As for [`Mutation::validate`], and [`Error::FamilyNotFound`].
pub(crate) fn check_mutation(table: &Table, mutation: &Mutation) -> Result<()> {
    mutation.validate()?;
    for cell in mutation.cells() {
        table.family(cell.family)?;
    }
    Ok(())
}
