//! The progress of a batch, and the tasks that it starts.

use std::collections::{HashMap, VecDeque};

use hbase_backend::Error;

use super::call::{Call, Group};
use super::part::{Part, Wait};
use super::{Outcome, Plan};
use crate::endpoint::Endpoint;
use crate::outcome::{Doubt, settled};
use crate::retry::Pauses;

/// What is done without changing the batch's progress.
pub(super) enum Task {
    LookUp(Part),
    Send(Call),
    Wait(Wait),
}

/// The requests to one server.
#[derive(Default)]
struct Queue {
    under_way: usize,
    waiting: VecDeque<Call>,
}

/// How far a batch has come.
pub(super) struct Progress<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) outcomes: Vec<Option<Outcome>>,
    /// Items that an earlier request may have written.
    pub(super) doubts: HashMap<usize, Doubt>,
    /// What is to be started.
    pub(super) tasks: Vec<Task>,
    servers: HashMap<Endpoint, Queue>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(plan: &'a Plan<'a>) -> Self {
        Self {
            plan,
            outcomes: plan.items.iter().map(|_| None).collect(),
            doubts: HashMap::new(),
            tasks: Vec::new(),
            servers: HashMap::new(),
        }
    }

    /// Sends the items of known regions, and looks the other ones up.
    pub(super) fn start(&mut self, part: Part) {
        let (groups, unknown) = self.plan.known(&part.items);
        self.enqueue(groups, &part.pauses);
        if !unknown.is_empty() {
            let (items, pauses) = (unknown, part.pauses);
            self.tasks.push(Task::LookUp(Part { items, pauses }));
        }
    }

    /// Sends groups to their servers, a few requests at a time.
    pub(super) fn enqueue(&mut self, groups: Vec<Group>, pauses: &Pauses) {
        for call in self.plan.calls_of(groups, pauses) {
            let queue = match self.servers.get_mut(&call.server) {
                Some(queue) => queue,
                None => self.servers.entry(call.server.clone()).or_default(),
            };
            if queue.under_way < self.plan.in_flight() {
                queue.under_way += 1;
                self.tasks.push(Task::Send(call));
            } else {
                queue.waiting.push_back(call);
            }
        }
    }

    /// Sends the next request to a server that has responded.
    pub(super) fn next_request(&mut self, server: &Endpoint) {
        if let Some(queue) = self.servers.get_mut(server) {
            match queue.waiting.pop_front() {
                Some(call) => self.tasks.push(Task::Send(call)),
                None => queue.under_way -= 1,
            }
        }
    }

    pub(super) fn fail(&mut self, items: &[usize], error: &Error) {
        for index in items {
            self.outcomes[*index] = Some(Err(error.clone()));
        }
    }

    pub(super) fn finish(self) -> Vec<Outcome> {
        let operation = self.plan.operation;
        let outcomes = self.outcomes.into_iter().zip(0..);
        let settled = outcomes.map(|(outcome, index)| {
            let outcome = outcome.unwrap_or_else(|| Err(operation.no_result()));
            outcome.map_err(|error| settled(self.doubts.get(&index), operation, error))
        });
        settled.collect()
    }
}
