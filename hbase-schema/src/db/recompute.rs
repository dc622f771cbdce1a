//! Replaces all rows of a period's table.

use std::borrow::Borrow;
use std::time::Duration;

use hbase_model::time::Period;
use hbase_model::{BoxFuture, CellBlock, Mutation, ReadOptions, Scan, TableName, TimeRange};

use super::batch::{EncodeFailure, RowWrites};
use super::connection::Connection;
use super::dated::DatedTables;
use super::error::{CallContext, Error};
use super::error_kind::ErrorKind;
use super::generation::{Generations, pointer_table};
use super::table_ref::TableRef;
use super::unversioned::Unversioned;
use crate::key::TableDate;
use crate::schema::TableSchema;
use crate::table::{DatedTable, encode_row_at};
use crate::time::Timestamp;

const CALL: &str = "recompute";

/// The rows that the removal of old cells reads at once.
const REMOVED_AT_ONCE: u32 = 1000;

/// The result of [`DatedTables::recompute`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recomputed {
    /// The period.
    pub period: Period,
    /// The number of rows written.
    pub rows: u64,
    /// The timestamp of all cells of these rows.
    pub generation: Timestamp,
    /// The error of the removal of the old rows, if it failed: readers of the current generation see
    /// the new rows alone, others see what is left of the old ones. The next call removes it.
    pub not_removed: Option<Error>,
}

impl<T: DatedTable + Unversioned> DatedTables<T> {
    /// Replaces all rows of a date's table: none of the old ones is left behind.
    ///
    /// The new rows are written beside the old ones, with a timestamp of their own, the generation. A
    /// row of the table `SCHEMA:GENERATION`, which is created if it is missing, then names this
    /// generation as the current one, in one atomic step: scans with
    /// [`current`](super::ScanRequest::current) see the old rows until then, and the new ones from
    /// then on. After [`grace`](Self::grace) all older cells are deleted. Other reads see both
    /// meanwhile.
    ///
    /// If a call ends before its rows are the current ones, readers still see the old rows, and the
    /// next call removes what it left. Of two concurrent calls for a date the one that began later succeeds.
    ///
    /// Every family must keep at least two versions, three where calls for one date may run at the same
    /// time, or where rows are also put by other calls: a compaction keeps the newest ones, also of a put between the current
    /// generation and the next. Rows that are put later by other calls have other
    /// timestamps: `current` does not see them. The generation is a time of this program's clock: old
    /// rows that a server whose clock is ahead put in the last moments are newer, and stay.
    ///
    /// Counters have no generation: a struct with counters is rejected.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable, Timestamp};
    /// # #[derive(HTable, Debug, Clone, PartialEq)]
    /// # #[table("DLQX:REGION_{yyyyMMdd}")]
    /// # #[family("D1", versions = 2)]
    /// # struct Region { #[table_date] day: Timestamp, #[rowkey] name: String, calls: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # use std::time::Duration;
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # let day: Timestamp = "2015-12-26".parse()?;
    /// let regions = db.dated::<Region>().grace(Duration::ZERO);
    /// regions.create(day).await?;
    /// let region = |name: &str, calls| Region { day, name: name.into(), calls };
    /// regions.recompute(&day, [region("EAST", 1), region("WEST", 2)]).await?;
    /// regions.recompute(&day, [region("EAST", 9)]).await?;
    /// let rows = regions.scan(day, Region::scan().all()).current().rows().collect().await?;
    /// assert_eq!(rows, [region("EAST", 9)]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Batch`] with the rows that failed, among them rows of other dates; [`Error::Request`]
    /// if another call for the date began meanwhile, or a family keeps one version only;
    /// [`Error::Backend`]. In all these cases readers see the old rows.
    pub fn recompute<'c, I>(
        &'c self,
        date: &T::Date,
        rows: I,
    ) -> BoxFuture<'c, Result<Recomputed, Error>>
    where
        I: IntoIterator,
        I::Item: Borrow<T>,
        I::IntoIter: Send + 'c,
    {
        let rows = rows.into_iter();
        let table = Self::table_of(date);
        Box::pin(async move {
            let (table, period) = table?;
            keeps_generations(T::SCHEMA)?;
            let mut call = Recomputation {
                connection: &self.connection,
                schema: T::SCHEMA,
                table,
                before: Generations::default(),
            };
            let generation = call.begin().await?;
            let writes = rows.map(|row| call.write_of(row.borrow(), generation));
            let batches = self.connection.batches_of(writes);
            let written = self
                .connection
                .write_batches(CALL, &T::SCHEMA.table.name, batches);
            let rows = written.await?;
            call.finish(generation).await?;
            tokio::time::sleep(self.grace).await;
            let old = TimeRange {
                min: 0,
                max: generation,
            };
            let removed = call.remove(old, Removal::UpTo(generation - 1)).await;
            Ok(Recomputed {
                period,
                rows,
                generation: Timestamp::from_millis(generation),
                not_removed: removed.err(),
            })
        })
    }

    /// Sets the time that [`recompute`](Self::recompute) waits between the new rows' becoming current
    /// and the removal of the old ones (default 10 s). A scan of the old rows that takes longer
    /// returns an error at its end.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    fn table_of(date: &T::Date) -> Result<(TableRef, Period), Error> {
        let about = CallContext::table(CALL, &T::SCHEMA.table.name);
        let period = date.period(T::UNIT).map_err(|error| about.request(error))?;
        Ok((TableRef::of(T::SCHEMA, Some(period)), period))
    }
}

/// Old and new cells are in the table together.
fn keeps_generations(schema: &TableSchema) -> Result<(), Error> {
    if schema.has_counters() {
        let about = CallContext::table(CALL, &schema.table.name);
        return Err(about.request(
            "found counters in the struct, whose increments would be removed with the old rows: keep them in another table",
        ));
    }
    let mut families = schema.table.families.iter();
    match families.find(|family| family.versions.unwrap_or(1) < 2) {
        None => Ok(()),
        Some(family) => {
            let about = CallContext::table(CALL, &schema.table.name);
            Err(about.request(format_args!(
                "found one version in family {}, expected at least 2: the old rows stay while the new ones are written: declare `versions = 2`",
                family.name
            )))
        }
    }
}

/// The cells of a row to remove.
#[derive(Clone, Copy)]
enum Removal {
    /// Those up to this timestamp.
    UpTo(i64),
    /// Those of one generation.
    Only(i64),
}

struct Recomputation<'c> {
    connection: &'c Connection,
    schema: &'static TableSchema,
    table: TableRef,
    /// The generations before this one was begun.
    before: Generations,
}

impl Recomputation<'_> {
    /// Begins a generation, and removes the one that another call did not finish.
    async fn begin(&mut self) -> Result<i64, Error> {
        let Connection { link, options, .. } = self.connection;
        self.create_pointers().await?;
        let found = link.generations(CALL, options.timeout, &self.table);
        self.before = found.await?;
        let generation = self.before.next(Timestamp::now().as_millis());
        self.change(self.before, self.begun(generation)).await?;
        if let Some(left) = self.before.pending {
            let range = TimeRange {
                min: left,
                max: left + 1,
            };
            self.remove(range, Removal::Only(left)).await?;
        }
        Ok(generation)
    }

    /// The generations while this one is written.
    fn begun(&self, generation: i64) -> Generations {
        Generations {
            current: self.before.current,
            pending: Some(generation),
        }
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
    async fn finish(&self, generation: i64) -> Result<(), Error> {
        let done = Generations {
            current: Some(generation),
            pending: None,
        };
        self.change(self.begun(generation), done).await
    }

    async fn change(&self, from: Generations, to: Generations) -> Result<(), Error> {
        let Connection { link, options, .. } = self.connection;
        let changed = link.change_generations(CALL, options.timeout, &self.table, from, to);
        if changed.await? {
            return Ok(());
        }
        Err(CallContext::table(CALL, &self.table).request(
            "another call began to recompute this table meanwhile: its rows will be the current ones, and these are removed with the next call",
        ))
    }

    /// A row's cells, all with the generation as their timestamp.
    fn write_of<T: DatedTable>(
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
