//! Counts the entries of an index that wait in the store to be deleted.

use std::time::Duration;

use hbase_model::TableName;

use crate::error::Result;
use crate::sweep::{Swept, count};
use crate::table::IndexedTable;

/// Entries that no row has: their rows have moved to other values, or were never written. Queries skip them.
/// Their deletions wait in the memory of the client that wrote the row, or are left to a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Backlog {
    /// Entries that rows have.
    pub live: u64,
    /// Entries that no row has.
    pub waiting: u64,
    /// Those of them that are older than `min_age`, by their timestamps: their clients have ended.
    pub left: u64,
    /// The smallest timestamp of entries that no row has, in milliseconds since 1970.
    pub oldest: Option<i64>,
}

impl IndexedTable {
    /// Counts the entries that no row has, by a scan of the whole index and a get of each row. An entry
    /// counts as left if its timestamp is more than `min_age` ago. Each request has `timeout`; `report`
    /// is called after each page.
    ///
    /// # Errors
    /// [`IndexError::UnknownIndex`](crate::IndexError::UnknownIndex), and those of the backend.
    pub async fn backlog(
        &self,
        index: &TableName,
        min_age: Duration,
        timeout: Duration,
        report: &mut (dyn FnMut(&Backlog) + Send),
    ) -> Result<Backlog> {
        let index = self.position(index)?;
        let mut backlog = Backlog::default();
        let mut after = None;
        while let Some(page) = self.entry_page(index, &mut after, timeout).await? {
            let entries = page.into_iter().filter_map(|(_, entry)| entry).collect();
            let mut swept = Swept::default();
            let stale = self.stale(index, entries, timeout, &mut swept).await?;
            backlog.live += swept.live;
            backlog.waiting += count(stale.len());
            for (_, at) in stale {
                backlog.left += u64::from(self.is_older(at, min_age));
                backlog.oldest = Some(backlog.oldest.map_or(at, |oldest| oldest.min(at)));
            }
            report(&backlog);
        }
        Ok(backlog)
    }
}
