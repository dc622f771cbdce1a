//! Sends mutations.

use hbase_model::{Mutation, TableName};

use super::connection::Connection;
use super::error::{CallContext, Error};

impl Connection {
    /// Writes one row.
    pub(super) async fn write(
        &self,
        about: CallContext<'_>,
        name: &'static TableName,
        mut mutation: Mutation,
    ) -> Result<(), Error> {
        self.options.apply(&mut mutation);
        let row = mutation.row().to_vec();
        let bytes = mutation.cells().as_bytes().len();
        let written = self.link.call(
            about.row(&row).writing(1, bytes),
            self.options.timeout,
            |backend, deadline| async move { backend.mutate(name, mutation, deadline).await },
        );
        written.await?;
        self.link.counters.written(1, bytes);
        Ok(())
    }

    /// Writes the rows that one key may have.
    pub(super) async fn write_all(
        &self,
        about: CallContext<'_>,
        name: &'static TableName,
        mut mutations: Vec<Mutation>,
    ) -> Result<(), Error> {
        if mutations.len() < 2 {
            return match mutations.pop() {
                Some(only) => self.write(about, name, only).await,
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
        let about = about.writing(rows.len(), bytes);
        let timeout = self.options.timeout;
        let answers = self
            .link
            .call(about, timeout, |backend, deadline| async move {
                backend.mutate_many(name, mutations, deadline).await
            });
        for (answer, row) in answers.await?.into_iter().zip(&rows) {
            answer.map_err(|error| about.row(row).backend(error))?;
        }
        self.link.counters.written(rows.len(), bytes);
        Ok(())
    }
}
