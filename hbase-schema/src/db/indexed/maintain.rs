//! Keeps indexes in order: old entries, checks.

use std::time::Duration;

use hbase_index::protocol::IndexState;
use hbase_index::{Findings, IndexError, Lag, Swept, Verification};

use super::indexes::Indexes;
use crate::db::error::Error;
use crate::index::{Index, Indexed};
use crate::table::FixedName;

const CLEAN_UP: &str = "clean_up";

impl<T: Indexed> Indexes<T> {
    /// Compares every row with its entries, and every entry with its row; reports the differences, and repairs them on
    /// request. Writes may continue meanwhile. For each page with entries that no row has, a repair waits as long as a
    /// query may take.
    ///
    /// # Errors
    /// [`Error::Backend`], and those of [`Connection::put`](crate::Connection::put) when it repairs.
    pub async fn verify<F>(
        &self,
        index: Index<T, F>,
        verification: Verification,
    ) -> Result<Findings, Error> {
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        let findings = self.table.verify(&table, verification, timeout).await;
        findings.map_err(|error| Self::about("verify").index(error))
    }

    /// Deletes the entries that no row has and that are older than `min_age`, such as those of programs
    /// that ended before their [`clean_up`](Self::clean_up). It waits for the
    /// [`query_limit`](crate::index::Settings#structfield.query_limit) before each batch of deletions.
    ///
    /// For `min_age`, use twice the [`write_limit`](crate::index::Settings#structfield.write_limit), one minute by default:
    /// the writes that have put younger entries may still be running. With a smaller one, even zero, no entry of a current
    /// row is deleted, but such writes have to retry.
    ///
    /// # Errors
    /// [`Error::Backend`]; it can be retried at any time.
    pub async fn sweep<F>(&self, index: Index<T, F>, min_age: Duration) -> Result<Swept, Error> {
        let (timeout, table) = (self.connection.options.timeout, index.schema().table());
        let swept = self.table.sweep(&table, min_age, timeout).await;
        swept.map_err(|error| Self::about("sweep").index(error))
    }

    /// The state of an index: whether it is being built, readable, or dropped.
    ///
    /// # Errors
    /// [`Error::Backend`], and [`Error::Index`] for an index that another definition has filled.
    pub async fn state<F>(&self, index: Index<T, F>) -> Result<IndexState, Error> {
        let table = index.schema().table();
        let state = self.table.state(&table, self.deadline());
        state
            .await
            .map_err(|error| Self::about("state").index(error))
    }
}

// The bound is on each call, so that its message says what a struct without indexes lacks.
impl<T: FixedName> Indexes<T> {
    /// Deletes the entries of old values after their wait, which is as long as a query may take; returns the number of
    /// writes whose entries it deleted.
    ///
    /// No program has to call it: each write deletes some of the entries that are due, and
    /// [`close`](crate::Connection::close) the others. A program that stops writing and stays open may call it.
    ///
    /// # Errors
    /// [`Error::Backend`]; a later call, or a sweep, deletes the rest.
    pub async fn clean_up(&self) -> Result<usize, Error>
    where
        T: Indexed,
    {
        let deleted = self.table.clean_up(self.deadline()).await;
        deleted.map_err(|error| Self::about(CLEAN_UP).index(error))
    }

    /// Calls [`clean_up`](Self::clean_up) until the future is dropped, for a program that rarely writes: run it in its own
    /// task.
    ///
    /// `tracing` events with the target `hbase_schema` report each round that deletes something (debug), each round
    /// that fails, at least in part (warn), and entries that were left to a sweep because too many were waiting (warn).
    pub async fn run_clean_up(&self)
    where
        T: Indexed,
    {
        let timeout = self.connection.options.timeout;
        let mut left = self.lag().left;
        let report = |round: &Result<usize, IndexError>| {
            let lag = self.lag();
            Self::trace(round, &lag, lag.left - left);
            left = lag.left;
        };
        self.table.run_clean_up(timeout, report).await;
    }

    fn trace(round: &Result<usize, IndexError>, lag: &Lag, left: u64) {
        let table = tracing::field::display(&T::SCHEMA.table.name);
        let (waiting, oldest) = (lag.waiting, lag.oldest);
        match round {
            Ok(0) => {}
            Ok(deleted) => {
                tracing::debug!(target: "hbase_schema", call = CLEAN_UP, table, deleted, waiting, ?oldest, "deleted old entries of indexes");
            }
            Err(error) => {
                tracing::warn!(target: "hbase_schema", call = CLEAN_UP, table, %error, waiting, ?oldest, "deleting old entries of indexes failed");
            }
        }
        if left > 0 {
            let table = tracing::field::display(&T::SCHEMA.table.name);
            tracing::warn!(target: "hbase_schema", call = CLEAN_UP, table, left, waiting, "old entries of indexes are left to a sweep");
        }
    }

    /// The lag of the deletions of old entries; [`Connection::metrics`] has the counts of all
    /// tables.
    ///
    /// [`Connection::metrics`]: crate::Connection::metrics
    pub fn lag(&self) -> Lag
    where
        T: Indexed,
    {
        self.table.lag()
    }
}
