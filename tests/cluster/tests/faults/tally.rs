//! The outcomes of calls, and their verification.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::time::Duration;

use hbase_schema::Error;
use hbase_schema::db::BatchError;
use hbase_schema::model::Error as ModelError;
use hbase_schema_cluster_tests::{Cluster, connect, patient};
use hbase_schema_thrift::Options;

use crate::Outcome;
use crate::tables::{CounterKey, Written};

/// How long after its deadline a call may end on a busy machine.
pub(crate) const SLACK: Duration = Duration::from_secs(1);

/// The outcomes of calls.
#[derive(Debug)]
pub(crate) struct Tally {
    run: u64,
    timeout: Duration,
    /// Numbers of rows that were acknowledged.
    pub(crate) written: Vec<u32>,
    /// Numbers of rows whose writes may have taken effect.
    perhaps_written: BTreeSet<u32>,
    pub(crate) counted: i64,
    pub(crate) perhaps_counted: i64,
    pub(crate) gets: u64,
    /// Scans that were completed.
    pub(crate) scans: u64,
    /// The longest duration of each call.
    longest: BTreeMap<&'static str, Duration>,
    /// Errors by their kind, with an example of each.
    errors: BTreeMap<&'static str, (u64, String)>,
    /// Violations.
    pub(crate) wrong: Vec<String>,
}

/// The kinds of errors that a failure may cause.
#[derive(Clone, Copy)]
pub(crate) struct Expected(&'static [&'static str]);

impl Expected {
    /// A connection is lost; if no other can be opened, the deadline passes.
    pub(crate) const CONNECTION: Self = Self(&["connection", "deadline"]);
    /// The gateway waits for the servers, or throws an exception.
    pub(crate) const SERVER: Self = Self(&["connection", "deadline", "server"]);
    /// The deadline passes.
    pub(crate) const TIME: Self = Self(&["deadline"]);
}

impl Tally {
    pub(crate) fn new(run: u64, timeout: Duration) -> Self {
        Self {
            run,
            timeout,
            written: Vec::new(),
            perhaps_written: BTreeSet::new(),
            counted: 0,
            perhaps_counted: 0,
            gets: 0,
            scans: 0,
            longest: BTreeMap::new(),
            errors: BTreeMap::new(),
            wrong: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.written.extend(other.written);
        self.perhaps_written.extend(other.perhaps_written);
        self.counted += other.counted;
        self.perhaps_counted += other.perhaps_counted;
        self.gets += other.gets;
        self.scans += other.scans;
        for (call, took) in other.longest {
            self.took(call, took);
        }
        for (kind, (count, one)) in other.errors {
            self.errors.entry(kind).or_insert((0, one)).0 += count;
        }
        self.wrong.extend(other.wrong);
    }

    pub(crate) fn took(&mut self, call: &'static str, took: Duration) {
        let longest = self.longest.entry(call).or_default();
        *longest = took.max(*longest);
    }

    pub(crate) fn error(&mut self, error: &Error) {
        let kind = match error.as_backend() {
            Some(ModelError::Io { .. } | ModelError::NotSent { .. }) => "connection",
            Some(ModelError::DeadlineExceeded { .. }) => "deadline",
            // The backend must replace a lost scanner.
            Some(ModelError::Server { message, .. }) if message.contains("scanner ID") => "scanner",
            Some(ModelError::Server { .. } | ModelError::Rejected { .. }) => "server",
            _ => "other",
        };
        let entry = self.errors.entry(kind);
        entry.or_insert_with(|| (0, error.to_string())).0 += 1;
    }

    /// Rows without an acknowledgement.
    pub(crate) fn unsure(&mut self, ids: RangeInclusive<u32>, error: &Error) {
        self.perhaps_written.extend(ids);
        self.error(error);
    }

    /// Rows of a batch that was acknowledged in part.
    pub(crate) fn partly(&mut self, ids: &[u32], error: &BatchError) {
        let failed: BTreeSet<u64> = error.failed.iter().map(|row| row.index).collect();
        let (unknown, tried) = match &error.stopped {
            Some(stopped) => (stopped.unknown.clone(), stopped.not_tried_from),
            None => (0..0, u64::MAX),
        };
        for (index, id) in (0..).zip(ids) {
            if failed.contains(&index) || unknown.contains(&index) {
                self.perhaps_written.insert(*id);
            } else if index < tried {
                self.written.push(*id);
            }
        }
        let stopped = error
            .stopped
            .iter()
            .filter_map(|stopped| stopped.error.as_ref());
        for error in stopped.chain(error.failed.iter().map(|row| &row.error)) {
            self.error(error);
        }
    }

    /// Verifies the calls by themselves.
    pub(crate) fn verify_calls(&self, expected: Expected) -> Outcome {
        println!(
            "{} rows written, {} perhaps; {} counted, {} perhaps; {} gets, {} scans; {:?}; {:?}",
            self.written.len(),
            self.perhaps_written.len(),
            self.counted,
            self.perhaps_counted,
            self.gets,
            self.scans,
            self.longest,
            self.errors
        );
        let mut wrong = self.wrong.clone();
        for (call, took) in &self.longest {
            if *took > self.timeout + SLACK {
                wrong.push(format!(
                    "{call} took {took:?}, {:?} were given",
                    self.timeout
                ));
            }
        }
        for (kind, (count, one)) in &self.errors {
            if !expected.0.contains(kind) {
                wrong.push(format!(
                    "{count} errors of the kind `{kind}`, among them: {one}"
                ));
            }
        }
        // Otherwise nothing was tested.
        let idle =
            self.written.is_empty() || self.counted == 0 || self.gets == 0 || self.scans == 0;
        if idle || self.errors.is_empty() {
            wrong.push("no call of some kind succeeded, or none failed".to_owned());
        }
        refuse(&wrong)
    }

    /// Verifies that the tables hold what was acknowledged.
    pub(crate) async fn compare(&self, cluster: &Cluster) -> Outcome {
        let db = connect(&cluster.thrift, patient(), &Options::default())?;
        let rows = db
            .scan(Written::scan().writer(self.run))
            .rows()
            .collect()
            .await?;
        let found: BTreeSet<u32> = rows.iter().map(|row| row.id).collect();
        let mut wrong = Vec::new();
        let changed = rows
            .iter()
            .filter(|row| **row != Written::new(self.run, row.id));
        wrong.extend(changed.map(|row| format!("{row:?} was not written like this")));
        let lost = self.written.iter().filter(|id| !found.contains(*id));
        wrong.extend(lost.map(|id| format!("row {id} was acknowledged, and is lost")));
        let known: BTreeSet<u32> = self.written.iter().copied().collect();
        let odd = found
            .iter()
            .filter(|id| !known.contains(id) && !self.perhaps_written.contains(id));
        wrong.extend(odd.map(|id| format!("row {id} was never tried, and is there")));

        let name = self.run.to_string();
        let counter = db.get(&CounterKey { name }).await?;
        let count = counter.map_or(0, |counter| counter.count);
        let most = self.counted + self.perhaps_counted;
        if !(self.counted..=most).contains(&count) {
            wrong.push(format!(
                "counted {count}, expected {} to {most}",
                self.counted
            ));
        }
        refuse(&wrong)
    }
}

fn refuse(wrong: &[String]) -> Outcome {
    if wrong.is_empty() {
        return Ok(());
    }
    let most = wrong.len().min(20);
    Err(format!("{} wrong:\n{}", wrong.len(), wrong[..most].join("\n")).into())
}
