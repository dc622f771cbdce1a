//! Comparing rows and entries, in both directions.

use std::time::Duration;

use hbase_backend::{Deadline, Get, Mutation, RowBound};
use hbase_model::TableName;

use crate::domain::Bytes;
use crate::entry::EntryKey;
use crate::error::{IndexError, Result};
use crate::intent::{Intent, Reading};
use crate::protocol::{Domain as _, RowRead};
use crate::sweep::{Swept, count};
use crate::table::IndexedTable;

/// Maximum row keys in a report.
const EXAMPLES: usize = 10;

/// The action of a verification on its findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// Counts only.
    Report,
    /// Rewrites rows that lack entries, with their entries, and sweeps entries without a row.
    Repair,
}

/// The findings of a verification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Findings {
    /// Rows that were compared: those with a column of the index.
    pub rows: u64,
    /// Entries that rows lack: queries do not find the rows.
    pub missing: u64,
    /// Some of the rows that lack entries.
    pub examples: Vec<Vec<u8>>,
    /// Rows whose values cannot be computed, such as those of cells that cannot be decoded: no query by the
    /// index finds them. A repair also counts rows that it cannot rewrite because another index's values cannot
    /// be computed.
    pub undecodable: u64,
    /// One of these rows, and why.
    pub undecodable_example: Option<(Vec<u8>, String)>,
    /// Rows that lack the cell of an indexed field: they have no entry, and no query by the index finds them. If the
    /// struct requires the column, no read of a whole row decodes them.
    pub absent: u64,
    /// The key of the first of these rows.
    pub absent_example: Option<Vec<u8>>,
    /// Entries that rows have.
    pub live: u64,
    /// Entries that no row has: queries skip them. Some may wait to be deleted.
    pub stale: u64,
    /// Rows of the index table that are not entries.
    pub damaged: u64,
    /// Rows that were rewritten, and entries that were deleted.
    pub repaired: u64,
}

impl Findings {
    fn note_undecodable(&mut self, row: &[u8], why: String) {
        self.undecodable += 1;
        self.undecodable_example
            .get_or_insert_with(|| (row.to_vec(), why));
    }
}

impl IndexedTable {
    /// Compares every row with its entries, and every entry with its row. Each request has `timeout`.
    ///
    /// # Errors
    /// [`UnknownIndex`](crate::IndexError::UnknownIndex), [`NotReadable`](crate::IndexError::NotReadable)
    /// for an index that is not written, [`OtherDefinition`](crate::IndexError::OtherDefinition), those
    /// of writes when it repairs, and those of the backend.
    pub async fn verify(
        &self,
        index: &TableName,
        verification: Verification,
        timeout: Duration,
    ) -> Result<Findings> {
        self.verify_with(index, verification, timeout, &mut |_| {})
            .await
    }

    /// The same; `report` is called after each page of rows. Without a repair, it is also called after each
    /// page of entries.
    ///
    /// # Errors
    /// As [`verify`](Self::verify).
    pub async fn verify_with(
        &self,
        index: &TableName,
        verification: Verification,
        timeout: Duration,
        report: &mut (dyn FnMut(&Findings) + Send),
    ) -> Result<Findings> {
        let position = self.position(index)?;
        self.read_written(position, Deadline::after(timeout))
            .await?;
        let mut findings = Findings::default();
        self.verify_rows(position, verification, timeout, &mut findings, report)
            .await?;
        self.count_absent(position, timeout, &mut findings).await?;
        match verification {
            Verification::Repair => {
                // No minimum age is needed: after a sweep's fence, the writer of a young entry fails its check
                // and retries. The age of other sweeps spares writers that retry.
                let swept = self.sweep(index, Duration::ZERO, timeout).await?;
                findings.live = swept.live;
                findings.stale = swept.deleted + swept.left;
                findings.damaged = swept.damaged;
                findings.repaired += swept.deleted;
            }
            Verification::Report => {
                self.count_entries(position, timeout, &mut findings, report)
                    .await?;
            }
        }
        Ok(findings)
    }

    /// Compares every row with its entries.
    pub(crate) async fn verify_rows(
        &self,
        index: usize,
        verification: Verification,
        timeout: Duration,
        findings: &mut Findings,
        report: &mut (dyn FnMut(&Findings) + Send),
    ) -> Result<()> {
        let mut start = RowBound::Unbounded;
        loop {
            let rows = self
                .row_page(index, start, RowBound::Unbounded, timeout)
                .await?;
            let Some((last, _)) = rows.last() else {
                return Ok(());
            };
            start = RowBound::Excluded(last.clone());
            let compared = rows.iter().filter(|(_, read)| self.has_column(index, read));
            findings.rows += count(compared.count());
            for (row, read) in self.lacking(index, rows, timeout, findings).await? {
                self.note_missing(index, row, &read, verification, timeout, findings)
                    .await?;
            }
            report(findings);
        }
    }

    /// The rows of a page that lacked an entry when they were read.
    async fn lacking(
        &self,
        index: usize,
        rows: Vec<(Vec<u8>, RowRead<Bytes>)>,
        timeout: Duration,
        findings: &mut Findings,
    ) -> Result<Vec<(Vec<u8>, RowRead<Bytes>)>> {
        let mut gets = Vec::new();
        let mut expected = Vec::new();
        for (position, (row, read)) in rows.iter().enumerate() {
            match self.entries_of(index, read) {
                Ok(entries) => {
                    gets.extend(entries.iter().map(|entry| self.entry_get(entry)));
                    expected.resize(gets.len(), position);
                }
                Err(why) => findings.note_undecodable(row, why),
            }
        }
        let table = &self.index(index).table;
        let deadline = Deadline::after(timeout);
        let found = self.backend.get_many(table, &gets, deadline).await?;
        let mut lacks = vec![false; rows.len()];
        for (position, entry) in expected.into_iter().zip(found) {
            lacks[position] |= entry.is_none();
        }
        let rows = rows.into_iter().zip(lacks);
        Ok(rows
            .filter(|(_, lacks)| *lacks)
            .map(|(row, _)| row)
            .collect())
    }

    /// Only a row that has not changed since it was read must have had its entries throughout.
    async fn note_missing(
        &self,
        index: usize,
        row: Vec<u8>,
        before: &RowRead<Bytes>,
        verification: Verification,
        timeout: Duration,
        findings: &mut Findings,
    ) -> Result<()> {
        let now = self
            .read_row(Reading::of(&row), Deadline::after(timeout))
            .await?;
        let has_same = self.entries_of(index, &now) == self.entries_of(index, before);
        if now.stamp != before.stamp || !has_same {
            return Ok(());
        }
        findings.missing += 1;
        if findings.examples.len() < EXAMPLES {
            findings.examples.push(row.clone());
        }
        if verification == Verification::Repair {
            self.repair(row, timeout, findings).await?;
        }
        Ok(())
    }

    /// Rewrites a row, unless the values of another index cannot be computed from it.
    async fn repair(&self, row: Vec<u8>, timeout: Duration, findings: &mut Findings) -> Result<()> {
        let written = self.write(rewrite(row.clone()), Deadline::after(timeout));
        match written.await {
            Err(IndexError::Rejected { why, .. }) => findings.note_undecodable(&row, why),
            Err(error) => return Err(error),
            Ok(_) => findings.repaired += 1,
        }
        Ok(())
    }

    async fn count_entries(
        &self,
        index: usize,
        timeout: Duration,
        findings: &mut Findings,
        report: &mut (dyn FnMut(&Findings) + Send),
    ) -> Result<()> {
        let mut swept = Swept::default();
        let mut after = None;
        while let Some(page) = self.entry_page(index, &mut after, timeout).await? {
            findings.damaged += count(page.iter().filter(|(_, entry)| entry.is_none()).count());
            let entries = page.into_iter().filter_map(|(_, entry)| entry).collect();
            let stale = self.stale(index, entries, timeout, &mut swept).await?;
            findings.stale += count(stale.len());
            findings.live = swept.live;
            report(findings);
        }
        Ok(())
    }

    /// Whether a row has a column of the index. Others, such as a stamp that its row has left, have no entries.
    fn has_column(&self, index: usize, read: &RowRead<Bytes>) -> bool {
        let row = read.content.0.as_ref();
        let mut columns = self.index(index).depends_on.iter();
        row.is_some_and(|row| columns.any(|(family, name)| row.cell(family, name).is_some()))
    }

    fn entries_of(&self, index: usize, read: &RowRead<Bytes>) -> Result<Vec<EntryKey>, String> {
        let entries = self.domain_of(index).entries(&read.content)?;
        Ok(entries.iter().cloned().collect())
    }

    fn entry_get(&self, entry: &EntryKey) -> Get {
        let (family, qualifier) = self.index(entry.index).column();
        let mut get = Get::new(entry.key());
        get.read.add_column(family, qualifier);
        get
    }
}

/// A write of a row's current cells, with all its entries, at a new stamp, so that no old deletion hides them.
fn rewrite(row: Vec<u8>) -> Intent {
    Intent::mutate(row, |found| {
        Ok(found.map(|found| Mutation::new(found.key())))
    })
}
