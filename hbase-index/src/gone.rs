//! Removing the stamps of rows that are gone: a bounded part of each sweep.
//!
//! A row that is deleted, or expires, leaves its stamp. A sweep scans the old stamps of the table in pages, and
//! removes those of rows that have no other cells. It examines a bounded number of them. The next sweep continues
//! after the last row, whichever client runs it: the row is noted where the table's indexes are listed.

use std::time::Duration;

use hbase_backend::{CheckAndMutate, Deadline, Get, Mutation, RowBound, Scan, TimeRange};

use crate::domain::Bytes;
use crate::error::Result;
use crate::intent::Reads;
use crate::protocol::{Check, Request, Response, StampRemoval};
use crate::sweep::count;
use crate::table::IndexedTable;

/// The largest difference of two clocks that is assumed.
const CLOCK_DIFFERENCE: Duration = Duration::from_secs(60);

/// Pages of stamps that one sweep examines. With the default page these are 100,000 stamps: so many that few
/// sweeps cover most tables, and few enough to take about as long as the waits of the sweep.
const PAGES: u32 = 200;

/// The column with the last row that was examined.
const POSITION: &[u8] = b"STAMPS_EXAMINED";

impl IndexedTable {
    /// Removes old stamps of rows that have no other cells; returns their number.
    pub(crate) async fn remove_stamps(&self, timeout: Duration) -> Result<u64> {
        let mut removed = 0;
        let mut position = self.read_position(timeout).await?;
        for _ in 0..PAGES {
            let page = self.old_stamps(position.take(), timeout).await?;
            let Some(last) = page.last() else {
                break;
            };
            position = Some(last.clone());
            removed += self.remove_stamps_of(page, timeout).await?;
        }
        self.put_position(position.unwrap_or_default(), timeout)
            .await?;
        Ok(removed)
    }

    /// The age, in milliseconds, from which on a stamp may be removed: its writers have ended, and every clock
    /// has passed it.
    fn stamp_age(&self) -> i64 {
        // A request is sent within the write limit, and takes effect within another one.
        let limits = self.settings.write_limit.saturating_mul(2);
        let age = limits.saturating_add(CLOCK_DIFFERENCE * 2);
        i64::try_from(age.as_millis()).unwrap_or(i64::MAX)
    }

    /// The rows of the next page of old stamps.
    async fn old_stamps(&self, after: Option<Vec<u8>>, timeout: Duration) -> Result<Vec<Vec<u8>>> {
        let until = self.now_ms().saturating_sub(self.stamp_age());
        if until <= 0 {
            return Ok(Vec::new());
        }
        let mut scan = Scan {
            start: after.map_or(RowBound::Unbounded, RowBound::Excluded),
            limit: Some(self.settings.page.into()),
            ..Scan::new()
        };
        let (family, qualifier) = &self.definition.stamp;
        scan.read.add_column(family, qualifier);
        scan.read.time_range = TimeRange { min: 0, max: until };
        let (table, deadline) = (&self.definition.table, Deadline::after(timeout));
        let rows = self.scan_all(table, scan, deadline).await?;
        Ok(rows.iter().map(|row| row.key().to_vec()).collect())
    }

    async fn remove_stamps_of(&self, rows: Vec<Vec<u8>>, timeout: Duration) -> Result<u64> {
        let deadline = Deadline::after(timeout);
        let existence = rows.iter().map(|row| self.cells_get(row));
        let found = self
            .get_all(&existence.collect::<Vec<_>>(), deadline)
            .await?;
        let gone = rows.into_iter().zip(found);
        let gone = gone.filter_map(|(row, found)| found.is_none().then_some(row));
        let gone: Vec<Vec<u8>> = gone.collect();
        // The stamp and the other cells, in one get for each row.
        let gets = gone.iter().map(|row| self.row_get(row, Reads::All));
        let reads = self.get_all(&gets.collect::<Vec<_>>(), deadline).await?;
        let (domain, input) = (self.domain(Vec::new()), self.input());
        let mut checks = Vec::new();
        for (row, read) in gone.iter().zip(reads) {
            // A damaged stamp stays. It must not keep those after it.
            let Ok(read) = self.row_read(read.as_ref()) else {
                continue;
            };
            let read = Response::Row(read);
            let removal = StampRemoval::new(self.stamp_age()).respond(&domain, read, &input);
            checks.extend(self.removal_check(row, &removal)?);
        }
        self.send_removals(checks, deadline).await
    }

    fn removal_check(
        &self,
        row: &[u8],
        removal: &StampRemoval<Bytes>,
    ) -> Result<Option<CheckAndMutate>> {
        let Some(Request::RemoveStamp { stamp }) = removal.request() else {
            return Ok(None);
        };
        let removal = self.stamp_removal(row, stamp)?;
        Ok(Some(self.checked(Check::Equals(stamp), removal)))
    }

    /// Counts the removals. One without a response is left to a later sweep, or has taken effect.
    async fn send_removals(&self, checks: Vec<CheckAndMutate>, deadline: Deadline) -> Result<u64> {
        if checks.is_empty() {
            return Ok(0);
        }
        let table = &self.definition.table;
        let results = self.backend.check_and_mutate_many(table, checks, deadline);
        let removed = results
            .await?
            .into_iter()
            .filter(|held| matches!(held, Ok(true)));
        Ok(count(removed.count()))
    }

    /// Reads whether a row has cells other than its stamp.
    fn cells_get(&self, row: &[u8]) -> Get {
        let mut get = Get::new(row);
        for family in &self.definition.families {
            get.read.add_family(family);
        }
        get.existence_only = true;
        get
    }

    async fn read_position(&self, timeout: Duration) -> Result<Option<Vec<u8>>> {
        let (table, family) = &self.definition.states;
        let mut get = Get::new(self.listing_row());
        get.read.add_column(family, POSITION);
        let row = self.backend.get(table, &get, Deadline::after(timeout));
        let row = row.await?;
        let position = row.and_then(|row| row.value(family, POSITION).map(<[u8]>::to_vec));
        Ok(position.filter(|row| !row.is_empty()))
    }

    /// Notes the last row; an empty one is the start of the table.
    async fn put_position(&self, row: Vec<u8>, timeout: Duration) -> Result<()> {
        let (table, family) = &self.definition.states;
        let mut put = Mutation::new(self.listing_row());
        put.put(family, POSITION, &row)?;
        let deadline = Deadline::after(timeout);
        Ok(self.backend.mutate(table, put, deadline).await?)
    }
}
