//! Runs calls on pooled connections.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hbase_backend::Deadline;
use hbase_backend::retry::Idempotency;
use tokio::time::timeout_at;

use super::enabled::EnabledTables;
use super::error::{CallError, FailedCall};
use super::method::{Call, Method};
use super::retry::{Tries, may_retry_stale};
use crate::error::NAME;
use crate::gateway::Gateway;
use crate::net::{Lease, Phase, Pool, Purpose, ScannerConnection, TransportError};
use crate::options::Options;
use crate::wire::{Cursor, Field, Parse, Reply, Request, Wire, parse_reply};

/// Parses the result of a call.
pub(crate) trait ParseResult<T>: Fn(&mut Cursor<'_>, Field) -> Parse<T> {}
impl<T, F> ParseResult<T> for F where F: Fn(&mut Cursor<'_>, Field) -> Parse<T> {}

/// The state that all calls share.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) pool: Pool,
    pub(crate) wire: Wire,
    pub(crate) enabled: EnabledTables,
    max_response_bytes: usize,
    retries: AtomicU64,
}

impl Link {
    pub(crate) fn new(gateways: Vec<Gateway>, options: &Options) -> Arc<Self> {
        Arc::new(Self {
            pool: Pool::new(gateways, options),
            wire: options.wire,
            enabled: EnabledTables::default(),
            max_response_bytes: options.max_response_bytes,
            retries: AtomicU64::new(0),
        })
    }

    /// Number of retries so far.
    pub(crate) fn retries(&self) -> u64 {
        self.retries.load(Ordering::Relaxed)
    }

    /// Counts and logs a retry.
    pub(crate) fn note_retry(&self, call: &str, why: &dyn fmt::Display) {
        self.retries.fetch_add(1, Ordering::Relaxed);
        tracing::debug!(target: "hbase_schema", backend = NAME, call, error = %why, "retrying a call");
    }

    /// Runs a call, and retries it if that is safe and may help.
    pub(crate) async fn call<T>(
        &self,
        call: Call<'_>,
        result: impl ParseResult<T>,
        deadline: Deadline,
    ) -> Result<T, CallError> {
        let Method {
            name, idempotency, ..
        } = call.method;
        // A gateway that was restarted has closed all connections of the pool: one try for each of them.
        let (mut tries, mut stale_left) = (Tries::default(), self.pool.size());
        loop {
            let failed = match self.once(call, Purpose::Call, &result, deadline).await {
                Ok((value, lease)) => {
                    lease.give_back();
                    return Ok(value);
                }
                Err(failed) => failed,
            };
            if stale_left > 0 && may_retry_stale(idempotency, &failed) {
                stale_left -= 1;
                self.note_retry(name, &"the gateway had closed the connection");
                continue;
            }
            // The typed layer retries reads whose connection failed.
            if idempotency == Idempotency::Read && failed.was_lost {
                return Err(failed.error);
            }
            let Some(pause) = tries.next(&failed, idempotency, deadline) else {
                return Err(failed.error);
            };
            self.note_retry(name, &failed.error);
            tokio::time::sleep(pause).await;
        }
    }

    /// Runs a call once; returns its connection too, so that a scanner can be bound to it.
    pub(crate) async fn once<T>(
        &self,
        call: Call<'_>,
        purpose: Purpose,
        result: &impl ParseResult<T>,
        deadline: Deadline,
    ) -> Result<(T, Lease), FailedCall> {
        let lease = self.pool.take(purpose, deadline).await;
        let lease = lease.map_err(|error| self.failed(call.method, error, None))?;
        self.on(lease, call, result, deadline).await
    }

    /// Runs a call on a scanner's connection; `None` if that is closed.
    pub(crate) async fn on_bound<T>(
        &self,
        scanner: &ScannerConnection,
        call: Call<'_>,
        result: &impl ParseResult<T>,
        deadline: Deadline,
    ) -> Result<Option<T>, FailedCall> {
        let lease = self.pool.take_bound(scanner, deadline).await;
        let lease = lease.map_err(|error| self.failed(call.method, error, None))?;
        let Some(lease) = lease else {
            return Ok(None);
        };
        let (value, lease) = self.on(lease, call, result, deadline).await?;
        lease.give_back();
        Ok(Some(value))
    }

    async fn on<T>(
        &self,
        mut lease: Lease,
        Call { method, args }: Call<'_>,
        result: &impl ParseResult<T>,
        deadline: Deadline,
    ) -> Result<(T, Lease), FailedCall> {
        let request = Request {
            name: method.name,
            args,
        };
        let connection = &mut lease.connection;
        let (gateway, fresh) = (connection.gateway, connection.is_fresh());
        let mut phase = Phase::Unsent;
        let parse = |bytes: &[u8], sequence: i32| {
            let result = |cursor: &mut Cursor<'_>, field| result(cursor, field);
            parse_reply(bytes, self.wire, method.name, sequence, result)
        };
        let calling = connection.call(request, self.max_response_bytes, &mut phase, parse);
        let reply = match timeout_at(deadline.instant().into(), calling).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => {
                let error = self.explain_frame(error, connection.sent_bytes());
                return Err(self.failed(method, error, Some((gateway, fresh))));
            }
            Err(_) => {
                let error = TransportError::Timeout { phase };
                return Err(self.failed(method, error, Some((gateway, fresh))));
            }
        };
        self.pool.gateways.answered(gateway);
        match reply {
            Reply::Value(value) => Ok((value, lease)),
            Reply::Exception(exception) => {
                lease.give_back();
                Err(CallError::Exception(exception).into())
            }
        }
    }

    fn explain_frame(&self, error: TransportError, sent: usize) -> TransportError {
        if self.wire.framed {
            error.of_framed_request(sent)
        } else {
            error
        }
    }

    /// `on` is the gateway of the connection, and whether the connection was new.
    fn failed(
        &self,
        method: Method,
        error: TransportError,
        on: Option<(usize, bool)>,
    ) -> FailedCall {
        let gateways = &self.pool.gateways;
        // A gateway that fails on a new connection will probably fail on the next one.
        let too_long = matches!(error, TransportError::TooLong { .. });
        if let Some((gateway, true)) = on.filter(|_| !too_long) {
            gateways.failed(gateway);
        }
        let unproven = on.is_some_and(|(gateway, _)| !gateways.is_proven(gateway));
        let address = gateways.address(on.map(|(gateway, _)| gateway));
        let fresh = on.map(|(_, fresh)| fresh);
        FailedCall::of_transport(error, method.doing, &address, unproven, fresh)
    }
}
