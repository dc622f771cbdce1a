//! Sends one batch, and retries it.

use std::time::Duration;

use hbase_backend::retry::Pauses;
use hbase_backend::{Backend, Deadline, Mutation};
use hbase_model::TableName;

use super::retry::pause_after;

/// Writes a batch. A second attempt writes the same cells at the same timestamps, so that it changes nothing that the
/// first one has written.
pub(super) async fn write(
    backend: &dyn Backend,
    table: &TableName,
    mut mutations: Vec<Mutation>,
    timeout: Duration,
) -> Result<(), hbase_backend::Error> {
    let mut pauses = Pauses::default();
    loop {
        let deadline = Deadline::after(timeout);
        let written = backend
            .mutate_many(table, mutations.clone(), deadline)
            .await;
        let error = match written {
            Ok(results) if results.len() != mutations.len() => {
                return Err(of_results(backend.name(), results.len(), mutations.len()));
            }
            Ok(results) => {
                let rows = mutations.into_iter().zip(results);
                let (failed, errors): (Vec<_>, Vec<_>) = rows
                    .filter_map(|(mutation, result)| result.err().map(|error| (mutation, error)))
                    .unzip();
                mutations = failed;
                match errors.into_iter().next() {
                    None => return Ok(()),
                    Some(error) => error,
                }
            }
            Err(error) => error,
        };
        pause_after(&mut pauses, error).await?;
    }
}

/// The error of a backend that does not report on each row.
fn of_results(backend: &'static str, found: usize, expected: usize) -> hbase_backend::Error {
    hbase_backend::Error::Backend {
        backend,
        what: format!("found {found} results of a batch, expected {expected}, one for each row"),
    }
}
