//! Sends one batch, and retries it.

use std::time::Duration;

use hbase_model::{Backend, Deadline, Mutation, TableName};

/// The attempts to write a batch, and the pause after the first one, which doubles.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

/// Writes a batch. A second attempt writes the same cells at the same timestamps, so that it changes nothing that the
/// first one has written.
pub(super) async fn write(
    backend: &dyn Backend,
    table: &TableName,
    mut mutations: Vec<Mutation>,
    timeout: Duration,
) -> Result<(), hbase_model::Error> {
    let mut pause = PAUSE;
    for attempt in 1.. {
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
        if attempt == ATTEMPTS || !may_pass(&error) {
            return Err(error);
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
    Ok(())
}

/// The error of a backend that does not report on each row.
fn of_results(backend: &'static str, found: usize, expected: usize) -> hbase_model::Error {
    hbase_model::Error::Backend {
        backend,
        what: format!("found {found} results of a batch, expected {expected}, one for each row"),
    }
}

/// Whether a write that failed so may succeed later.
pub(super) fn may_pass(error: &hbase_model::Error) -> bool {
    use hbase_model::Error as Cause;
    matches!(
        error,
        Cause::DeadlineExceeded { .. }
            | Cause::Io { .. }
            | Cause::NotSent { .. }
            | Cause::Server { .. }
            | Cause::Backend { .. }
    )
}
