//! The indexes of a table, as its writers find them: a row for each table in the table of the states,
//! whose key is the table's name, with a column for each index.
//!
//! A writer that does not know an index would write rows without its entries. So it reads this row with the
//! states, and rejects its writes. The timestamp of an index's cell is the generation at which it was listed,
//! so that a late removal does not hide a later listing.
//!
//! Another column of that row says that the table had no row when an index was built, after every writer that
//! did not know the index had ended. Then all its rows have stamps, until an index is dropped.

use std::time::Duration;

use hbase_backend::{Deadline, Filter, Get, Mutation, Row, Scan};
use hbase_model::TableName;

use crate::error::{IndexError, Result};
use crate::protocol::IndexState;
use crate::table::IndexedTable;

/// The start of a qualifier; the name of the index's table follows.
const LISTED: &[u8] = b"INDEX:";
/// The qualifier that says that all rows have stamps.
const ALL_STAMPED: &[u8] = b"ALL_STAMPED";

impl IndexedTable {
    /// Lists an index; the cell's value is its definition.
    pub(crate) async fn list(
        &self,
        index: usize,
        state: IndexState,
        deadline: Deadline,
    ) -> Result<()> {
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.listing_row());
        let text = self.stored_text(index);
        let at = timestamp(state);
        put.put_at(family, &self.listed(index), at, text.as_bytes())?;
        Ok(self.backend.mutate(table, put, deadline).await?)
    }

    /// Removes an index that was listed as of an earlier state.
    pub(crate) async fn unlist(
        &self,
        index: usize,
        state: IndexState,
        deadline: Deadline,
    ) -> Result<()> {
        let (table, family) = &self.definition.states;
        let mut deletion = Mutation::new(self.listing_row());
        deletion.delete_column(family, &self.listed(index), Some(timestamp(state)))?;
        Ok(self.backend.mutate(table, deletion, deadline).await?)
    }

    /// The get of the indexes that the table has.
    pub(crate) fn listing_get(&self) -> Get {
        let mut get = Get::new(self.listing_row());
        get.read.add_family(&self.definition.states.1);
        get
    }

    /// Records that all rows of the table have stamps, if the table has no rows yet. It is called when every
    /// writer knows the index.
    pub(crate) async fn note_all_stamped(&self, timeout: Duration) -> Result<()> {
        let mut scan = Scan::new();
        scan.limit = Some(1);
        scan.read.filter = Some(Filter::FirstKeyOnly);
        let (rows, deadline) = (&self.definition.table, Deadline::after(timeout));
        let mut scanner = self.backend.scan(rows, scan, deadline).await?;
        if !scanner.next_batch(deadline).await?.is_empty() {
            return Ok(());
        }
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.listing_row());
        put.put(family, ALL_STAMPED, b"")?;
        Ok(self.backend.mutate(table, put, deadline).await?)
    }

    /// Removes that record: after an index is dropped, rows may be written without stamps. It deletes exactly
    /// the cell that was read, independent of the server's clock.
    pub(crate) async fn forget_all_stamped(&self, timeout: Duration) -> Result<()> {
        let (table, family) = &self.definition.states;
        let deadline = Deadline::after(timeout);
        let mut get = Get::new(self.listing_row());
        get.read.add_column(family, ALL_STAMPED);
        let found = self.backend.get(table, &get, deadline).await?;
        self.new_rows.set_all_stamped(false);
        let Some(at) = found.and_then(|row| Some(row.cell(family, ALL_STAMPED)?.timestamp)) else {
            return Ok(());
        };
        let mut deletion = Mutation::new(self.listing_row());
        deletion.delete_column(family, ALL_STAMPED, Some(at))?;
        Ok(self.backend.mutate(table, deletion, deadline).await?)
    }

    /// Takes the row that was read with the states.
    pub(crate) fn take_listing(&self, row: Option<&Row>) -> Result<()> {
        let family = &self.definition.states.1;
        let all_stamped = row.is_some_and(|row| row.cell(family, ALL_STAMPED).is_some());
        self.new_rows.set_all_stamped(all_stamped);
        self.check_listing(row)
    }

    /// Rejects writes of a table with an index that this program does not know.
    pub(crate) fn check_listing(&self, row: Option<&Row>) -> Result<()> {
        let cells = row.into_iter().flat_map(Row::cells);
        let listed = cells.filter_map(|cell| cell.qualifier.strip_prefix(LISTED));
        let names = listed.map(String::from_utf8_lossy);
        let unknown = names.filter_map(|name| match TableName::parse(&name) {
            Ok(name) if self.position(&name).is_ok() => None,
            _ => Some(name.into_owned()),
        });
        let unknown: Vec<String> = unknown.collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(IndexError::NotDeclared {
            table: self.definition.table.clone(),
            indexes: unknown.join(", "),
        })
    }

    pub(crate) fn listing_row(&self) -> Vec<u8> {
        self.definition.table.to_string().into_bytes()
    }

    fn listed(&self, index: usize) -> Vec<u8> {
        [LISTED, self.index(index).table.to_string().as_bytes()].concat()
    }
}

fn timestamp(state: IndexState) -> i64 {
    i64::try_from(state.generation).unwrap_or(i64::MAX - 1)
}
