//! What failed and is tried again: after a pause of its own, which holds up nothing else.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use hbase_backend::{Deadline, Error};

use super::Plan;
use super::part::{Part, Wait};
use super::progress::{Progress, Task};
use crate::clock;
use crate::net::CallFailure;
use crate::retry::{Pause, Pauses, keeps_location};

/// The failed items of one response, by the pauses that their failures require.
pub(super) struct Retries {
    pauses: Pauses,
    items: BTreeMap<Duration, Vec<usize>>,
    /// The first failure's cause.
    cause: Option<String>,
    /// Whether a region is not where it was asked for.
    is_lost: bool,
}

impl Retries {
    pub(super) fn new(pauses: Pauses) -> Self {
        Self {
            pauses,
            items: BTreeMap::new(),
            cause: None,
            is_lost: false,
        }
    }

    /// The length of a pause; `None` where there is no further try, or none within the deadline.
    pub(super) fn length(&self, pause: Pause, deadline: Deadline) -> Option<Duration> {
        self.pauses.length(pause, clock::remaining(deadline))
    }

    /// Notes that an item of the response is done: the tries of the others start over, since each response may have a part
    /// of a request's results.
    pub(super) fn progressed(&mut self) {
        self.pauses = Pauses::default();
    }

    /// Notes that a request has failed.
    pub(super) fn note_failure(&mut self, failure: &CallFailure) {
        self.is_lost |= !keeps_location(failure);
        self.note(failure.cause());
    }

    pub(super) fn note(&mut self, cause: &str) {
        self.cause.get_or_insert_with(|| cause.to_owned());
    }

    /// Adds the items of one region, whose pauses are at most this long: a row's writes stay together, in their order.
    pub(super) fn add(&mut self, length: Duration, items: impl IntoIterator<Item = usize>) {
        self.items.entry(length).or_default().extend(items);
    }
}

impl Plan<'_> {
    /// Waits until items start; an error if their table proves to be disabled.
    pub(super) async fn wait(&self, wait: Wait) -> (Part, Option<Error>) {
        let Wait {
            mut part,
            length,
            is_lost,
        } = wait;
        let until = clock::at_most(self.operation.deadline, length);
        let (client, operation) = (self.client, self.operation);
        if is_lost && let Some(error) = client.table_disabled(operation, &part.pauses, until).await
        {
            return (part, Some(error));
        }
        // Where the deadline is met first, the next try reports it.
        part.pauses.count();
        let length = Pauses::spread(length);
        if !length.is_zero() && length < clock::remaining(self.operation.deadline) {
            clock::sleep(length).await;
        }
        (part, None)
    }
}

impl Plan<'_> {
    /// Adds later writes to the failed items of their rows; returns those whose rows have none.
    fn join_rows(
        &self,
        failed: &mut BTreeMap<Duration, Vec<usize>>,
        deferred: Vec<usize>,
    ) -> Vec<usize> {
        if deferred.is_empty() || failed.is_empty() {
            return deferred;
        }
        let row = |index: usize| self.items[index].row();
        let lengths = failed.iter();
        let lengths =
            lengths.flat_map(|(length, items)| items.iter().map(|it| (row(*it), *length)));
        let lengths: HashMap<&[u8], Duration> = lengths.collect();
        let mut free = Vec::new();
        for index in deferred {
            match lengths.get(row(index)) {
                Some(length) => failed.entry(*length).or_default().push(index),
                None => free.push(index),
            }
        }
        free
    }
}

impl Progress<'_> {
    /// Starts failed items after their pauses, and with them later writes of their rows. Those of other rows start at once.
    pub(super) fn retry(&mut self, retries: Retries, deferred: Vec<usize>) {
        let Retries {
            pauses,
            mut items,
            cause,
            is_lost,
        } = retries;
        let plan = self.plan;
        if let Some(cause) = cause {
            plan.client.note_retry(plan.operation, &cause);
        }
        let free = plan.join_rows(&mut items, deferred);
        if !free.is_empty() {
            let (items, pauses) = (plan.by_row(free), Pauses::default());
            self.start(Part { items, pauses });
        }
        for (length, items) in items {
            let (items, pauses) = (plan.by_row(items), pauses.clone());
            let part = Part { items, pauses };
            self.tasks.push(Task::Wait(Wait {
                part,
                length,
                is_lost,
            }));
        }
    }
}
