//! The course of a batch: its rows are located, sent, and what failed waits and starts over. No part of a batch waits for
//! another one: neither for a region that has no server, nor for a server that asks for a pause.

use std::collections::{HashMap, VecDeque};

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_model::Error;
use hbase_rpc::Body;

use super::group::Located;
use super::item::Item;
use super::request::Group;
use super::retries::{Part, Wait};
use super::{Outcome, Plan};
use crate::endpoint::Endpoint;
use crate::net::CallFailure;
use crate::outcome::{Doubt, settled};
use crate::pauses::Pauses;

/// Concurrent requests of a batch per server.
const IN_FLIGHT: usize = 2;

/// The same for conditional mutations. A handler carries them out one after the other, each with a sync of the log of its
/// own, which those of several handlers share.
const CHECKS_IN_FLIGHT: usize = 8;

/// A request to one server.
pub(super) struct Call {
    pub(super) server: Endpoint,
    pub(super) groups: Vec<Group>,
    /// Later writes of rows that it has: they are sent after its response.
    pub(super) deferred: Vec<usize>,
    /// How often its items were tried before.
    pub(super) pauses: Pauses,
}

/// A request, and what became of it; its groups are those of its region actions.
pub(super) struct Answered {
    pub(super) call: Call,
    pub(super) outcome: Result<Body, CallFailure>,
}

/// What is done without changing the batch's progress.
pub(super) enum Task {
    LookUp(Part),
    Send(Call),
    Wait(Wait),
}

enum Event {
    Located(Located),
    Answered(Answered),
    Due(Part, Option<Error>),
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

impl Plan<'_> {
    /// Returns exactly one result per item.
    pub(super) async fn run(&self) -> Vec<Outcome> {
        let mut progress = Progress {
            plan: self,
            outcomes: self.items.iter().map(|_| None).collect(),
            doubts: HashMap::new(),
            tasks: Vec::new(),
            servers: HashMap::new(),
        };
        progress.start(Part {
            items: self.by_row((0..self.items.len()).collect()),
            pauses: Pauses::default(),
        });
        let mut under_way = FuturesUnordered::new();
        loop {
            under_way.extend(progress.tasks.drain(..).map(|task| self.perform(task)));
            let Some(event) = under_way.next().await else {
                return progress.finish();
            };
            progress.take(event);
        }
    }

    /// The number of concurrent requests per server.
    pub(super) fn in_flight(&self) -> usize {
        match self.items.first() {
            Some(Item::Check(..)) => CHECKS_IN_FLIGHT,
            _ => IN_FLIGHT,
        }
    }

    async fn perform(&self, task: Task) -> Event {
        match task {
            Task::LookUp(part) => Event::Located(Box::pin(self.look_up(part)).await),
            Task::Send(call) => Event::Answered(self.send(call).await),
            Task::Wait(wait) => {
                let (part, error) = Box::pin(self.wait(wait)).await;
                Event::Due(part, error)
            }
        }
    }

    async fn send(&self, mut call: Call) -> Answered {
        let (request, groups, cells) = self.request(std::mem::take(&mut call.groups));
        call.groups = groups;
        let servers = &self.client.servers;
        let sent = servers.call(&call.server, &request, cells, self.deadline);
        let outcome = sent.await;
        Answered { call, outcome }
    }
}

impl Progress<'_> {
    fn take(&mut self, event: Event) {
        match event {
            Event::Located(located) => self.located(located),
            Event::Answered(answered) => {
                self.next_request(&answered.call.server);
                self.answered(answered);
            }
            Event::Due(part, None) => self.start(part),
            Event::Due(part, Some(error)) => self.fail(&part.items, &error),
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
    fn next_request(&mut self, server: &Endpoint) {
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

    fn finish(self) -> Vec<Outcome> {
        let operation = self.plan.operation;
        let outcomes = self.outcomes.into_iter().zip(0..);
        let settled = outcomes.map(|(outcome, index)| {
            let outcome = outcome.unwrap_or_else(|| Err(operation.no_result()));
            outcome.map_err(|error| settled(self.doubts.get(&index), operation, error))
        });
        settled.collect()
    }
}
