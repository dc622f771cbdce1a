//! Sends mutations.

use std::time::Duration;

use hbase_backend::{CheckAndMutate, Condition, Mutation};

use super::versioned::Versioned;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error, RowFailure};
use crate::db::target::table_ref::TableRef;

impl Connection {
    /// Writes one row.
    pub(in crate::db) async fn write(
        &self,
        call: &'static str,
        table: &TableRef,
        mut mutation: Mutation,
    ) -> Result<(), Error> {
        self.options.apply(&mut mutation);
        let row = mutation.row().to_vec();
        let about = CallContext::table(call, table).row(&row);
        if let Some(to) = Versioned::of(table) {
            return Box::pin(self.write_versioned(about, to, mutation)).await;
        }
        self.send(about, table, mutation).await
    }

    /// Writes one row, whatever version it has.
    pub(in crate::db) async fn send(
        &self,
        about: CallContext<'_>,
        table: &TableRef,
        mutation: Mutation,
    ) -> Result<(), Error> {
        let bytes = mutation.cells().as_bytes().len();
        let about = about.writing(1, bytes);
        #[cfg(feature = "index")]
        if let Some(schema) = table.indexed() {
            return Box::pin(self.write_indexed(about, schema, mutation)).await;
        }
        let written = self.call(about, |backend, deadline| async move {
            backend.mutate(table, mutation, deadline).await
        });
        written.await?;
        self.link.counters.written(1, bytes);
        Ok(())
    }

    /// Writes a row if a condition on it holds; returns whether it does.
    pub(in crate::db) async fn write_if(
        &self,
        about: CallContext<'_>,
        table: &TableRef,
        condition: Condition,
        mut mutation: Mutation,
    ) -> Result<bool, Error> {
        self.has_no_ttl(about, table)?;
        self.options.apply(&mut mutation);
        #[cfg(feature = "index")]
        if let Some(schema) = table.indexed() {
            return Box::pin(self.write_indexed_if(about, schema, condition, mutation)).await;
        }
        let bytes = mutation.cells().as_bytes().len();
        let check = CheckAndMutate::new(condition, mutation);
        let about = about.writing(1, bytes);
        let held = self.call(about, |backend, deadline| async move {
            backend.check_and_mutate(table, check, deadline).await
        });
        let held = held.await?;
        if held {
            self.link.counters.written(1, bytes);
        }
        Ok(held)
    }

    /// Writes the rows that one key may have.
    pub(in crate::db) async fn write_all(
        &self,
        call: &'static str,
        table: &TableRef,
        mut mutations: Vec<Mutation>,
    ) -> Result<(), Error> {
        if mutations.len() < 2 {
            return match mutations.pop() {
                Some(only) => self.write(call, table, only).await,
                None => Ok(()),
            };
        }
        let mut bytes = 0;
        let mut rows = Vec::new();
        for mutation in &mut mutations {
            self.options.apply(mutation);
            bytes += mutation.cells().as_bytes().len();
            rows.push(mutation.row().to_vec());
        }
        let about = CallContext::table(call, table).writing(rows.len(), bytes);
        let answers = self.write_rows(about, table, mutations, self.options.timeout);
        for (answer, row) in answers.await?.into_iter().zip(&rows) {
            answer.map_err(|error| about.row(row).row_failure(error))?;
        }
        self.link.counters.written(rows.len(), bytes);
        Ok(())
    }

    /// Writes rows together; returns one result per row.
    pub(in crate::db) async fn write_rows(
        &self,
        about: CallContext<'_>,
        table: &TableRef,
        mutations: Vec<Mutation>,
        timeout: Duration,
    ) -> Result<Vec<Result<(), RowFailure>>, Error> {
        if let Some(to) = Versioned::of(table)
            && !mutations.iter().all(Versioned::is_free)
        {
            let written = self.write_rows_versioned(about, to, mutations, timeout);
            return Box::pin(written).await;
        }
        #[cfg(feature = "index")]
        if let Some(schema) = table.indexed() {
            self.link.check_layout(&about, timeout).await?;
            return Ok(Box::pin(self.write_many_indexed(schema, mutations, timeout)).await);
        }
        let answers = self
            .link
            .call_rows(about, timeout, |backend, deadline| async move {
                backend.mutate_many(table, mutations, deadline).await
            });
        let answers = answers.await?.into_iter();
        Ok(answers
            .map(|answer| answer.map_err(RowFailure::Backend))
            .collect())
    }
}
