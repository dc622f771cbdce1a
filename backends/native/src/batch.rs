//! Many rows at once: grouped by server, sent concurrently, and only what failed is sent again.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_model::{Deadline, Error, Get, Mutation, Result, Row, TableName};
use hbase_rpc::message::{
    self, Action, MultiRequest, RegionAction, RegionActionResult, ResultOrException,
};
use hbase_rpc::region::region_specifier;
use hbase_rpc::{Body, CellReader, RemoteException};

use crate::NAME;
use crate::client::{Client, report};
use crate::convert::{read, write};
use crate::endpoint::Endpoint;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::{Idempotency, Pause, Pauses};
use crate::rows::{existence, row_action};

/// One row of a batch.
enum Item<'a> {
    Get(&'a Get, Box<message::Get>),
    Write(&'a Mutation, Vec<write::Encoded>),
}

impl Item<'_> {
    fn row(&self) -> &[u8] {
        match self {
            Self::Get(get, _) => &get.row,
            Self::Write(mutation, _) => mutation.row(),
        }
    }

    fn idempotency(&self) -> Idempotency {
        match self {
            Self::Get(..) => Idempotency::Idempotent,
            Self::Write(mutation, _) => write::idempotency(mutation),
        }
    }
}

/// The rows of one region action, by their index in the batch.
struct Group {
    region: Arc<Region>,
    items: Vec<usize>,
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
    /// Why rows that are tried again failed last.
    last: HashMap<usize, (CallFailure, Endpoint)>,
    /// The longest pause that was asked for in this round.
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
            mutation.validate()?;
            items.push(Item::Write(mutation, write::mutation(mutation)?));
        }
        let operation = Operation::on("writing rows", table);
        let outcomes = self.batch(operation, table, items, deadline).await;
        let outcomes = outcomes.into_iter();
        Ok(outcomes.map(|outcome| outcome.map(|_| ())).collect())
    }

    /// Each item gets exactly one outcome.
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
            self.retries.fetch_add(1, Ordering::Relaxed);
            if !pauses.wait(pause, deadline).await {
                return batch.finish();
            }
        }
    }
}

impl Batch<'_> {
    /// Sends everything that has no outcome yet.
    async fn round(&mut self, pauses: &mut Pauses, deadline: Deadline) {
        let by_server = self.grouped(pauses, deadline).await;
        let mut calls = FuturesUnordered::new();
        for (server, groups) in by_server {
            let groups: Vec<_> = groups.into_values().collect();
            calls.push(self.send(server, groups, deadline));
        }
        let mut answers = Vec::with_capacity(calls.len());
        while let Some(sent) = calls.next().await {
            answers.push(sent);
        }
        drop(calls);
        for sent in answers {
            self.take(sent);
        }
    }

    /// The open items by server and region, in the order of their rows.
    async fn grouped(
        &mut self,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> HashMap<Endpoint, BTreeMap<Bytes, Group>> {
        let mut open: Vec<usize> = (0..self.items.len())
            .filter(|index| self.outcomes[*index].is_none())
            .collect();
        open.sort_by(|a, b| self.items[*a].row().cmp(self.items[*b].row()));
        let mut by_server: HashMap<_, BTreeMap<Bytes, Group>> = HashMap::new();
        let mut last: Option<Arc<Region>> = None;
        for index in open {
            let row = self.items[index].row();
            let known = last.take().filter(|region| region.contains(row));
            let located = if let Some(region) = known {
                Ok(region)
            } else {
                let (client, target) = (self.client, (self.table, row));
                client
                    .locate(self.operation, target, pauses, deadline)
                    .await
            };
            match located {
                Ok(region) => {
                    let groups = by_server.entry(region.server.clone()).or_default();
                    let group = groups.entry(region.start.clone()).or_insert_with(|| Group {
                        region: Arc::clone(&region),
                        items: Vec::new(),
                    });
                    group.items.push(index);
                    last = Some(region);
                }
                Err(error) => self.outcomes[index] = Some(Err(error)),
            }
        }
        by_server
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

    /// A region action for each region's plain actions, then one for each row of several parts; cells in their order.
    fn request(&self, groups: Vec<Group>) -> (MultiRequest, Vec<Group>, Vec<Bytes>) {
        let (mut actions, mut sent, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        let mut rows = Vec::new();
        for group in groups {
            let region = group.region;
            let mut plain = Vec::new();
            let mut items = Vec::new();
            for index in group.items {
                match self.action(index, items.len(), &mut cells) {
                    Some(action) => {
                        plain.push(action);
                        items.push(index);
                    }
                    None => rows.push((Arc::clone(&region), index)),
                }
            }
            if !items.is_empty() {
                actions.push(RegionAction {
                    region: region_specifier(region.name.clone()),
                    atomic: None,
                    action: plain,
                    condition: None,
                });
                sent.push(Group { region, items });
            }
        }
        for (region, index) in rows {
            if let Item::Write(_, parts) = &self.items[index] {
                let name = region_specifier(region.name.clone());
                actions.push(row_action(name, parts, None));
                cells.extend(parts.iter().map(|part| part.cells.clone()));
                let items = vec![index];
                sent.push(Group { region, items });
            }
        }
        cells.retain(|cells| !cells.is_empty());
        let request = MultiRequest {
            region_action: actions,
            nonce_group: None,
            condition: None,
        };
        (request, sent, cells)
    }

    /// The action of an item of one part; `None` for a row of several.
    fn action(&self, index: usize, position: usize, cells: &mut Vec<Bytes>) -> Option<Action> {
        let (get, mutation) = match &self.items[index] {
            Item::Get(_, get) => (Some((**get).clone()), None),
            Item::Write(_, parts) => {
                let [part] = &parts[..] else { return None };
                cells.push(part.cells.clone());
                (None, Some(part.message.clone()))
            }
        };
        Some(Action {
            index: u32::try_from(position).ok(),
            mutation,
            get,
        })
    }

    fn take(&mut self, sent: Sent) {
        let Sent {
            server,
            groups,
            outcome,
        } = sent;
        let body = match outcome {
            Ok(body) => body,
            Err(failure) => return self.all_failed(&server, &groups, &failure),
        };
        if let Err(error) = self.results(&groups, body) {
            let failure = CallFailure::Wire(error);
            self.all_failed(&server, &groups, &failure);
        }
    }

    fn all_failed(&mut self, server: &Endpoint, groups: &[Group], failure: &CallFailure) {
        for group in groups {
            for index in &group.items {
                self.failed(*index, server, &group.region, failure.clone());
            }
        }
    }

    fn results(&mut self, groups: &[Group], body: Body) -> hbase_rpc::Result<()> {
        let response = body.message::<MultiRequest>()?;
        let mut cells = CellReader::new(body.cells);
        for (group, of_region) in groups.iter().zip(response.region_action_result) {
            self.of_region(group, of_region, &mut cells)?;
        }
        Ok(())
    }

    fn of_region(
        &mut self,
        group: &Group,
        result: RegionActionResult,
        cells: &mut CellReader,
    ) -> hbase_rpc::Result<()> {
        let server = group.region.server.clone();
        if let Some(exception) = result.exception {
            let failure = CallFailure::Remote(RemoteException::from(exception));
            for index in &group.items {
                self.failed(*index, &server, &group.region, failure.clone());
            }
            return Ok(());
        }
        let is_row = matches!(&group.items[..], [index] if matches!(&self.items[*index], Item::Write(_, parts) if parts.len() > 1));
        for one in result.result_or_exception {
            let position = if is_row { 0 } else { one.index.unwrap_or(0) };
            let position = usize::try_from(position).unwrap_or(usize::MAX);
            let Some(index) = group.items.get(position).copied() else {
                continue;
            };
            self.of_item(index, &server, &group.region, one, cells)?;
        }
        if is_row
            && self.outcomes[group.items[0]].is_none()
            && !self.last.contains_key(&group.items[0])
        {
            self.outcomes[group.items[0]] = Some(Ok(None));
        }
        Ok(())
    }

    fn of_item(
        &mut self,
        index: usize,
        server: &Endpoint,
        region: &Arc<Region>,
        one: ResultOrException,
        cells: &mut CellReader,
    ) -> hbase_rpc::Result<()> {
        if let Some(exception) = one.exception {
            let failure = CallFailure::Remote(RemoteException::from(exception));
            self.failed(index, server, region, failure);
            return Ok(());
        }
        let result = one.result.unwrap_or_default();
        let row = cells.row(&result)?;
        self.last.remove(&index);
        self.outcomes[index] = Some(match &self.items[index] {
            Item::Get(get, _) => existence(get, &result, || Ok(row)),
            Item::Write(..) => Ok(None),
        });
        Ok(())
    }

    /// Notes a failure: the item is tried again, or has its error.
    fn failed(
        &mut self,
        index: usize,
        server: &Endpoint,
        region: &Arc<Region>,
        failure: CallFailure,
    ) {
        let idempotency = self.items[index].idempotency();
        match self.client.react(&failure, region, idempotency) {
            Ok(pause) => {
                self.pause = Some(longer(self.pause, pause));
                self.last.insert(index, (failure, server.clone()));
            }
            Err(outcome) => {
                self.last.remove(&index);
                let error = report(self.operation, failure, region, outcome);
                self.outcomes[index] = Some(Err(error));
            }
        }
    }

    /// What has no outcome has its last failure.
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

fn longer(known: Option<Pause>, asked: Pause) -> Pause {
    let rank = |pause: Pause| match pause {
        Pause::None => (0, std::time::Duration::ZERO),
        Pause::Step => (1, std::time::Duration::ZERO),
        Pause::Long => (2, std::time::Duration::ZERO),
        Pause::Exactly(length) => (3, length),
    };
    known.map_or(asked, |known| {
        if rank(known) < rank(asked) {
            asked
        } else {
            known
        }
    })
}
