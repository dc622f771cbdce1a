//! Decides on each row of a batch whether its key was imported before.
//!
//! An import recognizes its own cells by their timestamps: the cells of batch n have the import's start plus n
//! ms, and batches depend only on the rows. So a batch that is written once more, after an interruption or an
//! error, writes the same cells. "Was this key imported before?" is then a read of a range of timestamps, which
//! is exact even after an interruption. A filter (`seen`) makes that read rare. Only a row that replaces an
//! earlier batch's row hides the cells that show it: the keys of such rows are in the checkpoint before their
//! batch is sent.

use hbase_backend::{Backend, Deadline, Get, Mutation, ReadOptions, TimeRange};
use hbase_model::TableName;
use hbase_model::printable::Printable;

use super::checkpoint::{Checkpoint, ReplacedKeys};
use super::encode::{Batch, EncodedRow};
use super::options::{DryOptions, ImportOptions, OnDuplicate};
use super::report::Counts;
use super::seen::{Seen, hash};
use crate::error::{ImportError, Result};
use crate::plan::{CellPlan, Plan};
use crate::reject::Reject;

/// Finds duplicates within the import and, on request, in the table.
pub(crate) struct Admission {
    table: TableName,
    cells: Vec<CellPlan>,
    seen: Seen,
    on_duplicate: OnDuplicate,
    check_table: bool,
    timeout: std::time::Duration,
    /// The timestamp of the import.
    timestamp: i64,
    /// The rows that an earlier run's batch replaced, if that batch may have been written.
    replaced: Option<ReplacedKeys>,
}

/// A batch as it is written.
#[derive(Debug, Default)]
pub(crate) struct Admitted {
    pub(crate) mutations: Vec<Mutation>,
    pub(crate) rejects: Vec<Reject>,
    pub(crate) duplicates: u64,
    /// The keys that are new.
    pub(crate) hashes: Vec<u64>,
    /// The keys of earlier batches whose rows are replaced.
    pub(crate) replaced: Vec<u64>,
}

impl Admitted {
    /// Counts its rows and bytes.
    pub(crate) fn add_to(&self, counts: &mut Counts) {
        counts.written += self.hashes.len() as u64;
        counts.rejected += self.rejects.len() as u64;
        counts.duplicates += self.duplicates;
        let blocks = self.mutations.iter().map(|m| m.cells().as_bytes().len());
        counts.bytes += blocks.sum::<usize>() as u64;
    }
}

/// The decision about a row's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    New,
    /// The row with this index in the batch has it.
    InBatch(usize),
    /// An earlier batch wrote it.
    InImport,
    /// The table had it before the import.
    InTable,
}

impl Admission {
    pub(crate) fn new(
        plan: &Plan,
        seen: Seen,
        options: &ImportOptions,
        checkpoint: &Checkpoint,
    ) -> Self {
        Self {
            table: plan.table.clone(),
            cells: plan.cells.clone(),
            seen,
            on_duplicate: options.on_duplicate,
            check_table: options.check_table,
            timeout: options.timeout,
            timestamp: checkpoint.timestamp,
            replaced: checkpoint.replaced.clone(),
        }
    }

    /// For a dry run, which writes no rows: any row of the table was there before the import.
    pub(crate) fn of_dry_run(plan: &Plan, options: &DryOptions) -> Self {
        Self {
            table: plan.table.clone(),
            cells: plan.cells.clone(),
            seen: Seen::new(),
            on_duplicate: options.on_duplicate,
            check_table: options.check_table.is_some(),
            timeout: options.timeout,
            timestamp: i64::MAX,
            replaced: None,
        }
    }

    /// The hashes of a batch's keys, and the rows that only the table can decide on.
    pub(crate) fn look_up(&mut self, batch: &Batch) -> Lookup {
        let mut lookup = Lookup {
            hashes: Vec::with_capacity(batch.rows.len()),
            verdicts: vec![Verdict::New; batch.rows.len()],
            uncertain: Vec::new(),
        };
        for (at, row) in batch.rows.iter().enumerate() {
            let key = row.mutation.row();
            let hash = hash(key);
            if self.seen.insert(hash) {
                let mut earlier = lookup.hashes.iter().enumerate();
                let same = earlier.find(|(earlier, found)| {
                    **found == hash && batch.rows[*earlier].mutation.row() == key
                });
                match same {
                    Some((earlier, _)) => lookup.verdicts[at] = Verdict::InBatch(earlier),
                    None => lookup.uncertain.push(at),
                }
            }
            lookup.hashes.push(hash);
        }
        lookup
    }

    /// Whether the table has to be read; all earlier batches must be written first.
    pub(crate) fn reads_table(&self, lookup: &Lookup) -> bool {
        self.check_table || !lookup.uncertain.is_empty()
    }

    /// Reads the table for the rows that are uncertain.
    pub(crate) async fn read_table(
        &self,
        backend: &dyn Backend,
        batch: &Batch,
        lookup: &mut Lookup,
    ) -> Result<()> {
        self.take_replaced(batch, lookup);
        let number = i64::try_from(batch.number).unwrap_or(i64::MAX);
        let import = TimeRange {
            min: self.timestamp,
            // Without the batch's own time: if an interrupted run has written the batch, all its rows have
            // cells there.
            max: self.timestamp.saturating_add(number),
        };
        let uncertain = std::mem::take(&mut lookup.uncertain);
        let found = self.existing(backend, batch, &uncertain, import).await?;
        for at in found {
            lookup.verdicts[at] = Verdict::InImport;
        }
        if !self.check_table {
            return Ok(());
        }
        let before = TimeRange {
            min: 0,
            max: self.timestamp,
        };
        let new = (0..batch.rows.len()).filter(|&at| lookup.verdicts[at] == Verdict::New);
        let new: Vec<usize> = new.collect();
        for at in self.existing(backend, batch, &new, before).await? {
            lookup.verdicts[at] = Verdict::InTable;
        }
        Ok(())
    }

    /// Decides on the rows that replace others according to the checkpoint.
    fn take_replaced(&self, batch: &Batch, lookup: &mut Lookup) {
        let replaced = self.replaced.as_ref();
        let Some(replaced) = replaced.filter(|replaced| replaced.batch == batch.number) else {
            return;
        };
        let Lookup {
            hashes,
            verdicts,
            uncertain,
        } = lookup;
        uncertain.retain(|&at| {
            let is_known = replaced.keys.contains(&hashes[at]);
            if is_known {
                verdicts[at] = Verdict::InImport;
            }
            !is_known
        });
    }

    /// The rows whose keys have cells in a range of timestamps.
    async fn existing(
        &self,
        backend: &dyn Backend,
        batch: &Batch,
        rows: &[usize],
        time_range: TimeRange,
    ) -> Result<Vec<usize>> {
        if rows.is_empty() || time_range.min >= time_range.max {
            return Ok(Vec::new());
        }
        let gets = rows.iter().map(|&at| Get {
            read: ReadOptions {
                time_range,
                ..ReadOptions::default()
            },
            existence_only: true,
            ..Get::new(batch.rows[at].mutation.row())
        });
        let gets: Vec<Get> = gets.collect();
        let deadline = Deadline::after(self.timeout);
        let found = backend.get_many(&self.table, &gets, deadline).await;
        let found = found.map_err(|error| ImportError::store(&self.table, error))?;
        let rows = rows.iter().zip(found);
        Ok(rows
            .filter(|(_, found)| found.is_some())
            .map(|(&at, _)| at)
            .collect())
    }

    /// Whether the row with this index is the first one of the import with its key, and is written.
    pub(crate) fn is_written(&self, lookup: &Lookup, at: usize) -> bool {
        match lookup.verdicts[at] {
            Verdict::New => true,
            Verdict::InTable => self.on_duplicate == OnDuplicate::Replace,
            Verdict::InBatch(_) | Verdict::InImport => false,
        }
    }

    /// The mutations, rejects and duplicates of a batch whose keys are decided.
    pub(crate) fn admit(&self, batch: Batch, lookup: &Lookup) -> Result<Admitted> {
        let mut admitted = Admitted {
            rejects: batch.rejects,
            ..Admitted::default()
        };
        let mut rows: Vec<Option<EncodedRow>> = batch.rows.into_iter().map(Some).collect();
        for (at, verdict) in lookup.verdicts.iter().enumerate() {
            match verdict {
                Verdict::New => admitted.hashes.push(lookup.hashes[at]),
                _ if self.on_duplicate == OnDuplicate::Error => {
                    admitted
                        .rejects
                        .extend(rows[at].take().map(|row| duplicate(&row, *verdict)));
                }
                Verdict::InTable if self.on_duplicate == OnDuplicate::Replace => {
                    // The first row of the import with this key: it counts as written.
                    admitted.hashes.push(lookup.hashes[at]);
                    self.replace(&mut rows[at], batch.number)?;
                }
                _ => {
                    admitted.duplicates += 1;
                    if (self.on_duplicate, *verdict) == (OnDuplicate::Replace, Verdict::InImport) {
                        admitted.replaced.push(lookup.hashes[at]);
                    }
                    self.keep_or_replace(&mut rows, at, lookup, batch.number)?;
                }
            }
        }
        admitted.rejects.sort_by_key(|reject| reject.row);
        let rows = rows.into_iter().flatten();
        admitted.mutations = rows.map(|row| row.mutation).collect();
        Ok(admitted)
    }

    fn keep_or_replace(
        &self,
        rows: &mut [Option<EncodedRow>],
        at: usize,
        lookup: &Lookup,
        number: u64,
    ) -> Result<()> {
        match (self.on_duplicate, lookup.verdicts[at]) {
            (OnDuplicate::Replace, Verdict::InBatch(earlier)) => {
                rows[earlier] = rows[at].take();
                // This row replaces what the earlier row replaced.
                if lookup.verdicts[earlier] != Verdict::New {
                    self.replace(&mut rows[earlier], number)?;
                }
            }
            (OnDuplicate::Replace, _) => self.replace(&mut rows[at], number)?,
            _ => rows[at] = None,
        }
        Ok(())
    }

    /// Adds deletes of the columns that are NULL, so that the earlier row's cells do not stay.
    fn replace(&self, row: &mut Option<EncodedRow>, number: u64) -> Result<()> {
        let Some(row) = row else { return Ok(()) };
        let number = i64::try_from(number).unwrap_or(i64::MAX);
        let before = self.timestamp.saturating_add(number) - 1;
        let absent: Vec<&CellPlan> = self.cells.iter().filter(|cell| !has(row, cell)).collect();
        for cell in absent {
            let (family, qualifier) = (
                cell.column.family.as_bytes(),
                cell.column.qualifier.as_bytes(),
            );
            let deleted = row.mutation.delete_column(family, qualifier, Some(before));
            deleted.map_err(|error| ImportError::store(&self.table, error))?;
        }
        Ok(())
    }
}

/// The decisions about a batch's keys.
pub(crate) struct Lookup {
    hashes: Vec<u64>,
    verdicts: Vec<Verdict>,
    uncertain: Vec<usize>,
}

impl Lookup {
    /// Treats keys that were probably imported before as imported: in a dry run, no written row could show it.
    pub(crate) fn trust_filter(&mut self) {
        for at in std::mem::take(&mut self.uncertain) {
            self.verdicts[at] = Verdict::InImport;
        }
    }
}

fn has(row: &EncodedRow, cell: &CellPlan) -> bool {
    let mut cells = row.mutation.cells().iter();
    cells.any(|found| {
        found.qualifier == cell.column.qualifier.as_bytes()
            && found.family == cell.column.family.as_bytes()
    })
}

fn duplicate(row: &EncodedRow, verdict: Verdict) -> Reject {
    let place = match verdict {
        Verdict::InTable => "the table had a row with this key before the import",
        _ => "an earlier row of the source has the same key",
    };
    Reject {
        row: row.row,
        line: row.line,
        order_key: row.order_key.as_deref().map(ToOwned::to_owned),
        column: None,
        value: Some(Printable(row.mutation.row()).to_string()),
        reason: format!("{place}: choose another key, or to keep or replace duplicates"),
    }
}
