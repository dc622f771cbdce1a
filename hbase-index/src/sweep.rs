//! Sweeping an index: deleting entries that no row has.

use std::time::Duration;

use hbase_backend::{Deadline, Get, Mutation, Row, RowBound, Scan};
use hbase_model::TableName;

use crate::content::Content;
use crate::domain::Bytes;
use crate::entry::EntryKey;
use crate::error::Result;
use crate::intent::Reading;
use crate::protocol::{Domain as _, EntrySet as _, Request, Response, Sweep, SweepOutcome};
use crate::table::IndexedTable;

/// Maximum retries of a fence of a row that others write.
const RETRIES: u8 = 3;

/// The key of a row of the index table, and its entry with its timestamp, if it is one.
pub(crate) type ScannedEntry = (Vec<u8>, Option<(EntryKey, i64)>);

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Swept {
    /// Entries that rows have.
    pub live: u64,
    /// Entries that were deleted.
    pub deleted: u64,
    /// Entries that were left: too new, written meanwhile, or of rows whose entries this program cannot
    /// compute.
    pub left: u64,
    /// Rows of the index table that are not entries; they are left.
    pub damaged: u64,
    /// Stamps that were removed, of rows that have been gone for some minutes.
    pub stamps: u64,
}

impl IndexedTable {
    /// Deletes the entries that no row has and that are older than `min_age`, by their timestamps: the writes
    /// of younger ones may not have reached their row yet. Waits for the maximum duration of a query, once for
    /// each [`max_waiting`](crate::Settings#structfield.max_waiting) such entries. Each request has `timeout`.
    ///
    /// Then removes stamps of rows that are gone. It examines at most 200 [pages](crate::Settings#structfield.page)
    /// of them; the next sweep of any of the table's indexes continues after these.
    ///
    /// # Errors
    /// [`UnknownIndex`](crate::IndexError::UnknownIndex), [`NotReadable`](crate::IndexError::NotReadable)
    /// for an index that is not written, [`OtherDefinition`](crate::IndexError::OtherDefinition), and
    /// those of the backend, among them `Unsupported`; the sweep can be retried at any time.
    pub async fn sweep(
        &self,
        index: &TableName,
        min_age: Duration,
        timeout: Duration,
    ) -> Result<Swept> {
        self.check_capabilities()?;
        let index = self.position(index)?;
        self.read_written(index, Deadline::after(timeout)).await?;
        let (mut swept, mut waiting) = (Swept::default(), Vec::new());
        let mut after = None;
        while let Some(page) = self.entry_page(index, &mut after, timeout).await? {
            let of_page = self.sweep_page(index, page, min_age, timeout, &mut swept);
            waiting.extend(of_page.await?);
            if waiting.len() >= self.settings.max_waiting {
                let due = std::mem::take(&mut waiting);
                self.delete_after_wait(due, timeout, &mut swept).await?;
            }
        }
        self.delete_after_wait(waiting, timeout, &mut swept).await?;
        swept.stamps = self.remove_stamps(timeout).await?;
        Ok(swept)
    }

    /// A page of the entries after `after`, which becomes the page's last one; `None` after the last entry.
    pub(crate) async fn entry_page(
        &self,
        index: usize,
        after: &mut Option<Vec<u8>>,
        timeout: Duration,
    ) -> Result<Option<Vec<ScannedEntry>>> {
        let scan = Scan {
            start: after.take().map_or(RowBound::Unbounded, RowBound::Excluded),
            limit: Some(self.settings.page.into()),
            ..Scan::new()
        };
        let page = self.scan_entries(index, scan, Deadline::after(timeout));
        let page = page.await?;
        *after = page.last().map(|(last, _)| last.clone());
        Ok((!page.is_empty()).then_some(page))
    }

    pub(crate) async fn scan_entries(
        &self,
        index: usize,
        mut scan: Scan,
        deadline: Deadline,
    ) -> Result<Vec<ScannedEntry>> {
        let definition = self.index(index);
        let (family, qualifier) = definition.column();
        scan.read.add_column(family, qualifier);
        let rows = self.scan_all(&definition.table, scan, deadline).await?;
        let entries = rows.iter().map(|row| {
            let entry = EntryKey::of_row(index, definition.column(), row);
            (row.key().to_vec(), entry)
        });
        Ok(entries.collect())
    }

    /// Sweeps a page up to the waits; returns the sweeps that wait.
    async fn sweep_page(
        &self,
        index: usize,
        page: Vec<ScannedEntry>,
        min_age: Duration,
        timeout: Duration,
        swept: &mut Swept,
    ) -> Result<Vec<Sweep<Bytes>>> {
        let entries: Vec<(EntryKey, i64)> = page
            .into_iter()
            .filter_map(|(_, e)| {
                swept.damaged += u64::from(e.is_none());
                e
            })
            .collect();
        // One call for the whole page leaves out the entries in use. It decides no deletion: the sweep of an
        // entry reads value and stamp of its row in one get.
        let stale = self.stale(index, entries, timeout, swept).await?;
        let (old, young): (Vec<_>, Vec<_>) = stale
            .into_iter()
            .partition(|(_, at)| self.is_older(*at, min_age));
        swept.left += count(young.len());
        let mut waiting = Vec::new();
        for (entry, at) in old {
            let sweep = Sweep::new(entry, at, RETRIES);
            let sweep = self.run_sweep(index, sweep, timeout).await?;
            match sweep.outcome() {
                None => waiting.push(sweep),
                Some(SweepOutcome::Live) => swept.live += 1,
                Some(_) => swept.left += 1,
            }
        }
        Ok(waiting)
    }

    /// The entries that their rows do not have now. The others are counted: as live, or as left if this program
    /// cannot compute the row's entries.
    pub(crate) async fn stale(
        &self,
        index: usize,
        entries: Vec<(EntryKey, i64)>,
        timeout: Duration,
        swept: &mut Swept,
    ) -> Result<Vec<(EntryKey, i64)>> {
        let rows = self.rows_of(index, &entries, timeout).await?;
        let domain = self.domain_of(index);
        let mut stale = Vec::new();
        for (entry, row) in entries.into_iter().zip(rows) {
            match domain.entries(&Content(row)) {
                Ok(has) if has.contains(&entry.0) => swept.live += 1,
                Ok(_) => stale.push(entry),
                // Another program may be able to compute them.
                Err(_) => swept.left += 1,
            }
        }
        Ok(stale)
    }

    async fn rows_of(
        &self,
        index: usize,
        entries: &[(EntryKey, i64)],
        timeout: Duration,
    ) -> Result<Vec<Option<Row>>> {
        let gets: Vec<Get> = entries
            .iter()
            .map(|(entry, _)| {
                let mut get = Get::new(entry.row.as_slice());
                for (family, qualifier) in &self.index(index).depends_on {
                    get.read.add_column(family, qualifier);
                }
                get
            })
            .collect();
        let table = &self.definition.table;
        let deadline = Deadline::after(timeout);
        Ok(self.backend.get_many(table, &gets, deadline).await?)
    }

    pub(crate) fn is_older(&self, at: i64, age: Duration) -> bool {
        let age = i64::try_from(age.as_millis()).unwrap_or(i64::MAX);
        age == 0 || self.now_ms().abs_diff(at) > age.unsigned_abs()
    }

    /// Runs a sweep up to its wait, or to its end.
    async fn run_sweep(
        &self,
        index: usize,
        mut sweep: Sweep<Bytes>,
        timeout: Duration,
    ) -> Result<Sweep<Bytes>> {
        let domain = self.domain_of(index);
        let row = sweep.entry().row.clone();
        while let Some(request) = sweep.request() {
            if matches!(request, Request::Wait { .. }) {
                break;
            }
            let deadline = Deadline::after(timeout);
            let executed = self.execute(Reading::of(&row), request, deadline).await?;
            sweep = sweep.respond(&domain, executed.response, &self.input());
        }
        Ok(sweep)
    }

    async fn delete_after_wait(
        &self,
        waiting: Vec<Sweep<Bytes>>,
        timeout: Duration,
        swept: &mut Swept,
    ) -> Result<()> {
        let page = usize::try_from(self.settings.page).unwrap_or(usize::MAX);
        let mut waiting = waiting.into_iter();
        while waiting.len() > 0 {
            let mut mutations = Vec::new();
            for sweep in waiting.by_ref().take(page) {
                self.wait_for(sweep, &mut mutations).await?;
            }
            let (deleted, deadline) = (count(mutations.len()), Deadline::after(timeout));
            self.mutate_entries(mutations, deadline).await?;
            swept.deleted += deleted;
        }
        Ok(())
    }

    /// Waits until an entry may be deleted, and adds its deletion.
    async fn wait_for(
        &self,
        sweep: Sweep<Bytes>,
        mutations: &mut Vec<(usize, Mutation)>,
    ) -> Result<()> {
        if let Some(Request::Wait { since, .. }) = sweep.request() {
            let until = since.saturating_add(self.settings.query_limit);
            self.clocks.sleep_until(until).await;
        }
        let domain = self.domain_of(sweep.entry().index);
        let sweep = sweep.respond(&domain, Response::Done, &self.input());
        if let Some(Request::DeleteEntries { entries, up_to }) = sweep.request() {
            mutations.extend(self.deletions_of(&entries, up_to)?);
        }
        Ok(())
    }
}

pub(crate) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
