//! Writing rows.
//!
//! A machine that slept between the check of the time and the response may have written a row under states that
//! have become invalid; an index that was built meanwhile lacks its entry. The row is then renewed: it gets a
//! new stamp and all entries. Without a response, the row may not have been written yet: the new stamp keeps
//! that write out. If the renewal fails, the client remembers the row, and its next write of the row renews it.
//!
//! Between the two writes, and if the client ends there, queries by that index miss the row; `verify` finds it.
//! Only a condition on two rows could prevent this, and `HBase` has none. In the model, writers may sleep.

use std::time::Duration;

use futures_util::future::join;
use hbase_backend::retry::Pauses;
use hbase_backend::{Deadline, Error};

use crate::domain::Bytes;
use crate::error::{IndexError, Result};
use crate::execute::Executed;
use crate::ids::Ids;
use crate::intent::Intent;
use crate::protocol::{AllRules, Input, Outcome, Request, Response, Write};
use crate::table::IndexedTable;

/// Whether a write changed its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// The row was written.
    Yes,
    /// There was nothing to write.
    Unchanged,
}

/// A row's write, and the last error of its requests.
pub(crate) struct Running {
    pub(crate) intent: Intent,
    pub(crate) write: Write<Bytes>,
    failure: Option<IndexError>,
}

/// The limits of a write.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    /// When the reading of the indexes' states started: the write limit counts from there.
    pub(crate) since: Duration,
    /// The caller's deadline.
    pub(crate) deadline: Deadline,
}

impl Running {
    /// Takes the response to the current request, or the error in its place.
    pub(crate) fn respond(
        mut self,
        domain: &Bytes,
        executed: Result<Executed>,
        input: &Input<Bytes>,
    ) -> Self {
        let response = match executed {
            Ok(executed) => {
                let failure = executed.error.map(IndexError::Backend);
                self.failure = failure.or(self.failure);
                executed.response
            }
            Err(error) => {
                // The machine cannot see whether a request was sent: the error counts as a lost response.
                self.failure = Some(error);
                Response::Lost
            }
        };
        self.write = self.write.respond(domain, response, input);
        self
    }
}

/// A row that was renewed.
enum Renewed {
    Present,
    /// It has no cells.
    Absent,
}

impl Renewed {
    fn of(running: &Running) -> Self {
        match running.write.outcome() {
            Some(Outcome::Renewed { is_absent: true }) => Self::Absent,
            _ => Self::Present,
        }
    }
}

impl IndexedTable {
    /// Writes a row and its entries. Entries of the old values are deleted once the query limit has passed, by
    /// later writes or by [`clean_up`](Self::clean_up). Some of the writes take longer for it, at most a second:
    /// they delete the entries of up to 128 earlier ones in a batch.
    ///
    /// # Errors
    /// [`IndexError::OutcomeUnknown`] if the response was lost and the row does not show the write, and
    /// [`IndexError::WrittenLate`] for a row that was written while the machine slept; after every other
    /// error the row is unchanged. [`IndexError::Conflict`] if other writers came first at each attempt, although there
    /// are pauses between them, [`IndexError::Rejected`] for a mutation that would break the indexes,
    /// [`IndexError::TooSlow`], and [`IndexError::Backend`], such as
    /// [`Unsupported`](hbase_backend::Error::Unsupported) for a backend without conditional mutations.
    pub async fn write(&self, intent: Intent, deadline: Deadline) -> Result<Written> {
        self.check_capabilities()?;
        let (since, running) = self.run_write(intent, deadline).await?;
        let limits = Limits { since, deadline };
        let written = self.finish_in_time(limits, running).await?;
        self.after_writes(1, deadline).await;
        Ok(written)
    }

    /// Carries a write out to its end; returns when the read of its states started.
    async fn run_write(&self, intent: Intent, deadline: Deadline) -> Result<(Duration, Running)> {
        let (since, states) = self.states(deadline).await?;
        let domain = self.domain(states.iter().map(|state| state.is_written()).collect());
        let mut ids = Ids::default();
        let mut running = self.start_write(intent, &domain, &self.next_input(&mut ids));
        let (limits, mut pauses) = (Limits { since, deadline }, Pauses::default());
        while let Some(request) = running.write.request() {
            if running.write.is_disturbed() {
                self.pause(&mut pauses, limits).await;
            }
            let changes = self.write_deadline(&request, since, deadline)?;
            let intent = &running.intent;
            let execute = |request, deadline| self.execute(intent.reading(), request, deadline);
            let Some(concurrent) = running.write.concurrent_request() else {
                let executed = execute(request, changes).await;
                running = running.respond(&domain, executed, &self.next_input(&mut ids));
                continue;
            };
            let both = join(execute(request, changes), execute(concurrent, deadline));
            let (executed, read) = both.await;
            running = running.respond(&domain, executed, &self.next_input(&mut ids));
            running = running.respond(&domain, read, &self.next_input(&mut ids));
        }
        Ok((since, running))
    }

    /// Waits before a further attempt on a row that another writer changed first.
    pub(crate) async fn pause(&self, pauses: &mut Pauses, limits: Limits) {
        let deadline = self.changes_deadline(limits.since, limits.deadline);
        let left = deadline.map_or(Duration::ZERO, Deadline::remaining);
        let until = self.clocks.progress() + pauses.after_conflict(left);
        self.clocks.sleep_until(until).await;
    }

    /// The result of a finished write. If the machine slept and the row was, or may have been, written after its
    /// states had become invalid, the row is renewed: it may lack entries of an index that was built meanwhile.
    pub(crate) async fn finish_in_time(&self, limits: Limits, running: Running) -> Result<Written> {
        if !self.is_late(limits.since, &running) {
            return self.finish(running, limits);
        }
        let (row, may_put) = (running.intent.row().to_vec(), running.intent.may_put());
        let written = self.finish(running, limits);
        // Also if this future is dropped.
        self.unsettled.add(row.clone());
        let renewed = self.renew(row).await;
        let written = written?;
        match renewed? {
            // The stamp of a deleted row may have been removed, and the markers of the deletion hide the row.
            Renewed::Absent if may_put => Err(IndexError::OutcomeUnknown {
                table: self.definition.table.clone(),
                cause: "the machine slept, and the row was deleted meanwhile".to_owned(),
            }),
            _ => Ok(written),
        }
    }

    /// Gives a row a new stamp and all entries, under the current states.
    async fn renew(&self, row: Vec<u8>) -> Result<Renewed> {
        let nothing = Intent::mutate(row, |_| Ok(None));
        for _ in 0..self.settings.attempts.max(1) {
            self.cache_states(None);
            let deadline = Deadline::after(self.settings.write_limit);
            let again = self.run_write(nothing.clone(), deadline).await;
            let (since, running) = again.map_err(|error| self.written_late(&error))?;
            if !self.is_late(since, &running) {
                let renewed = Renewed::of(&running);
                let limits = Limits { since, deadline };
                let written = self.finish(running, limits);
                return written
                    .map(|_| renewed)
                    .map_err(|error| self.written_late(&error));
            }
        }
        Err(self.written_late(&"so was each further attempt"))
    }

    pub(crate) fn is_late(&self, since: Duration, running: &Running) -> bool {
        let spent = self.clocks.moment().saturating_sub(since);
        let is_late = spent > self.settings.write_limit;
        let outcome = running.write.outcome();
        outcome.is_some_and(|outcome| outcome.needs_renewal(AllRules, is_late))
    }

    fn written_late(&self, why: &dyn std::fmt::Display) -> IndexError {
        IndexError::WrittenLate {
            table: self.definition.table.clone(),
            limit: self.settings.write_limit,
            cause: why.to_string(),
        }
    }

    pub(crate) fn start_write(
        &self,
        intent: Intent,
        domain: &Bytes,
        input: &Input<Bytes>,
    ) -> Running {
        let retries = self.settings.attempts.saturating_sub(1);
        let intent = intent.starting(input.now);
        let write = if self.new_rows.are_certain() {
            Write::of_new_row
        } else {
            Write::ahead
        };
        let write = write(intent.clone(), retries, domain, input);
        Running {
            write: if self.unsettled.contains(intent.row()) {
                write.renewing()
            } else {
                write
            },
            intent,
            failure: None,
        }
    }

    /// The deadline of a request. A change must end while the states are still valid.
    fn write_deadline(
        &self,
        request: &Request<Bytes>,
        since: Duration,
        deadline: Deadline,
    ) -> Result<Deadline> {
        // A read changes nothing, so it may be late. After a lost response it shows whether the row was
        // written.
        if matches!(request, Request::ReadRow) {
            return Ok(deadline);
        }
        self.changes_deadline(since, deadline)
    }

    /// The deadline of changes.
    pub(crate) fn changes_deadline(&self, since: Duration, deadline: Deadline) -> Result<Deadline> {
        let limit = self.settings.write_limit;
        let spent = self.clocks.moment().saturating_sub(since);
        if let Some(rest) = limit.checked_sub(spent) {
            return Ok(deadline.min(Deadline::after(rest)));
        }
        self.cache_states(None);
        let cause = "its next request was not sent".to_owned();
        Err(self.too_slow(spent, cause))
    }

    fn too_slow(&self, took: Duration, cause: String) -> IndexError {
        IndexError::TooSlow {
            doing: format!("writing a row of {}", self.definition.table),
            cause,
            took,
            limit: self.settings.write_limit,
        }
    }

    /// The error of a write whose last request had no answer, if that had to come sooner than the caller's deadline:
    /// it names the write limit.
    fn of_limit(&self, error: IndexError, limits: Limits) -> IndexError {
        let IndexError::Backend(Error::DeadlineExceeded { doing }) = error else {
            return error;
        };
        let took = self.clocks.moment().saturating_sub(limits.since);
        let rest = self.settings.write_limit.saturating_sub(took);
        if limits.deadline.remaining() <= rest {
            return error;
        }
        let cause = format!("no answer within its share of that limit: {doing}");
        self.too_slow(took, cause)
    }

    pub(crate) fn finish(&self, running: Running, limits: Limits) -> Result<Written> {
        let Running {
            write,
            failure,
            intent,
        } = running;
        let failure = failure.map(|error| self.of_limit(error, limits));
        let table = || self.definition.table.clone();
        let outcome = write.outcome().cloned().unwrap_or(Outcome::Unknown);
        match outcome {
            Outcome::Written => {
                if let Some(cleanup) = write.into_cleanup() {
                    self.queue.push(cleanup);
                }
                self.unsettled.settle(intent.row());
                Ok(Written::Yes)
            }
            Outcome::Unchanged | Outcome::Renewed { .. } => {
                self.unsettled.settle(intent.row());
                Ok(Written::Unchanged)
            }
            Outcome::Conflict => Err(IndexError::Conflict {
                table: table(),
                attempts: self.settings.attempts.into(),
            }),
            Outcome::NotWritten => {
                // An index that was dropped meanwhile has no table.
                self.cache_states(None);
                let unknown = || IndexError::Backend(Error::invalid("a write without a response"));
                Err(failure.unwrap_or_else(unknown))
            }
            Outcome::Unknown => Err(IndexError::OutcomeUnknown {
                table: table(),
                cause: failure.map_or_else(String::new, lost_by),
            }),
            Outcome::Rejected(why) => Err(IndexError::Rejected {
                table: table(),
                why,
            }),
            Outcome::LastTimestamp => Err(IndexError::Rejected {
                table: table(),
                why: "its newest cell has the last possible timestamp: delete that cell".to_owned(),
            }),
        }
    }
}

/// Why a response was lost.
fn lost_by(failure: IndexError) -> String {
    match failure {
        IndexError::TooSlow {
            cause, took, limit, ..
        } => format!(
            "{cause}, {} ms after the states of the indexes were read, and the `write_limit` is {} ms",
            took.as_millis(),
            limit.as_millis()
        ),
        other => other.to_string(),
    }
}
