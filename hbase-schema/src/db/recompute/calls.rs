//! Replaces all rows of a period's table.

use std::borrow::Borrow;
use std::time::Duration;

use hbase_backend::BoxFuture;
use hbase_model::time::Period;

use super::steps::{CALL, InTurn, write_of};
use super::turn::Turn;
use crate::db::dated::tables::DatedTables;
use crate::db::error::{CallContext, Error};
use crate::db::target::table_ref::TableRef;
use crate::db::versions::keeps::KeepsGenerations;
use crate::db::write::unversioned::Unversioned;
use crate::key::TableDate;
use crate::schema::TableSchema;
use crate::table::DatedTable;
use crate::time::Timestamp;

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
    /// The error if removing the old rows failed: readers of the current generation see only the new rows, others see
    /// the remaining old ones too. The next call removes them.
    pub not_removed: Option<Error>,
}

impl<T: DatedTable + Unversioned> DatedTables<T> {
    /// Replaces all rows of a date's table: no old row is left.
    ///
    /// The new rows are written next to the old ones, with their own timestamp, the generation. A row of the table
    /// `HSCHEMA:GENERATION`, which is created if it is missing, then makes this generation the current one, in one
    /// atomic step. Scans with [`current`](crate::db::ScanRequest::current) see the old rows until then, and the new
    /// ones from then on. After [`grace`](Self::grace) all older cells are deleted. Other reads see both in the
    /// meantime.
    ///
    /// If several calls for a date run concurrently, the one that began last succeeds. It writes once the others have
    /// ended, which they do with an error within seconds. If a call ends with an error, readers still see the old rows,
    /// and the call removes its own. A call that cannot remove them, because its program ended or the outcome of a
    /// request is unknown, leaves that to the next call, which first waits for three timeouts and a second, so that
    /// nothing is written late.
    ///
    /// Every family must keep at least two versions: those of the current rows and of the rows that are being written.
    /// This is enough for concurrent calls too, because only one of them writes at a time. If other calls also put
    /// rows, each put of a row between two recomputations needs one more version, since a compaction keeps only the
    /// newest ones. Once a date has been recomputed, `current` does not see rows that other calls put later: their
    /// timestamps differ. The generation is a time of this program's clock: old rows that a server whose clock is
    /// ahead put in the last moments are newer, and stay.
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
    /// [`Error::Backend`]. In all these cases readers see the old rows, unless the response to the last step was lost
    /// and the generations cannot be read either: then [`is_without_effect`](Error::is_without_effect) returns `false`.
    pub fn recompute<'c, I>(
        &'c self,
        date: &T::Date,
        rows: I,
    ) -> BoxFuture<'c, Result<Recomputed, Error>>
    where
        T: KeepsGenerations,
        I: IntoIterator,
        I::Item: Borrow<T>,
        I::IntoIter: Send + 'c,
    {
        let rows = rows.into_iter();
        let table = Self::table_of(date);
        Box::pin(async move {
            let (table, period) = table?;
            keeps_generations(T::SCHEMA)?;
            let place = self.place(CALL, &table);
            let turn = place.take_turn(None).await?;
            let mut turn = turn.ok_or_else(|| place.interrupted())?;
            let written = self.write_alone(&table, &mut turn, rows).await;
            let done = match written {
                Ok(rows) => place.finish(&turn).await.map(|done| (rows, done)),
                Err(error) => Err(error),
            };
            let (rows, done) = match done {
                Ok(done) => done,
                Err(error) => {
                    // Otherwise a late request could write after the removal: the next call waits for it.
                    if !may_write_late(&error) {
                        // The call that takes the turn waits, and removes the rest.
                        let _ = turn.give_up().await;
                    }
                    return Err(error);
                }
            };
            tokio::time::sleep(self.grace).await;
            let removed = place.remove_older(&done, turn.generation).await;
            Ok(Recomputed {
                period,
                rows,
                generation: Timestamp::from_millis(turn.generation),
                not_removed: removed.err(),
            })
        })
    }

    /// Writes the rows once no other call writes.
    async fn write_alone<R: Borrow<T>>(
        &self,
        table: &TableRef,
        turn: &mut Turn<'_>,
        rows: impl Iterator<Item = R> + Send,
    ) -> Result<u64, Error> {
        turn.wait_alone().await?;
        let generation = turn.generation;
        let writes = rows.map(|row| write_of(table, row.borrow(), generation));
        let batches = self.connection.batches_of(writes);
        let batches = Box::new(InTurn { batches, turn });
        let written = self
            .connection
            .write_batches(CALL, &T::SCHEMA.table.name, batches);
        written.await
    }

    /// Sets the time that [`recompute`](Self::recompute) waits before it removes the old rows, after the new rows
    /// become current (default 10 s). A scan of the old rows with [`current`](crate::db::ScanRequest::current) that
    /// takes longer returns an error at its end. So does a scan that still runs when the next call for this date
    /// begins, or that began before the first one.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.grace = grace;
        self
    }

    fn table_of(date: &T::Date) -> Result<(TableRef, Period), Error> {
        let about = CallContext::of::<T>(CALL);
        let period = date.period(T::UNIT).map_err(|error| about.request(error))?;
        Ok((TableRef::of(T::SCHEMA, Some(period)), period))
    }
}

/// Whether a request of the call may take effect after its end.
fn may_write_late(error: &Error) -> bool {
    let Error::Batch(batch) = error else {
        return !error.is_without_effect();
    };
    let is_late = |error: &Error| !error.is_without_effect();
    let stopped = batch.stopped.as_ref();
    batch.failed.iter().any(|row| is_late(&row.error))
        || stopped.is_some_and(|stopped| {
            !stopped.unknown.is_empty() || stopped.error.as_ref().is_some_and(is_late)
        })
}

/// Checks that a table can keep old and new cells together.
fn keeps_generations(schema: &TableSchema) -> Result<(), Error> {
    if schema.has_counters() {
        let about = CallContext::table(CALL, &schema.table.name);
        return Err(about.request(
            "found counters in the struct, whose increments would be removed with the old rows: keep them in another table",
        ));
    }
    if schema.version.is_some() {
        let about = CallContext::table(CALL, &schema.table.name);
        return Err(about.request(
            "found a `#[version]`, and a recomputed row has no version that was read: leave it out of the struct",
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

#[cfg(test)]
mod tests {
    use hbase_backend::Error as Cause;
    use hbase_model::TableName;

    use super::*;
    use crate::db::error::{BatchError, FailedRow, Stopped};

    static TABLE: TableName = TableName::from_static("A", "B");

    fn lost() -> Error {
        let cause = Cause::DeadlineExceeded { doing: "x" };
        CallContext::table(CALL, &TABLE).backend(cause)
    }

    fn rejected() -> Error {
        CallContext::table(CALL, &TABLE).request("x")
    }

    fn batch(failed: Vec<Error>, stopped: Option<Stopped>) -> Error {
        let failed = (0..).zip(failed).map(|(index, error)| FailedRow {
            index,
            row: None,
            error,
        });
        Error::from(BatchError {
            call: CALL,
            table: TABLE.clone(),
            written: 0,
            failed: failed.collect(),
            stopped,
        })
    }

    fn stopped(unknown: std::ops::Range<u64>, error: Option<Error>) -> Stopped {
        Stopped {
            unknown,
            not_tried_from: 9,
            error,
            failed_row: None,
        }
    }

    /// The cells of a call whose request may still take effect are not removed by that call.
    #[test]
    fn a_row_may_be_written_late_unless_each_error_excludes_it() {
        for (error, expected) in [
            (lost(), true),
            (rejected(), false),
            (batch(vec![], None), false),
            (batch(vec![rejected(), rejected()], None), false),
            (batch(vec![rejected(), lost()], None), true),
            (batch(vec![], Some(stopped(0..0, None))), false),
            (batch(vec![], Some(stopped(3..4, None))), true),
            (batch(vec![], Some(stopped(0..0, Some(rejected())))), false),
            (batch(vec![], Some(stopped(0..0, Some(lost())))), true),
            (
                batch(vec![rejected()], Some(stopped(3..4, Some(rejected())))),
                true,
            ),
            (
                batch(vec![lost()], Some(stopped(0..0, Some(rejected())))),
                true,
            ),
        ] {
            assert_eq!(may_write_late(&error), expected, "{error}");
        }
    }
}
