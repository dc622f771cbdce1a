//! The indexes of a table, as its writers find them: a row for each table in the table of the states,
//! whose key is the table's name, with a column for each index.
//!
//! A writer that does not know an index would write rows without their entries. It reads this row with
//! the states, and rejects its writes. The cell of an index has the generation as its timestamp as of
//! which it was listed, so that a late removal does not hide a later listing.

use hbase_model::{Deadline, Get, Mutation, Row, TableName};

use crate::error::{IndexError, Result};
use crate::protocol::IndexState;
use crate::table::IndexedTable;

/// The start of a qualifier; the name of the index's table follows.
const LISTED: &[u8] = b"INDEX:";

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

    fn listing_row(&self) -> Vec<u8> {
        self.definition.table.to_string().into_bytes()
    }

    fn listed(&self, index: usize) -> Vec<u8> {
        [LISTED, self.index(index).table.to_string().as_bytes()].concat()
    }
}

fn timestamp(state: IndexState) -> i64 {
    i64::try_from(state.generation).unwrap_or(i64::MAX - 1)
}
