//! Calls on the region of a row, with their retries.

use std::sync::Arc;

use bytes::Bytes;
use hbase_backend::{Deadline, Error, Result};
use hbase_model::TableName;
use hbase_rpc::message::RegionSpecifier;
use hbase_rpc::region::region_specifier;
use hbase_rpc::{Body, RemoteException, Rpc};
use tokio::sync::Semaphore;

use crate::failure::Operation;
use crate::families::KnownFamilies;
use crate::net::{CallFailure, Servers};
use crate::outcome::{Doubt, Outcome, report, settled};
use crate::region::{LocateError, Locator, Region};
use crate::retry::{
    Idempotency, Location, Pause, Pauses, Reaction, keeps_location, location, reaction, wait,
};
use crate::{NAME, clock};

/// What all operations share.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) servers: Arc<Servers>,
    pub(crate) locator: Arc<Locator>,
    /// Names this client in nonces.
    pub(crate) nonce_group: u64,
    /// Whether servers remember nonces.
    pub(crate) nonces: bool,
    /// Bytes that scans may read ahead.
    pub(crate) read_ahead: Arc<Semaphore>,
    /// Which tables are read by whole families.
    pub(crate) known_families: KnownFamilies,
}

impl Client {
    /// Sends a request to the region of a row, again where that helps. `make` is called with the region at each try.
    pub(crate) async fn on_row<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        target: (&TableName, &[u8]),
        idempotency: Idempotency,
        make: impl Fn(RegionSpecifier) -> (Q, Bytes),
    ) -> Result<Body> {
        let sent = self.send_to_row(operation, target, idempotency, make, |_| Ok(None));
        sent.await?.body(operation)
    }

    /// The same; an unknown outcome is none of the errors. `thrown` finds an exception in a response,
    /// and whether it can be read.
    pub(crate) async fn send_to_row<Q: Rpc>(
        &self,
        operation: Operation<'_>,
        target: (&TableName, &[u8]),
        idempotency: Idempotency,
        make: impl Fn(RegionSpecifier) -> (Q, Bytes),
        thrown: impl Fn(&Body) -> hbase_rpc::Result<Option<RemoteException>>,
    ) -> Result<Sent> {
        let (mut pauses, mut doubt) = (Pauses::default(), None);
        loop {
            let located = self.locate(operation, target, &mut pauses);
            let region = located
                .await
                .map_err(|error| settled(doubt.as_ref(), operation, error))?;
            let (request, cells) = make(region_specifier(region.name.clone()));
            let begun = clock::now();
            let call = self
                .servers
                .call(&region.server, &request, cells, operation.deadline);
            let failure = match call.await.and_then(|body| without(&thrown, body)) {
                Ok(body) => return Ok(Sent::Answered(body)),
                Err(failure) => failure,
            };
            let pause = match self.react(&failure, &region, idempotency) {
                Ok(pause) => pause,
                Err(Outcome::Known) => {
                    let error = report(operation, failure, &region.server, Outcome::Known);
                    return Err(settled(doubt.as_ref(), operation, error));
                }
                Err(Outcome::Unknown) => {
                    return Ok(Sent::Unknown(Lost {
                        failure,
                        region,
                        begun,
                    }));
                }
            };
            // A later try that was not sent does not settle an earlier one that was.
            doubt = Doubt::of(&failure, &region.server, idempotency).or(doubt);
            self.pause(&mut pauses, pause, operation, failure, &region)
                .await
                .map_err(|error| settled(doubt.as_ref(), operation, error))?;
        }
    }

    /// The region of a row; waits while it has no server.
    pub(crate) async fn locate(
        &self,
        operation: Operation<'_>,
        (table, row): (&TableName, &[u8]),
        pauses: &mut Pauses,
    ) -> Result<Arc<Region>> {
        loop {
            let error = match self.locator.region(table, row, operation.deadline).await {
                Ok(region) => return Ok(region),
                Err(error) => error,
            };
            self.wait_for_region(operation, error, pauses).await?;
        }
    }

    /// Waits where a region may be had a little later, and returns the error otherwise.
    pub(crate) async fn wait_for_region(
        &self,
        operation: Operation<'_>,
        error: LocateError,
        pauses: &mut Pauses,
    ) -> Result<()> {
        if let Some(pause) = error.pause() {
            self.note_retry(operation, error.cause());
            if wait(pauses, pause, operation.deadline).await {
                return Ok(());
            }
        }
        Err(operation.not_located(error))
    }

    /// Counts a retry, which follows if the deadline allows its pause.
    pub(crate) fn note_retry(&self, operation: Operation<'_>, cause: &str) {
        self.servers.counters.retried(cause);
        let table = operation.table.map(tracing::field::display);
        tracing::debug!(target: "hbase_schema", backend = NAME, doing = operation.doing, table, cause, "retrying a call");
    }

    /// Applies what a failure says about the region's location. Returns the pause before the next try, or the outcome to
    /// report.
    pub(crate) fn react(
        &self,
        failure: &CallFailure,
        region: &Arc<Region>,
        idempotency: Idempotency,
    ) -> std::result::Result<Pause, Outcome> {
        let (mut reaction, mut location) = (reaction(failure, idempotency), location(failure));
        // Servers remember for minutes where a region went, also after it came back: two of them may send a client to and
        // fro. The second report in a row is not followed.
        if region.is_reported && matches!(location, Location::Moved(..)) {
            (reaction, location) = (Reaction::Retry(Pause::Step), Location::Forget);
        }
        self.relocate(region, location);
        match reaction {
            Reaction::Retry(pause) => Ok(pause),
            Reaction::Unknown => Err(Outcome::Unknown),
            Reaction::Report => Err(Outcome::Known),
        }
    }

    fn relocate(&self, region: &Arc<Region>, location: Location) {
        let cache = self.locator.cache();
        let is_forgotten = match location {
            Location::Keep => false,
            Location::Forget => {
                // The registry has the region of hbase:meta besides the cache. Other regions change nothing
                // there.
                self.locator.registry.forget_meta(region);
                cache.forget(region)
            }
            Location::Moved(server, start_code) => cache.moved(region, server, start_code),
            Location::Suspect => {
                cache.suspect(&region.server);
                false
            }
        };
        let forgotten = &self.servers.counters.forgotten;
        forgotten.add(usize::from(is_forgotten));
    }

    pub(crate) async fn pause(
        &self,
        pauses: &mut Pauses,
        pause: Pause,
        operation: Operation<'_>,
        failure: CallFailure,
        region: &Region,
    ) -> Result<()> {
        self.note_retry(operation, failure.cause());
        let length = pauses.length(pause, clock::remaining(operation.deadline));
        let until = length.map_or(operation.deadline, |length| {
            clock::at_most(operation.deadline, length)
        });
        if !keeps_location(&failure)
            && let Some(error) = self.table_disabled(operation, pauses, until).await
        {
            return Err(error);
        }
        if wait(pauses, pause, operation.deadline).await {
            return Ok(());
        }
        Err(report(operation, failure, &region.server, Outcome::Known))
    }

    /// The error of a disabled table, looked for before every second try from the third on: its regions are served nowhere,
    /// which is said by `hbase:meta` alone. The next try does not wait for it beyond its pause, the end of which is the
    /// deadline here: a slow `hbase:meta` has more time before later tries.
    pub(crate) async fn table_disabled(
        &self,
        operation: Operation<'_>,
        pauses: &Pauses,
        deadline: Deadline,
    ) -> Option<Error> {
        let tries = pauses.tries();
        let is_time = tries >= 2 && tries.is_multiple_of(2);
        let table = operation.table.filter(|_| is_time)?;
        let disabled = Box::pin(self.locator.is_disabled(table, deadline)).await;
        let table = table.clone();
        matches!(disabled, Ok(true)).then_some(Error::TableDisabled { table })
    }
}

/// A response, if it can be read and has no exception.
fn without(
    thrown: impl Fn(&Body) -> hbase_rpc::Result<Option<RemoteException>>,
    body: Body,
) -> std::result::Result<Body, CallFailure> {
    match thrown(&body)? {
        None => Ok(body),
        Some(exception) => Err(CallFailure::Remote(exception)),
    }
}

/// How a request to the region of a row has ended.
#[derive(Debug)]
pub(crate) enum Sent {
    Answered(Body),
    /// It may have been carried out.
    Unknown(Lost),
}

impl Sent {
    /// The response; an unknown outcome is an error.
    pub(crate) fn body(self, operation: Operation<'_>) -> Result<Body> {
        match self {
            Self::Answered(body) => Ok(body),
            Self::Unknown(lost) => Err(lost.report(operation)),
        }
    }
}

/// A request that may have been carried out.
#[derive(Debug)]
pub(crate) struct Lost {
    pub(crate) failure: CallFailure,
    pub(crate) region: Arc<Region>,
    /// When it was sent.
    pub(crate) begun: clock::Instant,
}

impl Lost {
    pub(crate) fn report(self, operation: Operation<'_>) -> Error {
        report(
            operation,
            self.failure,
            &self.region.server,
            Outcome::Unknown,
        )
    }
}
