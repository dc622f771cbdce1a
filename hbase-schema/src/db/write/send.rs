//! Sends mutations.

use hbase_backend::Mutation;

use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
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
        let bytes = mutation.cells().as_bytes().len();
        let about = CallContext::table(call, table);
        let written = self.link.call(
            about.row(&row).writing(1, bytes),
            self.options.timeout,
            |backend, deadline| async move { backend.mutate(table, mutation, deadline).await },
        );
        written.await?;
        self.link.counters.written(1, bytes);
        Ok(())
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
        let timeout = self.options.timeout;
        let answers = self
            .link
            .call_rows(about, timeout, |backend, deadline| async move {
                backend.mutate_many(table, mutations, deadline).await
            });
        for (answer, row) in answers.await?.into_iter().zip(&rows) {
            answer.map_err(|error| about.row(row).backend(error))?;
        }
        self.link.counters.written(rows.len(), bytes);
        Ok(())
    }
}
