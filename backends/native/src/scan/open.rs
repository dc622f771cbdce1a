//! A scanner at a server: the order of its calls, its lease, and how it is closed.

use std::sync::Arc;
use std::time::Duration;

use hbase_rpc::message::{ScanRequest, ScanResponse};

use crate::client::Client;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::{Pause, Pauses, is_scanner_in_use, wait};
use crate::{NAME, clock};

/// The lease if the server does not report it (`hbase.client.scanner.timeout.period`).
const LEASE: Duration = Duration::from_secs(60);

/// The shortest pause between renewals, whatever lease a server reports.
const LEAST_PAUSE: Duration = Duration::from_millis(100);

/// Maximum wait for the response to a request that only keeps or ends a lease.
const SOON: Duration = Duration::from_secs(5);

/// A scanner of one region, at its server.
#[derive(Debug)]
pub(super) struct OpenScanner {
    region: Arc<Region>,
    id: u64,
    next_call_seq: u64,
    /// How long the server keeps it without a call.
    lease: Duration,
}

impl OpenScanner {
    /// `lease_ms` is the server's report; 0 counts as no report.
    pub(super) fn new(region: &Arc<Region>, id: u64, lease_ms: Option<u32>) -> Self {
        let lease_ms = lease_ms.filter(|ms| *ms > 0);
        Self {
            region: Arc::clone(region),
            id,
            next_call_seq: 0,
            lease: lease_ms.map_or(LEASE, |ms| Duration::from_millis(ms.into())),
        }
    }

    pub(super) fn region(&self) -> &Arc<Region> {
        &self.region
    }

    /// The request for the next rows.
    pub(super) fn next(&mut self) -> ScanRequest {
        let sequence = self.next_call_seq;
        self.next_call_seq += 1;
        ScanRequest {
            scanner_id: Some(self.id),
            next_call_seq: Some(sequence),
            ..ScanRequest::default()
        }
    }

    /// Takes back the last request for rows, which the server has not begun: the next request gets its number.
    pub(super) fn take_back(&mut self) {
        self.next_call_seq = self.next_call_seq.saturating_sub(1);
    }

    /// The pause before the next renewal: half of the lease.
    pub(super) fn renewal(&self) -> Duration {
        (self.lease / 2).max(LEAST_PAUSE)
    }

    /// Renews the lease; returns whether the server has done so. The request has no number in the order of
    /// calls, so a lost one does not affect the scanner.
    pub(super) async fn renew(&self, client: &Client) -> bool {
        let request = ScanRequest {
            scanner_id: Some(self.id),
            number_of_rows: Some(0),
            close_scanner: Some(false),
            renew: Some(true),
            ..ScanRequest::default()
        };
        match self.ask(client, &request).await {
            Some(Ok(_)) => true,
            Some(Err(failure)) => {
                tracing::debug!(target: "hbase_schema", backend = NAME, cause = failure.cause(), "a scanner was not renewed");
                false
            }
            None => false,
        }
    }

    /// Sends a request that only keeps or ends the lease; `None` if the response does not come soon, and the
    /// call is then dropped. Its own deadline is much later: a call that reaches its deadline could end the
    /// connection, which others use, although the server only pauses.
    async fn ask(
        &self,
        client: &Client,
        request: &ScanRequest,
    ) -> Option<Result<ScanResponse, CallFailure>> {
        let call = client
            .servers
            .ask(&self.region.server, request, clock::after(LEASE));
        clock::before(clock::after(SOON), call).await
    }

    /// Tells the server that the scanner is no longer needed. If the request is lost, the lease expires. The server rejects
    /// the request while it handles a call of the scanner, for example one that was dropped. The request is then retried.
    pub(super) fn close(self, client: &Arc<Client>) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        let client = Arc::clone(client);
        runtime.spawn(async move {
            let request = ScanRequest {
                scanner_id: Some(self.id),
                close_scanner: Some(true),
                number_of_rows: Some(0),
                ..ScanRequest::default()
            };
            let (mut pauses, end) = (Pauses::default(), clock::after(LEASE));
            while let Some(Err(failure)) = self.ask(&client, &request).await {
                let is_in_use = is_scanner_in_use(&failure);
                if !is_in_use || !wait(&mut pauses, Pause::Step, end).await {
                    tracing::debug!(target: "hbase_schema", backend = NAME, cause = failure.cause(), "a scanner was not closed");
                    return;
                }
            }
        });
    }
}
