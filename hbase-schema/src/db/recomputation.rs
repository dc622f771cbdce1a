//! The steps of a recomputation: begins a generation, encodes its rows, makes it the current one,
//! removes the cells of others.

use hbase_model::{CellBlock, Mutation, ReadOptions, Scan, TableName, TimeRange};

use super::batch::{EncodeFailure, RowWrites};
use super::connection::Connection;
use super::error::{CallContext, Error};
use super::error_kind::ErrorKind;
use super::generation::Generations;
use super::pointers::pointer_table;
use super::table_ref::TableRef;
use crate::schema::TableSchema;
use crate::table::{DatedTable, encode_row_at};
use crate::time::Timestamp;

pub(super) const CALL: &str = "recompute";

/// The rows that the removal of old cells reads at once.
const REMOVED_AT_ONCE: u32 = 1000;

/// The cells of a row to remove.
#[derive(Clone, Copy)]
enum Removal {
    /// Those up to this timestamp.
    UpTo(i64),
    /// Those of one generation.
    Only(i64),
}

pub(super) struct Recomputation<'c> {
    pub(super) connection: &'c Connection,
    pub(super) schema: &'static TableSchema,
    pub(super) table: TableRef,
    /// The generations before this one was begun.
    pub(super) before: Generations,
}

impl Recomputation<'_> {
    /// Begins a generation, and removes those that other calls did not finish: beside them, the new
    /// cells would be too many versions for a compaction to keep those of the current one.
    pub(super) async fn begin(&mut self) -> Result<i64, Error> {
        let Connection { link, options, .. } = self.connection;
        self.create_pointers().await?;
        let found = link.generations(CALL, options.timeout, &self.table);
        self.before = found.await?;
        let generation = self.before.next(Timestamp::now().as_millis());
        let begun = self.before.begun(generation);
        self.change(&self.before, &begun).await?;
        for left in self.before.left() {
            let range = TimeRange {
                min: left,
                max: left + 1,
            };
            self.remove(range, Removal::Only(left)).await?;
        }
        Ok(generation)
    }

    async fn create_pointers(&self) -> Result<(), Error> {
        let created = self
            .connection
            .create_described(CALL, &pointer_table())
            .await;
        match created {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Makes the generation the current one.
    pub(super) async fn finish(&self, generation: i64) -> Result<(), Error> {
        let begun = self.before.begun(generation);
        let done = begun.finished(generation);
        match self.change(&begun, &done).await {
            // The response was lost, not the change.
            Err(error) if !error.is_without_effect() && self.is_current(generation).await => Ok(()),
            changed => changed,
        }
    }

    /// Removes all cells older than those of the current generation. Readers find before that these are
    /// no longer kept, by a later recomputation otherwise.
    pub(super) async fn remove_older(&self, generation: i64) -> Result<(), Error> {
        let done = self.before.finished(generation);
        self.replace(&done, &done.clone().released()).await?;
        let old = TimeRange {
            min: 0,
            max: generation,
        };
        self.remove(old, Removal::UpTo(generation - 1)).await
    }

    async fn is_current(&self, generation: i64) -> bool {
        let Connection { link, options, .. } = self.connection;
        let now = link.generations(CALL, options.timeout, &self.table).await;
        now.is_ok_and(|now| now.current == Some(generation))
    }

    async fn change(&self, from: &Generations, to: &Generations) -> Result<(), Error> {
        if self.replace(from, to).await? {
            return Ok(());
        }
        Err(CallContext::table(CALL, &self.table).request(
            "another call began to recompute this table meanwhile, or truncated it: these rows are not the current ones, and the next call removes them",
        ))
    }

    /// Returns whether the generations were still `from`.
    async fn replace(&self, from: &Generations, to: &Generations) -> Result<bool, Error> {
        let Connection { link, options, .. } = self.connection;
        let changed = link.change_generations(CALL, options.timeout, &self.table, from, to);
        changed.await
    }

    /// A row's cells, all with the generation as their timestamp.
    pub(super) fn write_of<T: DatedTable>(
        &self,
        row: &T,
        generation: i64,
    ) -> Result<RowWrites<[Mutation; 1]>, EncodeFailure> {
        let about = CallContext::table(CALL, &self.table);
        let failed = |error| EncodeFailure { row: None, error };
        let table = TableRef::of_row(row).map_err(|error| failed(about.key_error(error)))?;
        if table != self.table {
            return Err(failed(about.request(format_args!(
                "found a row of the table {table}, expected one of this date"
            ))));
        }
        let mut cells = CellBlock::new();
        let key = encode_row_at(row, Some(generation), &mut cells);
        let key = key.map_err(|error| failed(about.row_error(error)))?;
        let mutations = [Mutation::from_block(key.as_ref(), cells)];
        Ok(RowWrites { table, mutations })
    }

    /// Removes cells of all rows that have any in this time range, batch by batch.
    async fn remove(&self, range: TimeRange, what: Removal) -> Result<(), Error> {
        let about = CallContext::table(CALL, &self.table);
        let Connection { link, options, .. } = self.connection;
        let mut read = ReadOptions {
            time_range: range,
            ..ReadOptions::default()
        };
        self.connection.omit_values(&mut read);
        let scan = &Scan {
            caching: Some(REMOVED_AT_ONCE),
            read,
            ..Scan::default()
        };
        let table: &TableName = &self.table;
        let opened = link.read(about, options.timeout, |backend, deadline| async move {
            backend.scan(table, scan.clone(), deadline).await
        });
        let mut scanner = opened.await?;
        loop {
            let pass = link.gate.go_on();
            let _pass = pass.map_err(|error| about.backend(error))?;
            let deadline = hbase_model::Deadline::after(options.timeout);
            let rows = link
                .within(&about, deadline, scanner.next_batch(deadline))
                .await;
            let rows = rows.map_err(|error| about.backend(error))?;
            if rows.is_empty() {
                return Ok(());
            }
            let mut mutations = Vec::with_capacity(rows.len());
            for row in &rows {
                let removal = self.removal_of(row.key(), what);
                mutations.push(removal.map_err(|error| about.row(row.key()).backend(error))?);
            }
            self.connection
                .write_all(CALL, &self.table, mutations)
                .await?;
        }
    }

    fn removal_of(&self, row: &[u8], what: Removal) -> hbase_model::Result<Mutation> {
        let mut mutation = Mutation::new(row);
        match what {
            Removal::UpTo(last) => {
                mutation.delete_row(Some(last));
            }
            Removal::Only(generation) => {
                for family in &*self.schema.table.families {
                    mutation.delete_family_version(family.name.as_bytes(), generation)?;
                }
            }
        }
        Ok(mutation)
    }
}
