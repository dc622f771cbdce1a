//! The acknowledged operations, and the checks afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use hbase_backend::{Backend, Error, Get};
use hbase_model::TableName;
use hbase_schema_cluster_tests::soon;

use crate::{COUNTERS, Outcome, keys};

/// The outcomes of the work.
#[derive(Debug, Default)]
pub(crate) struct Record(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    written: BTreeSet<String>,
    /// Increments by counter: acknowledged, and those whose outcome is unknown.
    added: BTreeMap<usize, (i64, i64)>,
    calls: BTreeMap<&'static str, usize>,
    errors: BTreeMap<String, usize>,
    violations: Vec<String>,
}

impl Record {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn written(&self, rows: impl IntoIterator<Item = String>) {
        self.seen().written.extend(rows);
    }

    /// The rows that every scan that starts now returns.
    pub(crate) fn snapshot(&self) -> BTreeSet<String> {
        self.seen().written.clone()
    }

    pub(crate) fn succeeded(&self, call: &'static str) {
        *self.seen().calls.entry(call).or_default() += 1;
    }

    pub(crate) fn added(&self, counter: usize, outcome: &hbase_backend::Result<()>) {
        let mut seen = self.seen();
        let (known, unknown) = seen.added.entry(counter).or_default();
        match outcome {
            Ok(()) => *known += 1,
            Err(error) if error.is_without_effect() => {}
            Err(_) => *unknown += 1,
        }
    }

    /// Notes an error; one that no disturbance explains is a violation.
    pub(crate) fn failed(&self, call: &'static str, error: &Error) {
        let is_explained = match error {
            Error::Io { .. }
            | Error::NotSent { .. }
            | Error::DeadlineExceeded { .. }
            | Error::Server { .. }
            | Error::Rejected { .. } => true,
            Error::Backend { what, .. } => what.contains("no server within the deadline"),
            _ => false,
        };
        let kind = match error {
            Error::Server { class, .. } | Error::Rejected { class, .. } => {
                class.rsplit('.').next().unwrap_or(class).to_owned()
            }
            Error::Io { .. } => "Io".to_owned(),
            Error::NotSent { .. } => "NotSent".to_owned(),
            Error::DeadlineExceeded { .. } => "DeadlineExceeded".to_owned(),
            other => other.to_string(),
        };
        *self
            .seen()
            .errors
            .entry(format!("{call}: {kind}"))
            .or_default() += 1;
        if !is_explained {
            self.violated(format!("{call}: {error}"));
        }
    }

    pub(crate) fn violated(&self, what: String) {
        println!("VIOLATION {what}");
        self.seen().violations.push(what);
    }

    /// Checks that no call has broken a rule, and that each kind of call has succeeded.
    pub(crate) fn verify_calls(&self) -> Outcome {
        let seen = self.seen();
        if let Some(first) = seen.violations.first() {
            return Err(format!("{} violations, first: {first}", seen.violations.len()).into());
        }
        for call in ["put", "batch", "scan", "unordered scan", "increment"] {
            if !seen.calls.contains_key(call) {
                return Err(format!("no {call} has succeeded").into());
            }
        }
        Ok(())
    }

    /// Checks that every acknowledged row exists.
    pub(crate) async fn verify_rows(&self, client: &dyn Backend, table: &TableName) -> Outcome {
        let found = keys(client, table).await?;
        let is_ordered = found.is_sorted_by(|a, b| a < b);
        let found: BTreeSet<_> = found.into_iter().collect();
        let expected = self.snapshot();
        let lost: Vec<_> = expected.difference(&found).collect();
        println!(
            "{}: {} rows, {} of them acknowledged",
            client.name(),
            found.len(),
            expected.len()
        );
        if !lost.is_empty() || !is_ordered {
            let first = &lost[..lost.len().min(5)];
            return Err(format!(
                "{}: {} rows lost: {first:?}; ordered: {is_ordered}",
                client.name(),
                lost.len()
            )
            .into());
        }
        Ok(())
    }

    /// Checks that each counter has all acknowledged increments, and at most those that may have been applied.
    pub(crate) async fn verify_counters(&self, client: &dyn Backend, table: &TableName) -> Outcome {
        for counter in 0..COUNTERS {
            let row = client
                .get(table, &Get::new(counter_row(counter)), soon())
                .await?;
            let value = row.as_ref().and_then(|row| row.value(b"f", b"n"));
            let value = value.map_or(0, |value| {
                i64::from_be_bytes(value.try_into().unwrap_or_default())
            });
            let (known, unknown) = self.seen().added.get(&counter).copied().unwrap_or_default();
            if value < known || value > known + unknown {
                return Err(format!(
                    "counter {counter} is {value}, expected {known} to {}",
                    known + unknown
                )
                .into());
            }
        }
        Ok(())
    }
}

/// Spread over the regions.
pub(crate) fn counter_row(counter: usize) -> String {
    format!("{:02x}", counter * 256 / COUNTERS)
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seen = self.seen();
        let sums = seen.added.values().fold((0, 0), |sum, (known, unknown)| {
            (sum.0 + known, sum.1 + unknown)
        });
        write!(
            f,
            "{:?} succeeded, {} rows acknowledged, {} increments and {} of unknown outcome; errors {:?}",
            seen.calls,
            seen.written.len(),
            sums.0,
            sums.1,
            seen.errors
        )
    }
}
