//! The requests of a batch: its open items by server and region.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use hbase_model::Deadline;
use hbase_rpc::region::region_specifier;
use hbase_rpc::{EncodedMulti, RegionActionEncoder};
use prost::Message as _;

use super::{Batch, Item};
use crate::endpoint::Endpoint;
use crate::region::Region;
use crate::retry::Pauses;
use crate::rows::row_action;

/// Rows of a server from which on they are sent as several requests: a handler carries out a request row by row.
const LONG: usize = 200;

/// The most rows of a request, unless they are writes of one row.
const REQUEST_ROWS: usize = 500;

/// Requests of a batch that a server has at once.
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

    /// The groups of each request to one server. The writes of one row stay in one request, in their order.
    pub(super) fn requests_of(&self, groups: impl Iterator<Item = Group>) -> Vec<Vec<Group>> {
        let groups: Vec<Group> = groups.collect();
        let count: usize = groups.iter().map(|group| group.items.len()).sum();
        if count < LONG {
            return vec![groups];
        }
        let size = count.div_ceil(count.div_ceil(REQUEST_ROWS).max(IN_FLIGHT));
        let mut requests = Vec::new();
        let mut request = Vec::new();
        let mut room = size;
        for Group { region, mut items } in groups {
            while !items.is_empty() {
                let rest = items.split_off(self.row_end(&items, room));
                room = room.saturating_sub(items.len());
                let region = Arc::clone(&region);
                request.push(Group { region, items });
                items = rest;
                if room == 0 {
                    requests.push(std::mem::take(&mut request));
                    room = size;
                }
            }
        }
        requests.push(request);
        requests.retain(|request| !request.is_empty());
        requests
    }

    /// The end of the row that the item before this position belongs to.
    fn row_end(&self, items: &[usize], position: usize) -> usize {
        let row = |at: usize| items.get(at).map(|index| self.items[*index].row());
        let mut end = position.min(items.len());
        while end < items.len() && row(end - 1) == row(end) {
            end += 1;
        }
        end
    }

    /// A region action for each region's rows of one action, then one for each row of several; cells in their order.
    pub(super) fn request(&self, groups: Vec<Group>) -> (EncodedMulti, Vec<Group>, Bytes) {
        let (mut region_action, mut sent) = (Vec::new(), Vec::new());
        let mut cells = Vec::with_capacity(self.bytes_of(&groups));
        let mut rows = Vec::new();
        for Group { region, items } in groups {
            let name = region_specifier(region.name.clone());
            let mut actions = RegionActionEncoder::new(&name, items.len() * ACTION_BYTES);
            let mut alone = Vec::with_capacity(items.len());
            for index in items {
                if self.push(&mut actions, &mut cells, index, alone.len()) {
                    alone.push(index);
                } else {
                    rows.push((Arc::clone(&region), index));
                }
            }
            if !alone.is_empty() {
                region_action.push(actions.finish());
                let items = alone;
                sent.push(Group { region, items });
            }
        }
        for (region, index) in rows {
            if let Item::Row(_, parts) = &self.items[index] {
                let name = region_specifier(region.name.clone());
                region_action.push(row_action(name, parts, None).encode_to_vec().into());
                for part in parts {
                    cells.extend_from_slice(&part.cells);
                }
                let items = vec![index];
                sent.push(Group { region, items });
            }
        }
        (EncodedMulti { region_action }, sent, Bytes::from(cells))
    }

    /// Bytes of the cells of these groups.
    fn bytes_of(&self, groups: &[Group]) -> usize {
        let items = groups.iter().flat_map(|group| &group.items);
        let bytes = items.map(|index| match &self.items[*index] {
            Item::Get(..) => 0,
            Item::Block(mutation, _) => mutation.cells().as_bytes().len(),
            Item::Row(_, parts) => parts.iter().map(|part| part.cells.len()).sum(),
        });
        bytes.sum()
    }

    /// Adds the action of an item; `false` for a row of several.
    fn push(
        &self,
        actions: &mut RegionActionEncoder,
        cells: &mut Vec<u8>,
        index: usize,
        position: usize,
    ) -> bool {
        let position = u32::try_from(position).unwrap_or(u32::MAX);
        match &self.items[index] {
            Item::Get(_, get) => actions.get(position, get),
            Item::Block(mutation, block) => {
                actions.block_mutation(position, block);
                cells.extend_from_slice(mutation.cells().as_bytes());
            }
            Item::Row(_, parts) => {
                let [part] = &parts[..] else { return false };
                actions.mutation(position, &part.message);
                cells.extend_from_slice(&part.cells);
            }
        }
        true
    }
}
