//! The requests of a batch: its open items by server and region.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use hbase_model::{Deadline, Error};
use hbase_rpc::region::region_specifier;
use hbase_rpc::{EncodedMulti, RegionActionEncoder};
use prost::Message as _;

use super::{Batch, Item};
use crate::endpoint::Endpoint;
use crate::region::Region;
use crate::retry::Pauses;
use crate::rows::row_action;

/// Minimum rows per server that are split into several requests: a handler executes a request row by row.
const LONG: usize = 200;

/// Maximum rows of a request; writes of one row are never divided.
const REQUEST_ROWS: usize = 500;

/// Maximum bytes of cells in a request of several rows; servers accept 256 MiB.
const REQUEST_BYTES: usize = 8 << 20;

/// Concurrent requests of a batch per server.
pub(super) const IN_FLIGHT: usize = 2;

/// Bytes of an action beside its row key, and those of usual keys.
const ACTION_BYTES: usize = 48;

/// The rows of one region action, by their index in the batch.
pub(super) struct Group {
    pub(super) region: Arc<Region>,
    pub(super) items: Vec<usize>,
}

impl Batch<'_> {
    /// The open items by server and region, in the order of their rows.
    pub(super) async fn grouped(
        &mut self,
        pauses: &mut Pauses,
        deadline: Deadline,
    ) -> HashMap<Endpoint, BTreeMap<Bytes, Group>> {
        let mut open: Vec<usize> = (0..self.items.len())
            .filter(|index| self.outcomes[*index].is_none())
            .collect();
        open.sort_by(|a, b| self.items[*a].row().cmp(self.items[*b].row()));
        let mut by_server: HashMap<_, BTreeMap<Bytes, Group>> = HashMap::new();
        // Rows come in their order, so that those of one region follow each other.
        let mut current: Option<Group> = None;
        for index in open {
            let row = self.items[index].row();
            if let Some(group) = &mut current
                && group.region.contains(row)
            {
                group.items.push(index);
                continue;
            }
            add(&mut by_server, current.take());
            let target = (self.table, row);
            let located = self.client.locate(self.operation, target, pauses, deadline);
            match located.await {
                Ok(region) => {
                    let items = vec![index];
                    current = Some(Group { region, items });
                }
                // The error is the table's, and so that of all items.
                Err(error @ (Error::TableNotFound { .. } | Error::TableDisabled { .. })) => {
                    self.fail_open(&error);
                    return HashMap::new();
                }
                Err(error) => self.outcomes[index] = Some(Err(error)),
            }
        }
        add(&mut by_server, current);
        by_server
    }

    /// Fails all items that have no outcome yet.
    fn fail_open(&mut self, error: &Error) {
        for outcome in self.outcomes.iter_mut().filter(|outcome| outcome.is_none()) {
            *outcome = Some(Err(error.clone()));
        }
    }

    /// The groups of each request to one server. The writes of one row stay in one request, in their order.
    pub(super) fn requests_of(&self, groups: impl Iterator<Item = Group>) -> Vec<Vec<Group>> {
        let groups: Vec<Group> = groups.collect();
        let count: usize = groups.iter().map(|group| group.items.len()).sum();
        let parts = match count {
            ..LONG => 1,
            LONG.. => count.div_ceil(REQUEST_ROWS).max(IN_FLIGHT),
        };
        let size = count.div_ceil(parts);
        let mut requests: Vec<Vec<Group>> = vec![Vec::new()];
        let (mut rows, mut bytes) = (0, 0);
        for Group { region, items } in groups {
            for row in items.chunk_by(|a, b| self.items[*a].row() == self.items[*b].row()) {
                let of_row: usize = row.iter().map(|index| self.items[*index].bytes()).sum();
                if rows > 0 && (rows >= size || bytes + of_row > REQUEST_BYTES) {
                    requests.push(Vec::new());
                    (rows, bytes) = (0, 0);
                }
                push_row(&mut requests, &region, row);
                rows += row.len();
                bytes += of_row;
            }
        }
        requests
    }

    /// Region actions, and their cells, in the order of the items: those between two rows of several actions, which are a
    /// region action each, are one.
    pub(super) fn request(&self, groups: Vec<Group>) -> (EncodedMulti, Vec<Group>, Bytes) {
        let mut request = Request {
            region_action: Vec::new(),
            sent: Vec::new(),
            cells: Vec::with_capacity(self.bytes_of(&groups)),
        };
        for Group { region, items } in groups {
            for run in items.chunk_by(|a, b| !self.is_row(*a) && !self.is_row(*b)) {
                match run {
                    [index] if self.is_row(*index) => {
                        self.push_atomic(&mut request, &region, *index);
                    }
                    _ => self.push_all(&mut request, &region, run),
                }
            }
        }
        let Request {
            region_action,
            sent,
            cells,
        } = request;
        (EncodedMulti { region_action }, sent, Bytes::from(cells))
    }

    /// Whether an item is a row of several actions.
    pub(super) fn is_row(&self, index: usize) -> bool {
        matches!(&self.items[index], Item::Row(_, parts) if parts.len() > 1)
    }

    fn push_atomic(&self, request: &mut Request, region: &Arc<Region>, index: usize) {
        let Item::Row(_, parts) = &self.items[index] else {
            return;
        };
        let name = region_specifier(region.name.clone());
        let action = row_action(name, parts, None).encode_to_vec();
        request.region_action.push(action.into());
        for part in parts {
            request.cells.extend_from_slice(&part.cells);
        }
        request.note(region, vec![index]);
    }

    fn push_all(&self, request: &mut Request, region: &Arc<Region>, items: &[usize]) {
        let name = region_specifier(region.name.clone());
        let mut actions = RegionActionEncoder::new(&name, items.len() * ACTION_BYTES);
        for (index, position) in items.iter().zip(0..) {
            self.push(&mut actions, &mut request.cells, *index, position);
        }
        request.region_action.push(actions.finish());
        request.note(region, items.to_vec());
    }

    /// Bytes of the cells of these groups.
    fn bytes_of(&self, groups: &[Group]) -> usize {
        let items = groups.iter().flat_map(|group| &group.items);
        items.map(|index| self.items[*index].bytes()).sum()
    }

    /// Adds the action of an item of one.
    fn push(
        &self,
        actions: &mut RegionActionEncoder,
        cells: &mut Vec<u8>,
        index: usize,
        position: u32,
    ) {
        match &self.items[index] {
            Item::Get(_, get) => actions.get(position, get),
            Item::Block(mutation, block) => {
                actions.block_mutation(position, block);
                cells.extend_from_slice(mutation.cells().as_bytes());
            }
            Item::Row(_, parts) => {
                for part in parts {
                    actions.mutation(position, &part.message);
                    cells.extend_from_slice(&part.cells);
                }
            }
        }
    }
}

/// Adds the rows of a region to those of its server.
fn add(by_server: &mut HashMap<Endpoint, BTreeMap<Bytes, Group>>, group: Option<Group>) {
    let Some(Group { region, items }) = group else {
        return;
    };
    let groups = by_server.entry(region.server.clone()).or_default();
    let start = region.start.clone();
    let group = groups.entry(start).or_insert_with(|| Group {
        region,
        items: Vec::new(),
    });
    group.items.extend(items);
}

/// A request under construction.
struct Request {
    region_action: Vec<Bytes>,
    sent: Vec<Group>,
    cells: Vec<u8>,
}

impl Request {
    fn note(&mut self, region: &Arc<Region>, items: Vec<usize>) {
        let region = Arc::clone(region);
        self.sent.push(Group { region, items });
    }
}

/// Adds the items of a row to the last request.
fn push_row(requests: &mut [Vec<Group>], region: &Arc<Region>, row: &[usize]) {
    let Some(request) = requests.last_mut() else {
        return;
    };
    match request.last_mut() {
        Some(group) if Arc::ptr_eq(&group.region, region) => group.items.extend(row),
        _ => request.push(Group {
            region: Arc::clone(region),
            items: row.to_vec(),
        }),
    }
}
