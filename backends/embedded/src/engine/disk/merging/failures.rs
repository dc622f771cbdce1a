//! Merges that failed, and when they are retried.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use hbase_backend::{Error, Result};

use crate::engine::KeyspaceId;

/// Pause before a failed merge is retried; it doubles with each failure.
#[cfg(not(test))]
const PAUSE: Duration = Duration::from_secs(5);
#[cfg(test)]
const PAUSE: Duration = Duration::from_millis(50);

/// Maximum number of doublings of the pause: to an hour and a half.
const MOST_DOUBLINGS: u32 = 10;

/// The keyspaces whose last merge failed.
#[derive(Default)]
pub(in super::super) struct Failures(HashMap<KeyspaceId, Failure>);

/// A merge that failed.
struct Failure {
    error: Error,
    times: u32,
    when: Instant,
    /// `None` if it cannot succeed until the store is opened again.
    retry: Option<Instant>,
}

impl Failures {
    pub(in super::super) fn note_success(&mut self, id: KeyspaceId) {
        if !self.is_final(id) {
            self.0.remove(&id);
        }
    }

    pub(in super::super) fn note(&mut self, id: KeyspaceId, error: Error) {
        if self.is_final(id) {
            return;
        }
        let (times, when) = (self.0.get(&id).map_or(0, |last| last.times), Instant::now());
        let failure = Failure {
            error,
            times: times.saturating_add(1),
            when,
            retry: Some(when + PAUSE * (1 << times.min(MOST_DOUBLINGS))),
        };
        self.0.insert(id, failure);
    }

    /// Records a failure after which no merge of the keyspace can succeed.
    pub(super) fn note_final(&mut self, id: KeyspaceId, error: Error) {
        let failure = Failure {
            error,
            times: 1,
            when: Instant::now(),
            retry: None,
        };
        self.0.insert(id, failure);
    }

    /// Forgets the keyspaces that do not exist.
    pub(super) fn retain(&mut self, exists: impl Fn(KeyspaceId) -> bool) {
        self.0.retain(|id, _| exists(*id));
    }

    /// Whether no merge of the keyspace can succeed.
    pub(super) fn is_final(&self, id: KeyspaceId) -> bool {
        let failure = self.0.get(&id);
        failure.is_some_and(|failure| failure.retry.is_none())
    }

    /// Whether the keyspace may be merged now.
    pub(super) fn may_try(&self, id: KeyspaceId) -> bool {
        let is_due = |failure: &Failure| failure.retry.is_some_and(|at| at <= Instant::now());
        self.0.get(&id).is_none_or(is_due)
    }

    /// Fails if no merge of the keyspace can succeed.
    pub(super) fn check(&self, id: KeyspaceId) -> Result<()> {
        if self.is_final(id) {
            return self.last(id).map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// Why the keyspace's last merge failed.
    pub(in super::super) fn last(&self, id: KeyspaceId) -> Option<Error> {
        self.0.get(&id).map(|failure| failure.error.clone())
    }

    /// Shortens the pause, because a writer waits.
    pub(in super::super) fn shorten_pause(&mut self, id: KeyspaceId) {
        if let Some(failure) = self.0.get_mut(&id)
            && let Some(retry) = &mut failure.retry
        {
            *retry = (*retry).min(failure.when + PAUSE);
        }
    }

    /// The time until the first retry of the keyspaces that `is_due` selects.
    pub(super) fn until_retry(&self, is_due: impl Fn(KeyspaceId) -> bool) -> Option<Duration> {
        let due = self.0.iter().filter(|(id, _)| is_due(**id));
        let next = due.filter_map(|(_, failure)| failure.retry).min()?;
        Some(next.saturating_duration_since(Instant::now()))
    }
}
