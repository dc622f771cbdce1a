//! Writes of rows with indexes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hbase_backend::{CheckAndMutate, Condition, Deadline, Mutation, Row};
use hbase_index::{Intent, Written};

use super::condition;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, RowFailure};
use crate::schema::TableSchema;

impl Connection {
    /// Writes a row with its entries.
    pub(in crate::db) async fn write_indexed(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        mutation: Mutation,
    ) -> Result<(), Error> {
        let bytes = mutation.cells().as_bytes().len();
        let written = self
            .write_intent(about, schema, Intent::of(mutation))
            .await?;
        if written == Written::Yes {
            self.link.counters.written(1, bytes);
        }
        Ok(())
    }

    /// Writes a row with its entries if a condition on the row holds; returns whether it does.
    pub(in crate::db) async fn write_indexed_if(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        condition: Condition,
        mutation: Mutation,
    ) -> Result<bool, Error> {
        let holds = move |row: Option<&Row>| condition::holds(&condition, row);
        self.write_indexed_where(about, schema, holds, mutation)
            .await
    }

    /// Writes a row with its entries if it has no cell that a put writes; returns whether it has none.
    pub(in crate::db) async fn insert_indexed(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        mutation: Mutation,
    ) -> Result<bool, Error> {
        let is_absent =
            move |row: Option<&Row>| Ok(!row.is_some_and(|row| schema.has_put_cell(row)));
        self.write_indexed_where(about, schema, is_absent, mutation)
            .await
    }

    async fn write_indexed_where(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        holds: impl Fn(Option<&Row>) -> Result<bool, String> + Send + Sync + 'static,
        mutation: Mutation,
    ) -> Result<bool, Error> {
        let bytes = mutation.cells().as_bytes().len();
        let row = mutation.row().to_vec();
        // The decision of the last attempt: a deletion of a missing row writes nothing, although the condition holds.
        let held = Arc::new(AtomicBool::new(false));
        let last = Arc::clone(&held);
        let write = Intent::of(mutation);
        let intent = Intent::mutate(row, move |found| {
            let holds = holds(found)?;
            last.store(holds, Ordering::Relaxed);
            if holds {
                write.mutation(found)
            } else {
                Ok(None)
            }
        });
        let written = self.write_intent(about, schema, intent).await?;
        if written == Written::Yes {
            self.link.counters.written(1, bytes);
        }
        Ok(held.load(Ordering::Relaxed))
    }

    /// Writes a row by a function of its cells.
    pub(in crate::db) async fn write_intent(
        &self,
        about: CallContext<'_>,
        schema: &'static TableSchema,
        intent: Intent,
    ) -> Result<Written, Error> {
        self.link.check_layout(&about, self.options.timeout).await?;
        let deadline = Deadline::after(self.options.timeout);
        let written = self.indexed_table(schema).write(intent, deadline).await;
        written.map_err(|error| about.index(error))
    }

    /// Writes rows with their entries, each if a condition on the row holds; returns for each whether it does.
    pub(in crate::db) async fn write_many_indexed_if(
        &self,
        schema: &'static TableSchema,
        checks: Vec<CheckAndMutate>,
        timeout: Duration,
    ) -> Vec<Result<bool, RowFailure>> {
        let intents = checks.into_iter().map(|check| {
            let write = Intent::of(check.mutation);
            Intent::mutate(write.row().to_vec(), move |found| {
                let holds = condition::holds(&check.condition, found)?;
                if holds {
                    write.mutation(found)
                } else {
                    Ok(None)
                }
            })
        });
        let deadline = Deadline::after(timeout);
        let table = self.indexed_table(schema);
        let written = table.write_many(intents.collect(), deadline).await;
        // A put writes something, unless its condition does not hold.
        let held = |result: Result<Written, _>| result.map(|written| written == Written::Yes);
        let held = written.into_iter().map(held);
        held.map(|held| held.map_err(RowFailure::Index)).collect()
    }

    /// Writes rows with their entries, in the order of the writes of each row; returns one result per row.
    pub(in crate::db) async fn write_many_indexed(
        &self,
        schema: &'static TableSchema,
        mutations: Vec<Mutation>,
        timeout: Duration,
    ) -> Vec<Result<(), RowFailure>> {
        let intents = mutations.into_iter().map(Intent::of).collect();
        let written = self
            .indexed_table(schema)
            .write_many(intents, Deadline::after(timeout))
            .await;
        let failure = |result: Result<Written, _>| result.map(drop).map_err(RowFailure::Index);
        written.into_iter().map(failure).collect()
    }
}
