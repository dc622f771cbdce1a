//! Calls to the active master, and its procedures.

use std::time::Duration;

use hbase_backend::{Error, Result};
use hbase_rpc::message::{
    GetProcedureResultRequest, GetProcedureResultResponse, ProcedureResponse, ProcedureState,
};
use hbase_rpc::{RemoteException, Rpc};

use crate::client::Client;
use crate::clock;
use crate::failure::Operation;
use crate::net::CallFailure;
use crate::outcome::{Doubt, settled};
use crate::retry::{Idempotency, Pauses, Reaction, reaction, wait};

/// The master's name in errors.
const MASTER: &str = "the master";

/// The first pause between two polls of a procedure; it grows to ten times that.
const POLL: Duration = Duration::from_millis(20);

/// A request's `nonce_group` and `nonce`; the master recognizes a retry by them.
pub(super) type Nonces = (Option<u64>, Option<u64>);

impl Client {
    /// Starts a procedure by the request that `make` returns, and waits until it has ended.
    pub(super) async fn run_procedure<Q: Rpc<Response = ProcedureResponse>>(
        &self,
        operation: Operation<'_>,
        make: impl FnOnce(Nonces) -> Q,
    ) -> Result<()> {
        // One nonce for all tries. With a new one, a retry would start the procedure a second time.
        let request = make((Some(self.nonce_group), Some(fastrand::u64(1..))));
        let started = self.call_master(operation, &request, Idempotency::Idempotent);
        let started = started.await?;
        match started.proc_id {
            Some(id) => self.wait_for(operation, id).await,
            None => Ok(()),
        }
    }

    /// Reads something from the active master.
    pub(crate) async fn ask_master<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        request: &Q,
    ) -> Result<Q::Response> {
        self.call_master(operation, request, Idempotency::Read)
            .await
    }

    async fn call_master<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        request: &Q,
        idempotency: Idempotency,
    ) -> Result<Q::Response> {
        let mut doubt = None;
        let mut pauses = Pauses::default();
        let registry = &self.locator.registry;
        loop {
            let call = async {
                let master = registry.master(operation.deadline).await?;
                self.servers.ask(&master, request, operation.deadline).await
            };
            let failure = match call.await {
                Ok(response) => return Ok(response),
                Err(failure) => failure,
            };
            registry.forget_master();
            let Reaction::Retry(pause) = reaction(&failure, idempotency) else {
                return Err(last_error(operation, failure, doubt.as_ref()));
            };
            self.note_retry(operation, failure.cause());
            doubt = Doubt::of(&failure, &MASTER, idempotency).or(doubt);
            if !wait(&mut pauses, pause, operation.deadline).await {
                return Err(last_error(operation, failure, doubt.as_ref()));
            }
        }
    }

    /// Waits until a procedure has ended.
    async fn wait_for(&self, operation: Operation<'_>, proc_id: u64) -> Result<()> {
        let mut pause = POLL;
        loop {
            let request = GetProcedureResultRequest { proc_id };
            let state = self.ask_master(operation, &request).await;
            let state = state.map_err(|error| after("the procedure was started", error))?;
            if state.state != i32::from(ProcedureState::Running) {
                return ended(operation, state);
            }
            if pause >= clock::remaining(operation.deadline) {
                let doing = operation.doing;
                return Err(Error::DeadlineExceeded { doing });
            }
            clock::sleep(pause).await;
            pause = (pause * 2).min(POLL * 10);
        }
    }
}

/// The error of a procedure's request. The master recognizes a retry by its nonce, so that an exception is the response to
/// all tries; only a last try that was not sent leaves open what became of an earlier one.
fn last_error(operation: Operation<'_>, failure: CallFailure, doubt: Option<&Doubt>) -> Error {
    match operation.error(failure, MASTER) {
        unsent @ Error::NotSent { .. } => settled(doubt, operation, unsent),
        error => error,
    }
}

/// The error of a request that was not sent, after an earlier step of the operation.
pub(super) fn after(step: &str, error: Error) -> Error {
    match error {
        Error::NotSent { doing, cause } => Error::Io {
            doing: format!("{doing}, after {step}"),
            cause,
        },
        error => error,
    }
}

fn ended(operation: Operation<'_>, state: GetProcedureResultResponse) -> Result<()> {
    let thrown = state.exception.and_then(|thrown| thrown.generic_exception);
    match thrown {
        Some(exception) => Err(operation.exception(RemoteException::from(exception))),
        None => Ok(()),
    }
}
