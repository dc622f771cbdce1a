//! The requests of a batch: its items by server and region.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use hbase_rpc::region::region_specifier;
use hbase_rpc::{EncodedMulti, RegionActionEncoder};
use prost::Message as _;

use super::Plan;
use super::call::{Call, Group};
use super::item::Item;
use crate::endpoint::Endpoint;
use crate::region::Region;
use crate::retry::Pauses;
use crate::rows::row_action;

/// Minimum rows per server that are split into several requests: a handler executes a request row by row.
const LONG: usize = 200;

/// Maximum rows of a request.
const REQUEST_ROWS: usize = 500;

/// Maximum bytes of cells in a request of several writes; servers accept 256 MiB.
const REQUEST_BYTES: usize = 8 << 20;

/// Bytes of an action besides its row key, plus those of a usual key.
const ACTION_BYTES: usize = 48;

impl Plan<'_> {
    /// The requests to each server, of groups in the order of their rows.
    pub(super) fn calls_of(&self, groups: Vec<Group>, pauses: &Pauses) -> Vec<Call> {
        let mut by_server: BTreeMap<Endpoint, Vec<Group>> = BTreeMap::new();
        for group in groups {
            match by_server.get_mut(&group.region.server) {
                Some(groups) => groups.push(group),
                None => {
                    by_server.insert(group.region.server.clone(), vec![group]);
                }
            }
        }
        let mut calls = Vec::new();
        for (server, groups) in by_server {
            self.divide(&server, groups, pauses, &mut calls);
        }
        calls
    }

    /// Maximum bytes of cells in a request of several writes: servers may accept less than usual.
    pub(super) fn request_bytes(&self) -> usize {
        REQUEST_BYTES.min(self.client.servers.request_bytes() / 2)
    }

    /// Divides groups into requests of about the same size. The writes of one row are in one request, in their order, or
    /// are deferred until its response.
    fn divide(
        &self,
        server: &Endpoint,
        groups: Vec<Group>,
        pauses: &Pauses,
        calls: &mut Vec<Call>,
    ) {
        let count: usize = groups.iter().map(|group| group.items.len()).sum();
        let parts = if count < LONG {
            1
        } else {
            count.div_ceil(REQUEST_ROWS).max(self.in_flight())
        };
        let size = count.div_ceil(parts);
        let mut call = Call::new(server, pauses);
        let (mut rows, mut bytes) = (0, 0);
        for Group { region, items } in groups {
            for row in items.chunk_by(|a, b| self.items[*a].row() == self.items[*b].row()) {
                let (row, deferred) = row.split_at(self.together(row));
                let of_row: usize = row.iter().map(|index| self.items[*index].bytes()).sum();
                let is_alone = self.items[row[0]].is_alone();
                let is_full = is_alone || rows >= size || bytes + of_row > self.request_bytes();
                if rows > 0 && is_full {
                    calls.push(std::mem::replace(&mut call, Call::new(server, pauses)));
                    (rows, bytes) = (0, 0);
                }
                push_row(&mut call.groups, &region, row);
                call.deferred.extend(deferred);
                // Fills the request, so that the next row starts another one.
                rows += if is_alone { size } else { row.len() };
                bytes += of_row;
            }
        }
        calls.push(call);
    }

    /// Region actions, and their cells. Each row with several actions, and each condition, is a region action
    /// of its own; the other rows of a region share one.
    pub(super) fn request(&self, groups: Vec<Group>) -> (EncodedMulti, Vec<Group>, Bytes) {
        let mut request = Request {
            region_action: Vec::new(),
            sent: Vec::new(),
            cells: Vec::with_capacity(self.bytes_of(&groups)),
        };
        for Group { region, items } in groups {
            // No row is in both lists, so their order does not matter.
            let (rows, others): (Vec<usize>, _) = items
                .into_iter()
                .partition(|index| self.items[*index].own_action().is_some());
            if !others.is_empty() {
                self.push_all(&mut request, &region, others);
            }
            for index in rows {
                self.push_atomic(&mut request, &region, index);
            }
        }
        let Request {
            region_action,
            sent,
            cells,
        } = request;
        (EncodedMulti { region_action }, sent, Bytes::from(cells))
    }

    fn push_atomic(&self, request: &mut Request, region: &Arc<Region>, index: usize) {
        let Some((parts, condition)) = self.items[index].own_action() else {
            return;
        };
        let name = region_specifier(region.name.clone());
        let action = row_action(name, parts, condition.cloned()).encode_to_vec();
        request.region_action.push(action.into());
        for part in parts {
            request.cells.extend_from_slice(&part.cells);
        }
        request.note(region, vec![index]);
    }

    fn push_all(&self, request: &mut Request, region: &Arc<Region>, items: Vec<usize>) {
        let name = region_specifier(region.name.clone());
        let mut actions = RegionActionEncoder::new(&name, items.len() * ACTION_BYTES);
        for (index, position) in items.iter().zip(0..) {
            self.push(&mut actions, &mut request.cells, *index, position);
        }
        request.region_action.push(actions.finish());
        request.note(region, items);
    }

    /// Bytes of the cells of these groups.
    fn bytes_of(&self, groups: &[Group]) -> usize {
        let items = groups.iter().flat_map(|group| &group.items);
        items.map(|index| self.items[*index].bytes()).sum()
    }

    /// Adds the action of an item that has only one.
    fn push(
        &self,
        actions: &mut RegionActionEncoder,
        cells: &mut Vec<u8>,
        index: usize,
        position: u32,
    ) {
        match &self.items[index] {
            Item::Get(_, get, _) => actions.get(position, get),
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
            // A condition is a region action of its own.
            Item::Check(..) => {}
        }
    }
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

/// Adds the items of a row to a request.
fn push_row(request: &mut Vec<Group>, region: &Arc<Region>, row: &[usize]) {
    match request.last_mut() {
        Some(group) if Arc::ptr_eq(&group.region, region) => group.items.extend(row),
        _ => request.push(Group {
            region: Arc::clone(region),
            items: row.to_vec(),
        }),
    }
}
