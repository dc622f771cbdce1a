//! The turn to write the rows of a table as a whole: one generation is written at a time.
//!
//! A compaction keeps the newest versions of a cell. Besides the current generation, only one other may therefore have
//! cells, however many calls overlap:
//!
//! - A call begins by making its generation the pending one, which takes the turn from others.
//! - It writes once all others have ended. One that finds that it has lost the turn removes its own
//!   cells, and ends.
//! - If a call does not end, such as that of a program that was killed, the next one waits for it: a
//!   call that writes has seen within [`FRESH`] that it has the turn, and each of its requests ends by
//!   its timeout. It stores the sum as its patience when it begins. After that time the next call
//!   removes its cells.
//! - A call with a request that may still take effect does not end: the next one waits for it as well.
//! - A call that empties a table, or recreates it, takes the turn first.
//! - A generation that ended is remembered. Its number is not used again, since delete markers of
//!   that time exist; and a reader that has read all cells sees that another one has begun.
//!
//! The pending generation in the table `HSCHEMA:GENERATION` has the turn. A call that has lost it notices within about
//! a second. A call that cannot remove its cells is limited by time: it checks the turn at most a second and a timeout
//! before each request, because a request waits for at most one other and has a timeout itself. It therefore writes
//! nothing after its patience. If two other generations had cells, a compaction could drop the current ones.

use std::time::{Duration, Instant};

use hbase_backend::{Mutation, ReadOptions, Scan, TimeRange};
use hbase_model::TableName;

use super::generation::Generations;
use super::pointers::{MOST_PATIENCE, pointer_table};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, ErrorKind};
use crate::db::target::table_ref::TableRef;
use crate::schema::TableSchema;
use crate::time::Timestamp;

/// The number of rows that the removal of cells reads at once.
const REMOVED_AT_ONCE: u32 = 1000;

/// The maximum age of the last check of the turn when a request is made.
const FRESH: Duration = Duration::from_secs(1);

/// Pause between two checks whether others have ended.
const NAP: Duration = Duration::from_millis(100);

/// How often a change is tried, because other calls may come first.
const TRIES: usize = 20;

/// The cells of a row to remove.
#[derive(Clone, Copy)]
pub(in crate::db) enum Removal {
    /// Those up to this timestamp.
    UpTo(i64),
    /// Those of one generation.
    Only(i64),
}

/// A table whose rows are written as a whole.
#[derive(Clone, Copy)]
pub(in crate::db) struct Place<'c> {
    pub(in crate::db) connection: &'c Connection,
    pub(in crate::db) call: &'static str,
    pub(in crate::db) schema: &'static TableSchema,
    pub(in crate::db) table: &'c TableRef,
}

/// The turn, which another call may take.
pub(in crate::db) struct Turn<'c> {
    place: Place<'c>,
    pub(in crate::db) generation: i64,
    /// The generations as last seen; this call's generation is the pending one.
    pub(in crate::db) generations: Generations,
    seen: Instant,
}

impl<'c> Place<'c> {
    fn timeout(&self) -> Duration {
        self.connection.options.timeout
    }

    /// The check of the turn takes a timeout at most. A request then waits for one before it, and has its own timeout.
    fn patience(&self) -> Duration {
        let timeout = self.timeout();
        let patience = timeout.saturating_mul(3).saturating_add(FRESH.min(timeout));
        // A timeout may be longer than any clock.
        patience.min(Duration::from_millis(MOST_PATIENCE.unsigned_abs()))
    }

    fn patience_ms(&self) -> i64 {
        i64::try_from(self.patience().as_millis()).unwrap_or(MOST_PATIENCE)
    }

    fn about(&self) -> CallContext<'c> {
        let table: &'c TableName = self.table;
        CallContext::table(self.call, table)
    }

    pub(in crate::db) async fn generations(&self) -> Result<Generations, Error> {
        let link = &self.connection.link;
        link.generations(self.call, self.timeout(), self.table)
            .await
    }

    /// Takes the turn; `None` if `from` is given and the generations have changed since.
    pub(in crate::db) async fn take_turn(
        self,
        from: Option<&Generations>,
    ) -> Result<Option<Turn<'c>>, Error> {
        self.create_pointers().await?;
        for _ in 0..TRIES {
            let before = self.generations().await?;
            // A call that removes its old rows releases the kept generation. That is no new recomputation.
            if from.is_some_and(|from| *from != before && from.clone().released() != before) {
                return Ok(None);
            }
            let generation = before.next(Timestamp::now().as_millis());
            let begun = before.begun(generation, self.patience_ms());
            // Before the request: the turn may be lost right after the server has carried it out.
            let seen = Instant::now();
            if self.replace(&before, &begun).await? {
                return Ok(Some(Turn {
                    place: self,
                    generation,
                    generations: begun,
                    seen,
                }));
            }
        }
        Err(self.interrupted())
    }

    /// Forgets these generations of a table that was recreated, unless they have changed since.
    pub(in crate::db) async fn forget(self, before: &Generations) -> Result<(), Error> {
        let Some(mut turn) = self.take_turn(Some(before)).await? else {
            return Ok(());
        };
        // A call that takes the turn in the meantime also waits for the others.
        let _ = turn.wait_alone().await;
        turn.forget().await
    }

    /// Creates the table of the pointers, if no earlier build has created it.
    async fn create_pointers(&self) -> Result<(), Error> {
        // First, because this rejects the table of an earlier build, which is only looked up while the new
        // one is missing.
        self.generations().await?;
        let created = self
            .connection
            .create_described(self.call, &pointer_table())
            .await;
        match created {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Returns whether the generations were still `from`.
    pub(in crate::db) async fn replace(
        &self,
        from: &Generations,
        to: &Generations,
    ) -> Result<bool, Error> {
        let link = &self.connection.link;
        link.change_generations(self.call, self.timeout(), self.table, (from, to))
            .await
    }

    #[cold]
    pub(in crate::db) fn interrupted(&self) -> Error {
        self.about().request(
            "another call began to recompute this table meanwhile, or truncated it: these rows are not the current ones",
        )
    }

    #[cold]
    fn others_write(&self, end: Instant) -> Error {
        let left = end.saturating_duration_since(Instant::now());
        self.about().request(format_args!(
            "an earlier call on this table has not ended, and may write for {} s more: call once more after that, or with a longer `operation_timeout`",
            left.as_secs() + 1
        ))
    }

    /// Removes cells of all rows that have any in this time range, batch by batch.
    pub(in crate::db) async fn remove(&self, range: TimeRange, what: Removal) -> Result<(), Error> {
        let about = self.about();
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
        let table: &TableName = self.table;
        let opened = link.read(about, options.timeout, |backend, deadline| async move {
            backend.scan(table, scan.clone(), deadline).await
        });
        let mut scanner = opened.await?;
        loop {
            let pass = link.gate.go_on();
            let _pass = pass.map_err(|error| about.backend(error))?;
            let deadline = hbase_backend::Deadline::after(options.timeout);
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
                .write_all(self.call, self.table, mutations)
                .await?;
        }
    }

    async fn remove_generation(&self, generation: i64) -> Result<(), Error> {
        let range = TimeRange {
            min: generation,
            max: generation + 1,
        };
        match self.remove(range, Removal::Only(generation)).await {
            // A dropped table has no cells.
            Err(error) if error.is_missing_table() => Ok(()),
            removed => removed,
        }
    }

    fn removal_of(&self, row: &[u8], what: Removal) -> hbase_backend::Result<Mutation> {
        let mut mutation = Mutation::new(row);
        match what {
            Removal::UpTo(last) => {
                mutation.delete_row(Some(last));
            }
            Removal::Only(generation) => {
                // Only this version: cells of the current generation, which is older, stay.
                for family in &*self.schema.table.families {
                    mutation.delete_family_version(family.name.as_bytes(), generation)?;
                }
            }
        }
        Ok(mutation)
    }
}

impl Turn<'_> {
    /// Waits until all other calls have ended, and removes the cells of those that do not.
    ///
    /// # Errors
    /// [`Error::Request`] if the turn was taken; [`Error::Backend`].
    pub(in crate::db) async fn wait_alone(&mut self) -> Result<(), Error> {
        let place = self.place;
        let others = Duration::from_millis(self.generations.patience_ms.unsigned_abs());
        let patience = others.max(place.patience());
        let begun = Instant::now();
        let others_end = begun + patience;
        loop {
            self.look().await?;
            if begun.elapsed() > place.connection.options.operation_timeout {
                return Err(place.others_write(others_end));
            }
            let mine = self.generation;
            let Some(other) = self.generations.left().find(|other| *other != mine) else {
                return Ok(());
            };
            if Instant::now() < others_end {
                tokio::time::sleep(NAP.min(patience / 10)).await;
            } else {
                place.remove_generation(other).await?;
                let rest = self.generations.without(other);
                // If another call came first, nothing is replaced, and the next look finds that.
                place.replace(&self.generations, &rest).await?;
            }
        }
    }

    /// Checks that the turn was not taken, unless that was checked just now.
    ///
    /// # Errors
    /// [`Error::Request`] if the turn was taken; [`Error::Backend`].
    pub(in crate::db) async fn check(&mut self) -> Result<(), Error> {
        if self.seen.elapsed() < FRESH.min(self.place.timeout()) / 2 {
            return Ok(());
        }
        self.look().await
    }

    async fn look(&mut self) -> Result<(), Error> {
        let seen = Instant::now();
        let now = self.place.generations().await?;
        if now.pending != Some(self.generation) {
            return Err(self.place.interrupted());
        }
        (self.generations, self.seen) = (now, seen);
        Ok(())
    }

    /// Ends without a result: removes the generation's cells. The caller has no request under way.
    pub(super) async fn give_up(&self) -> Result<(), Error> {
        // The cells first: nobody would remove those of a generation that is no longer listed.
        self.place.remove_generation(self.generation).await?;
        self.leave().await
    }

    /// Ends without having written anything.
    pub(in crate::db) async fn leave(&self) -> Result<(), Error> {
        self.end(Generations::without).await
    }

    /// Ends for a table that is empty now.
    pub(in crate::db) async fn forget(&self) -> Result<(), Error> {
        self.end(Generations::forgotten).await
    }

    async fn end(&self, ended: impl Fn(&Generations, i64) -> Generations) -> Result<(), Error> {
        for _ in 0..TRIES {
            let now = self.place.generations().await?;
            if !now.left().any(|left| left == self.generation) {
                return Err(self.place.interrupted());
            }
            let to = ended(&now, self.generation);
            if self.place.replace(&now, &to).await? {
                return Ok(());
            }
        }
        Err(self.place.interrupted())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use hbase_backend::Backend;
    use hbase_backend::backend::Layer;

    use super::*;

    #[derive(Debug)]
    struct Unused;

    impl Layer for Unused {
        fn inner(&self) -> Arc<dyn Backend> {
            unreachable!("the test sends nothing")
        }

        fn name(&self) -> &'static str {
            "unused"
        }
    }

    #[test]
    fn a_call_may_write_for_three_timeouts_and_as_long_as_it_trusts_its_turn() {
        let table = TableRef::of(crate::stand_in::SCHEMA, None);
        let db = Connection::with_backend(Arc::new(Unused));
        for (timeout, expected) in [
            (Duration::ZERO, 0),
            (Duration::from_millis(500), 2000),
            (Duration::from_secs(1), 4000),
            (Duration::from_secs(30), 91_000),
            (
                Duration::from_millis(MOST_PATIENCE.unsigned_abs()),
                MOST_PATIENCE,
            ),
            (Duration::MAX, MOST_PATIENCE),
        ] {
            let connection = &db.timeout(timeout);
            let place = Place {
                connection,
                call: "recompute",
                schema: crate::stand_in::SCHEMA,
                table: &table,
            };
            assert_eq!(place.patience_ms(), expected, "{timeout:?}");
        }
    }
}
