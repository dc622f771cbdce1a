//! The indexes of a table, as its writers find them: a row for each table in the table of the states,
//! whose key is the table's name, with a column for each index.
//!
//! A writer that does not know an index would write rows without its entries. So it reads this row with the
//! states, and rejects its writes. The timestamp of an index's cell is the generation at which it was listed,
//! so that a late removal does not hide a later listing.
//!
//! A column of that row says that the table with the rows was dropped: writes that began before may end in the next
//! one, without entries of an index that they do not know. It stays for ever, so that a build waits for them.
//!
//! Another column says that the table had no row when an index was built, after every writer that did not know the
//! index had ended, or that the index is as old as the table. Then all its rows have stamps, until an index is
//! dropped.

use std::time::Duration;

use hbase_backend::{Deadline, Error, Filter, Get, Mutation, Row, Scan};
use hbase_model::TableName;
use hbase_model::index_tables::LISTED;

use crate::error::{IndexError, Result};
use crate::protocol::IndexState;
use crate::table::IndexedTable;

/// The qualifier that says that all rows have stamps.
const ALL_STAMPED: &[u8] = b"ALL_STAMPED";
/// The qualifier that says that the table was dropped.
const DROPPED: &[u8] = b"DROPPED";

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

    /// Records that the table with the rows is about to be dropped; returns whether there may be anything to drop.
    /// The table of the states is created if it is missing: a build could otherwise create the tables before the
    /// drop, and find no record.
    pub(crate) async fn record_drop(&self, timeout: Duration) -> Result<bool> {
        let soon = || Deadline::after(timeout);
        match self.see_rows(soon()).await {
            // Its indexes may be left.
            Err(Error::TableNotFound { .. }) if !self.lists_indexes(soon()).await? => {
                return Ok(false);
            }
            // Nor does a table without stamps show that it has no indexes: a build may be about to add them.
            Err(Error::TableNotFound { .. } | Error::FamilyNotFound { .. }) => {}
            seen => seen?,
        }
        match self.put_dropped(soon()).await {
            Err(Error::TableNotFound { .. }) => {}
            recorded => return Ok(recorded.map(|()| true)?),
        }
        self.create_states(timeout).await?;
        self.put_dropped(soon()).await?;
        Ok(true)
    }

    /// Whether the table of the states lists an index of this table.
    async fn lists_indexes(&self, deadline: Deadline) -> Result<bool> {
        let (states, get) = (&self.definition.states.0, self.listing_get());
        let found = match self.backend.get(states, &get, deadline).await {
            Err(Error::TableNotFound { .. }) => return Ok(false),
            found => found?,
        };
        let is_listed = |row: &Row| row.cells().any(|cell| cell.qualifier.starts_with(LISTED));
        Ok(found.as_ref().is_some_and(is_listed))
    }

    async fn put_dropped(&self, deadline: Deadline) -> Result<(), Error> {
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.listing_row());
        put.put(family, DROPPED, b"")?;
        self.backend.mutate(table, put, deadline).await
    }

    /// Whether the table with the rows was ever dropped.
    pub(crate) async fn was_dropped(&self, deadline: Deadline) -> Result<bool> {
        let (table, family) = &self.definition.states;
        let mut get = Get::new(self.listing_row());
        get.read.add_column(family, DROPPED);
        Ok(self.backend.get(table, &get, deadline).await?.is_some())
    }

    /// Checks that the table with the rows exists, by a read of any row of it.
    pub(crate) async fn see_rows(&self, deadline: Deadline) -> Result<(), Error> {
        let (family, qualifier) = &self.definition.stamp;
        let mut get = Get::new(self.listing_row());
        get.read.add_column(family, qualifier);
        get.existence_only = true;
        let rows = &self.definition.table;
        self.backend.get(rows, &get, deadline).await.map(drop)
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
        if !self.has_no_rows(timeout).await? {
            return Ok(());
        }
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.listing_row());
        put.put(family, ALL_STAMPED, b"")?;
        let deadline = Deadline::after(timeout);
        Ok(self.backend.mutate(table, put, deadline).await?)
    }

    /// Whether the table has no rows.
    pub(crate) async fn has_no_rows(&self, timeout: Duration) -> Result<bool> {
        let mut scan = Scan::new();
        scan.limit = Some(1);
        scan.read.filter = Some(Filter::FirstKeyOnly);
        let (rows, deadline) = (&self.definition.table, Deadline::after(timeout));
        let mut scanner = self.backend.scan(rows, scan, deadline).await?;
        Ok(scanner.next_batch(deadline).await?.is_empty())
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
