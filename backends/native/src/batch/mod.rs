//! Batches of rows: grouped by server, sent concurrently; only failed rows are retried.

mod request;
mod results;

use std::collections::HashMap;

use futures_util::StreamExt as _;
use futures_util::stream::{self, FuturesUnordered};
use hbase_model::{Deadline, Error, Get, Mutation, Result, Row, TableName};
use hbase_rpc::message;
use hbase_rpc::{BlockMutation, Body};

use self::request::{Group, IN_FLIGHT};
use crate::NAME;
use crate::client::Client;
use crate::convert::{read, write};
use crate::endpoint::Endpoint;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::retry::{Idempotency, Pause, Pauses};

/// One row of a batch.
enum Item<'a> {
    Get(&'a Get, Box<message::Get>),
    /// Cells of one kind.
    Block(&'a Mutation, BlockMutation<'a>),
    /// Puts and deletes, which are one region action.
    Row(&'a Mutation, Vec<write::Encoded<'a>>),
}

impl<'a> Item<'a> {
    fn write(mutation: &'a Mutation) -> Result<Self> {
        mutation.validate()?;
        Ok(match write::block_mutation(mutation)? {
            Some(block) => Self::Block(mutation, block),
            None => Self::Row(mutation, write::mutation(mutation)?),
        })
    }

    fn row(&self) -> &[u8] {
        match self {
            Self::Get(get, _) => &get.row,
            Self::Block(mutation, _) | Self::Row(mutation, _) => mutation.row(),
        }
    }

    /// Bytes of its cells.
    fn bytes(&self) -> usize {
        match self {
            Self::Get(..) => 0,
            Self::Block(mutation, _) => mutation.cells().as_bytes().len(),
            Self::Row(_, parts) => parts.iter().map(|part| part.cells.len()).sum(),
        }
    }

    fn idempotency(&self) -> Idempotency {
        match self {
            Self::Get(..) => Idempotency::Idempotent,
            Self::Block(mutation, _) | Self::Row(mutation, _) => write::idempotency(mutation),
        }
    }
}

/// A request to one server.
struct Sent {
    server: Endpoint,
    groups: Vec<Group>,
    outcome: std::result::Result<Body, CallFailure>,
}

/// The state of a batch.
struct Batch<'a> {
    client: &'a Client,
    operation: Operation<'a>,
    table: &'a TableName,
    items: Vec<Item<'a>>,
    outcomes: Vec<Option<Result<Option<Row>>>>,
    /// The last failure of rows that are retried.
    last: HashMap<usize, (CallFailure, Endpoint)>,
    /// The longest pause required in this round.
    pause: Option<Pause>,
}

impl Client {
    pub(crate) async fn get_rows(
        &self,
        table: &TableName,
        gets: &[Get],
        deadline: Deadline,
    ) -> Result<Vec<Option<Row>>> {
        let mut items = Vec::with_capacity(gets.len());
        for get in gets {
            get.validate()?;
            items.push(Item::Get(get, Box::new(read::get(get)?)));
        }
        let operation = Operation::on("reading rows", table);
        let outcomes = self.batch(operation, table, items, deadline).await;
        outcomes.into_iter().collect()
    }

    pub(crate) async fn mutate_rows(
        &self,
        table: &TableName,
        mutations: &[Mutation],
        deadline: Deadline,
    ) -> Result<Vec<Result<()>>> {
        let mut items = Vec::with_capacity(mutations.len());
        for mutation in mutations {
            items.push(Item::write(mutation)?);
        }
        let operation = Operation::on("writing rows", table);
        let outcomes = self.batch(operation, table, items, deadline).await;
        let outcomes = outcomes.into_iter();
        Ok(outcomes.map(|outcome| outcome.map(|_| ())).collect())
    }

    /// Returns exactly one result per item.
    async fn batch(
        &self,
        operation: Operation<'_>,
        table: &TableName,
        items: Vec<Item<'_>>,
        deadline: Deadline,
    ) -> Vec<Result<Option<Row>>> {
        let count = items.len();
        let mut batch = Batch {
            client: self,
            operation,
            table,
            items,
            outcomes: (0..count).map(|_| None).collect(),
            last: HashMap::new(),
            pause: None,
        };
        let mut pauses = Pauses::default();
        loop {
            batch.round(&mut pauses, deadline).await;
            let Some(pause) = batch.pause.take() else {
                return batch.finish();
            };
            let cause = batch.last.values().next();
            self.note_retry(operation, cause.map_or("", |(failure, _)| failure.cause()));
            if !pauses.wait(pause, deadline).await {
                return batch.finish();
            }
        }
    }
}

impl Batch<'_> {
    /// Sends all items without a result.
    async fn round(&mut self, pauses: &mut Pauses, deadline: Deadline) {
        let by_server = self.grouped(pauses, deadline).await;
        let mut servers = FuturesUnordered::new();
        for (server, groups) in by_server {
            let requests = self.requests_of(groups.into_values());
            let calls = requests.into_iter().map({
                let batch = &*self;
                move |groups| batch.send(server.clone(), groups, deadline)
            });
            servers.push(stream::iter(calls).buffer_unordered(IN_FLIGHT).collect());
        }
        let mut answers: Vec<Vec<Sent>> = Vec::with_capacity(servers.len());
        while let Some(of_server) = servers.next().await {
            answers.push(of_server);
        }
        drop(servers);
        for sent in answers.into_iter().flatten() {
            self.take(sent);
        }
    }

    async fn send(&self, server: Endpoint, groups: Vec<Group>, deadline: Deadline) -> Sent {
        let (request, groups, cells) = self.request(groups);
        let servers = &self.client.servers;
        let outcome = servers.call(&server, &request, cells, deadline).await;
        Sent {
            server,
            groups,
            outcome,
        }
    }

    /// Items without a result get their last failure.
    fn finish(mut self) -> Vec<Result<Option<Row>>> {
        let operation = self.operation;
        let last = &mut self.last;
        let outcomes = self.outcomes.into_iter().enumerate();
        let each = outcomes.map(|(index, outcome)| {
            outcome.unwrap_or_else(|| match last.remove(&index) {
                Some((failure, server)) => Err(operation.error(failure, server)),
                None => Err(Error::Backend {
                    backend: NAME,
                    what: format!("{}: the response has no result for a row", operation.doing),
                }),
            })
        });
        each.collect()
    }
}
