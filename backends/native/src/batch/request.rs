//! The requests of a batch: its open items by server and region.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bytes::Bytes;
use hbase_model::Deadline;
use hbase_rpc::message::{Action, MultiRequest, RegionAction};
use hbase_rpc::region::region_specifier;

use super::{Batch, Item};
use crate::endpoint::Endpoint;
use crate::region::Region;
use crate::retry::Pauses;
use crate::rows::row_action;

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

    /// A region action for each region's plain actions, then one for each row of several parts; cells in their order.
    pub(super) fn request(&self, groups: Vec<Group>) -> (MultiRequest, Vec<Group>, Bytes) {
        let (mut actions, mut sent) = (Vec::new(), Vec::new());
        let mut cells = Vec::with_capacity(self.bytes_of(&groups));
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
                for part in parts {
                    cells.extend_from_slice(&part.cells);
                }
                let items = vec![index];
                sent.push(Group { region, items });
            }
        }
        let request = MultiRequest {
            region_action: actions,
            nonce_group: None,
            condition: None,
        };
        (request, sent, Bytes::from(cells))
    }

    /// Bytes of the cells of these groups.
    fn bytes_of(&self, groups: &[Group]) -> usize {
        let items = groups.iter().flat_map(|group| &group.items);
        let bytes = items.map(|index| match &self.items[*index] {
            Item::Get(..) => 0,
            Item::Write(_, parts) => parts.iter().map(|part| part.cells.len()).sum(),
        });
        bytes.sum()
    }

    /// The action of an item of one part; `None` for a row of several.
    fn action(&self, index: usize, position: usize, cells: &mut Vec<u8>) -> Option<Action> {
        let (get, mutation) = match &self.items[index] {
            Item::Get(_, get) => (Some((**get).clone()), None),
            Item::Write(_, parts) => {
                let [part] = &parts[..] else { return None };
                cells.extend_from_slice(&part.cells);
                (None, Some(part.message.clone()))
            }
        };
        Some(Action {
            index: u32::try_from(position).ok(),
            mutation,
            get,
        })
    }
}
