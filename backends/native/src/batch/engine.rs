//! The course of a batch: its rows are located, sent, and what failed waits and starts over. No part of a batch waits for
//! another one: neither for a region that has no server, nor for a server that asks for a pause.

use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_backend::Error;

use super::call::{Answered, Call};
use super::group::Located;
use super::item::Item;
use super::part::Part;
use super::progress::{Progress, Task};
use super::{Outcome, Plan};
use crate::retry::Pauses;

/// Concurrent requests of a batch per server.
const IN_FLIGHT: usize = 2;

/// The same for conditional mutations. A handler carries them out one after the other, each with a sync of the log of its
/// own, which those of several handlers share.
const CHECKS_IN_FLIGHT: usize = 8;

enum Event {
    Located(Located),
    Answered(Answered),
    Due(Part, Option<Error>),
}

impl Plan<'_> {
    /// Returns exactly one result per item.
    pub(super) async fn run(&self) -> Vec<Outcome> {
        let mut progress = Progress::new(self);
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
        let sent = servers.call(&call.server, &request, cells, self.operation.deadline);
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
}
