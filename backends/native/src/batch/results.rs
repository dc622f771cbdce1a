//! The results of a batch's items, from the servers' responses.

use std::sync::Arc;

use hbase_rpc::message::{RegionActionResult, ResultOrException};
use hbase_rpc::{Body, CellReader, EncodedMulti, RemoteException};

use super::request::Group;
use super::{Batch, Item, Sent};
use crate::client::report;
use crate::endpoint::Endpoint;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::Pause;
use crate::rows::existence;

impl Batch<'_> {
    pub(super) fn take(&mut self, sent: Sent) {
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
        let response = body.message::<EncodedMulti>()?;
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
        let is_row = matches!(group.items[..], [index] if self.is_row(index));
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
        if !self.last.is_empty() {
            self.last.remove(&index);
        }
        self.outcomes[index] = Some(match &self.items[index] {
            Item::Get(get, _) => existence(get, &result, || Ok(row)),
            Item::Block(..) | Item::Row(..) => Ok(None),
        });
        Ok(())
    }

    /// Records a failure: the item is retried, or has its error.
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
}

fn longer(known: Option<Pause>, asked: Pause) -> Pause {
    let rank = |pause: Pause| match pause {
        Pause::None => (0, std::time::Duration::ZERO),
        Pause::Few => (1, std::time::Duration::ZERO),
        Pause::Step => (2, std::time::Duration::ZERO),
        Pause::Long => (3, std::time::Duration::ZERO),
        Pause::Exactly(length) => (4, length),
    };
    known.map_or(asked, |known| {
        if rank(known) < rank(asked) {
            asked
        } else {
            known
        }
    })
}
