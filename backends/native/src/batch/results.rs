//! The results of a batch's items, from the servers' responses.

use std::collections::HashMap;
use std::time::Duration;

use hbase_backend::Error;
use hbase_rpc::message::RowResult;
use hbase_rpc::{ActionResult, Body, CellReader, EncodedMulti, EncodedResults, RemoteException};

use super::Done;
use super::call::{Answered, Call, Group};
use super::item::Item;
use super::progress::Progress;
use super::retries::Retries;
use crate::NAME;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::outcome::{Doubt, Outcome, report};
use crate::retry::{Idempotency, Pause, is_of_server};
use crate::rows::existence;

/// Items of one region that start over, and why.
#[derive(Default)]
struct Failed {
    items: Vec<(usize, CallFailure)>,
    /// The longest of their pauses.
    length: Duration,
}

/// The reactions to one failure, by the idempotency of the items.
#[derive(Default)]
struct Reacted(HashMap<Idempotency, Result<Pause, Outcome>>);

impl Progress<'_> {
    pub(super) fn answered(&mut self, answered: Answered) {
        let Answered { call, outcome } = answered;
        let mut retries = Retries::new(call.pauses.clone());
        let failure = match outcome {
            Ok(body) => match self.results(&call.groups, body, &mut retries) {
                Ok(()) => None,
                Err(error) => Some(CallFailure::Wire(error)),
            },
            Err(failure) => Some(failure),
        };
        if let Some(failure) = failure {
            // Also the items that have a result already: cells belong to results only by their order, so a
            // response that cannot be read to its end proves nothing about the cells before.
            retries = self.all_failed(&call, &failure);
        }
        self.retry(retries, call.deferred);
    }

    fn all_failed(&mut self, call: &Call, failure: &CallFailure) -> Retries {
        let mut retries = Retries::new(call.pauses.clone());
        let mut reacted = Reacted::default();
        if failure.is_too_long() && self.reads_whole_families(call) {
            // Gets of named columns may share the response with gets of whole families.
            for index in call.groups.iter().flat_map(|group| &group.items) {
                self.outcomes[*index] = Some(Ok(Done::TooLong));
            }
            return retries;
        }
        for group in &call.groups {
            // What concerns the server holds for all of its regions.
            if !is_of_server(failure) {
                reacted = Reacted::default();
            }
            self.group_failed(group, failure, &mut reacted, &mut retries);
        }
        retries
    }

    fn reads_whole_families(&self, call: &Call) -> bool {
        let mut items = call.groups.iter().flat_map(|group| &group.items);
        items.any(|index| self.plan.items[*index].reads_whole_families())
    }

    fn group_failed(
        &mut self,
        group: &Group,
        failure: &CallFailure,
        reacted: &mut Reacted,
        retries: &mut Retries,
    ) {
        let mut failed = Failed::default();
        for index in &group.items {
            self.failed(*index, group, failure, Some(reacted), retries, &mut failed);
        }
        self.add(failed, retries);
    }

    /// Adds a region's failed items to those that start over.
    fn add(&self, failed: Failed, retries: &mut Retries) {
        let items = failed.items.into_iter().map(|(index, _)| index);
        let items: Vec<usize> = items
            .filter(|index| self.outcomes[*index].is_none())
            .collect();
        if !items.is_empty() {
            retries.add(failed.length, items);
        }
    }

    fn results(
        &mut self,
        groups: &[Group],
        body: Body,
        retries: &mut Retries,
    ) -> hbase_rpc::Result<()> {
        let response = body.message::<EncodedMulti>()?;
        let mut cells = CellReader::new(body.cells);
        for (group, of_region) in groups.iter().zip(response.region_action_result) {
            let of_region = EncodedResults::new(of_region);
            self.of_region(group, &of_region, &mut cells, retries)?;
        }
        Ok(())
    }

    // A region action that belongs to one item has that item's puts and deletes: their indexes do not name
    // items. If one of them has failed, the item's error stays.
    fn of_region(
        &mut self,
        group: &Group,
        result: &EncodedResults,
        cells: &mut CellReader,
        retries: &mut Retries,
    ) -> hbase_rpc::Result<()> {
        if let Some(exception) = result.exception()? {
            let failure = CallFailure::Remote(RemoteException::from(exception));
            self.group_failed(group, &failure, &mut Reacted::default(), retries);
            return Ok(());
        }
        let is_own = |index: usize| self.plan.items[index].own_action().is_some();
        let own = group.items.first().copied().filter(|index| is_own(*index));
        let mut failed = Failed::default();
        result.each(|one| {
            let (index, mut full) = match one {
                ActionResult::Done(index) => (index, None),
                ActionResult::Full(one) => (one.index(), Some(one)),
            };
            let position = if own.is_some() { 0 } else { index };
            let position = usize::try_from(position).unwrap_or(usize::MAX);
            let Some(index) = group.items.get(position).copied() else {
                return Ok(());
            };
            match full.as_mut().and_then(|one| one.exception.take()) {
                None => {
                    retries.progressed();
                    self.of_item(index, full.and_then(|one| one.result), cells)
                }
                Some(exception) => {
                    let failure = CallFailure::Remote(RemoteException::from(exception));
                    self.failed(index, group, &failure, None, retries, &mut failed);
                    Ok(())
                }
            }
        })?;
        if let Some(index) = own.filter(|_| failed.items.is_empty()) {
            let done = self.of_own(index, result)?;
            self.outcomes[index].get_or_insert(done);
        }
        self.keep_order(group, &failed);
        self.add(failed, retries);
        Ok(())
    }

    fn of_item(
        &mut self,
        index: usize,
        result: Option<RowResult>,
        cells: &mut CellReader,
    ) -> hbase_rpc::Result<()> {
        let result = result.unwrap_or_default();
        let row = cells.row(&result)?;
        self.outcomes[index] = match &self.plan.items[index] {
            Item::Get(get, ..) => Some(existence(get, &result, || Ok(row)).map(Done::Read)),
            // It is done once all of its actions are.
            item if item.own_action().is_some() => return Ok(()),
            _ => Some(Ok(Done::Written)),
        };
        Ok(())
    }

    /// The outcome of an item whose region action, its own, has succeeded.
    fn of_own(&self, index: usize, result: &EncodedResults) -> hbase_rpc::Result<super::Outcome> {
        let operation = self.plan.operation;
        Ok(match (&self.plan.items[index], result.processed()?) {
            (Item::Check(..), Some(held)) => Ok(Done::Checked(held)),
            (Item::Check(..), None) => Err(ignored(operation)),
            _ => Ok(Done::Written),
        })
    }

    /// Records a failure: the item starts over, or has its error. Where several items share the failure, the region's
    /// location is dealt with once.
    fn failed(
        &mut self,
        index: usize,
        group: &Group,
        failure: &CallFailure,
        reacted: Option<&mut Reacted>,
        retries: &mut Retries,
        failed: &mut Failed,
    ) {
        let (plan, region) = (self.plan, &group.region);
        let idempotency = plan.items[index].idempotency();
        if let Some(doubt) = Doubt::of(failure, &region.server, idempotency) {
            self.doubts.insert(index, doubt);
        }
        let react = || plan.client.react(failure, region, idempotency);
        let once = |reacted: &mut Reacted| *reacted.0.entry(idempotency).or_insert_with(react);
        let outcome = match reacted.map_or_else(react, once) {
            Ok(pause) => {
                retries.note_failure(failure);
                if let Some(length) = retries.length(pause, plan.operation.deadline) {
                    failed.length = failed.length.max(length);
                    failed.items.push((index, failure.clone()));
                    self.outcomes[index] = None;
                    return;
                }
                Outcome::Known
            }
            Err(outcome) => outcome,
        };
        let error = report(plan.operation, failure.clone(), &region.server, outcome);
        self.outcomes[index] = Some(Err(error));
    }

    /// Has writes fail that would be applied after later ones of their rows.
    fn keep_order(&mut self, group: &Group, failed: &Failed) {
        for (index, failure) in &failed.items {
            let mut others = group.items.iter();
            let is_overtaken = others.any(|other| {
                let is_applied = matches!(self.outcomes[*other], Some(Ok(_)));
                other > index && is_applied && self.plan.is_ordered(*index, *other)
            });
            if is_overtaken {
                let (operation, region) = (self.plan.operation, &group.region);
                let error = report(operation, failure.clone(), &region.server, Outcome::Known);
                self.outcomes[*index] = Some(Err(error));
            }
        }
    }
}

fn ignored(operation: Operation<'_>) -> Error {
    Error::Backend {
        backend: NAME,
        what: format!(
            "{}: the server does not report whether the condition held, and may have ignored it: HBase looks at \
             conditions of a batch since 2.4",
            operation.doing
        ),
    }
}
