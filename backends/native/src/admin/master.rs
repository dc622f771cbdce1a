//! Calls to the active master, and its procedures.

use std::time::Duration;

use hbase_model::{Deadline, Error, Result};
use hbase_rpc::message::{
    GetProcedureResultRequest, GetProcedureResultResponse, ProcedureResponse, ProcedureState,
};
use hbase_rpc::{RemoteException, Rpc};

use crate::client::Client;
use crate::clock;
use crate::failure::Operation;
use crate::pauses::Pauses;
use crate::retry::{Idempotency, Reaction, reaction};

/// The first pause between two polls of a procedure; it grows to ten times that.
const POLL: Duration = Duration::from_millis(20);

/// A request's `nonce_group` and `nonce`, by which the master recognizes a retry.
pub(super) type Nonces = (Option<u64>, Option<u64>);

impl Client {
    /// Starts a procedure by the request that `make` returns, and waits until it has ended.
    pub(super) async fn run_procedure<Q: Rpc<Response = ProcedureResponse>>(
        &self,
        operation: Operation<'_>,
        deadline: Deadline,
        make: impl FnOnce(Nonces) -> Q,
    ) -> Result<()> {
        let request = make((Some(self.nonce_group), Some(fastrand::u64(1..))));
        let started = self.ask_master(operation, &request, deadline).await?;
        match started.proc_id {
            Some(id) => self.wait_for(operation, id, deadline).await,
            None => Ok(()),
        }
    }

    /// Calls the active master.
    pub(crate) async fn ask_master<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        request: &Q,
        deadline: Deadline,
    ) -> Result<Q::Response> {
        let mut pauses = Pauses::default();
        let registry = &self.locator.registry;
        loop {
            let call = async {
                let master = registry.master(deadline).await?;
                self.servers.ask(&master, request, deadline).await
            };
            let failure = match call.await {
                Ok(response) => return Ok(response),
                Err(failure) => failure,
            };
            registry.forget_master();
            let Reaction::Retry(_, pause) = reaction(&failure, Idempotency::Idempotent) else {
                return Err(operation.error(failure, "the master"));
            };
            self.note_retry(operation, failure.cause());
            if !pauses.wait(pause, deadline).await {
                return Err(operation.error(failure, "the master"));
            }
        }
    }

    /// Waits until a procedure has ended.
    async fn wait_for(
        &self,
        operation: Operation<'_>,
        proc_id: u64,
        deadline: Deadline,
    ) -> Result<()> {
        let mut pause = POLL;
        loop {
            let request = GetProcedureResultRequest { proc_id };
            let state = self.ask_master(operation, &request, deadline).await?;
            if state.state != i32::from(ProcedureState::Running) {
                return ended(operation, state);
            }
            if pause >= clock::remaining(deadline) {
                let doing = operation.doing;
                return Err(Error::DeadlineExceeded { doing });
            }
            clock::sleep(pause).await;
            pause = (pause * 2).min(POLL * 10);
        }
    }
}

fn ended(operation: Operation<'_>, state: GetProcedureResultResponse) -> Result<()> {
    let thrown = state.exception.and_then(|thrown| thrown.generic_exception);
    match thrown {
        Some(exception) => Err(operation.exception(RemoteException::from(exception))),
        None => Ok(()),
    }
}
