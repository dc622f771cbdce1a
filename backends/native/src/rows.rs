//! Single rows: gets, mutations, conditions.

use bytes::Bytes;
use hbase_backend::{CheckAndMutate, Deadline, Get, Mutation, Result, Row};
use hbase_model::TableName;
use hbase_rpc::message::{
    Action, GetRequest, MultiRequest, MutateRequest, RegionAction, RegionSpecifier,
};
use hbase_rpc::{Body, CellReader, RemoteException};

use crate::client::Client;
use crate::convert::write::block_of;
use crate::convert::{read, write};
use crate::failure::Operation;
use crate::retry::Idempotency;

impl Client {
    pub(crate) async fn get_row(
        &self,
        table: &TableName,
        get: &Get,
        deadline: Deadline,
    ) -> Result<Option<Row>> {
        get.validate()?;
        let operation = Operation::on("reading a row", table, deadline);
        let message = read::get(get)?;
        let make = |region| {
            let get = message.clone();
            (GetRequest { region, get }, Bytes::new())
        };
        let target = (table, get.row.as_slice());
        let body = self
            .on_row(operation, target, Idempotency::Read, make)
            .await?;
        let response = body.message::<GetRequest>()?;
        match response.result {
            Some(result) => existence(get, &result, || {
                Ok(CellReader::new(body.cells).row(&result)?)
            }),
            None => Ok(None),
        }
    }

    pub(crate) async fn mutate_row(
        &self,
        table: &TableName,
        mutation: &Mutation,
        deadline: Deadline,
    ) -> Result<()> {
        mutation.validate()?;
        let operation = Operation::on("writing a row", table, deadline);
        let parts = write::mutation(mutation)?;
        let idempotency = write::idempotency(mutation);
        let target = (table, mutation.row());
        if let [part] = &parts[..] {
            let make = |region| (plain(region, part, None), block_of(&parts));
            let sent = self.on_row(operation, target, idempotency, make);
            return sent.await.map(|_| ());
        }
        let make = |region| (atomic(region, &parts, None), block_of(&parts));
        let sent = self.send_to_row(operation, target, idempotency, make, thrown);
        sent.await?.body(operation).map(|_| ())
    }

    pub(crate) async fn check_row(
        &self,
        table: &TableName,
        check: &CheckAndMutate,
        deadline: Deadline,
    ) -> Result<bool> {
        check.validate()?;
        let operation = Operation::on("checking and writing a row", table, deadline);
        let parts = write::mutation(&check.mutation)?;
        let condition = write::condition(check)?;
        let target = (table, check.mutation.row());
        if let [part] = &parts[..] {
            let make = |region| {
                let request = plain(region, part, Some(condition.clone()));
                (request, block_of(&parts))
            };
            // A response that cannot be read has to fail the try, which reports an unknown outcome. The error
            // of the same response below would not.
            let thrown = |body: &Body| body.message::<MutateRequest>().map(|_| None);
            let once = Idempotency::Once;
            let sent = self.send_to_row(operation, target, once, make, thrown);
            let body = sent.await?.body(operation)?;
            let response = body.message::<MutateRequest>()?;
            return Ok(response.processed.unwrap_or(false));
        }
        let make = |region| {
            let request = atomic(region, &parts, Some(condition.clone()));
            (request, block_of(&parts))
        };
        let once = Idempotency::Once;
        let sent = self.send_to_row(operation, target, once, make, thrown);
        is_done(&sent.await?.body(operation)?)
    }
}

/// The row of a get. If it only checks whether the row exists, the result is a row without cells.
pub(crate) fn existence(
    get: &Get,
    result: &hbase_rpc::message::RowResult,
    row: impl FnOnce() -> Result<Option<Row>>,
) -> Result<Option<Row>> {
    if get.existence_only {
        let exists = result.exists.unwrap_or(false);
        return Ok(exists.then(|| Row::from_trusted(Bytes::new())));
    }
    row()
}

pub(crate) fn plain(
    region: RegionSpecifier,
    part: &write::Encoded<'_>,
    condition: Option<hbase_rpc::message::Condition>,
) -> MutateRequest {
    MutateRequest {
        region,
        mutation: part.message.clone(),
        condition,
        nonce_group: None,
    }
}

/// A row's puts and deletes as one atomic step.
fn atomic(
    region: RegionSpecifier,
    parts: &[write::Encoded<'_>],
    condition: Option<hbase_rpc::message::Condition>,
) -> MultiRequest {
    MultiRequest {
        region_action: vec![row_action(region, parts, condition)],
        nonce_group: None,
        condition: None,
    }
}

pub(crate) fn row_action(
    region: RegionSpecifier,
    parts: &[write::Encoded<'_>],
    condition: Option<hbase_rpc::message::Condition>,
) -> RegionAction {
    let actions = parts.iter().zip(0..).map(|(part, index)| Action {
        index: Some(index),
        mutation: Some(part.message.clone()),
        get: None,
    });
    RegionAction {
        region,
        atomic: Some(true),
        action: actions.collect(),
        condition,
    }
}

/// The exception of a row's atomic mutation. It is part of a successful response, even if the region has moved
/// or is busy.
fn thrown(body: &Body) -> hbase_rpc::Result<Option<RemoteException>> {
    let response = body.message::<MultiRequest>()?;
    let of_region = response.region_action_result.into_iter().next();
    let exception = of_region.and_then(|of_region| {
        let mut results = of_region.result_or_exception.into_iter();
        let of_action = || results.find_map(|result| result.exception);
        of_region.exception.or_else(of_action)
    });
    Ok(exception.map(RemoteException::from))
}

/// Whether a row's atomic mutation was applied; `false` if its condition did not hold.
fn is_done(body: &Body) -> Result<bool> {
    let response = body.message::<MultiRequest>()?;
    let of_region = response.region_action_result.first();
    let of_region = of_region.and_then(|of_region| of_region.processed);
    Ok(of_region.or(response.processed).unwrap_or(true))
}
