//! A scanner at a server: the order of its calls, its lease, its end.

use std::sync::Arc;
use std::time::Duration;

use hbase_rpc::message::{ScanRequest, ScanResponse};

use crate::client::Client;
use crate::net::CallFailure;
use crate::region::Region;
use crate::{NAME, clock};

/// The lease where the server does not report it (`hbase.client.scanner.timeout.period`).
const LEASE: Duration = Duration::from_secs(60);

/// The shortest pause between renewals, whatever lease a server reports.
const LEAST_PAUSE: Duration = Duration::from_millis(100);

/// How long a request that only keeps or ends a lease waits for its response.
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
    /// `lease_ms` is what the server reports, 0 counts as nothing.
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

    /// Takes back the last request for rows: the server has not begun with it, so that the next one has its number.
    pub(super) fn take_back(&mut self) {
        self.next_call_seq = self.next_call_seq.saturating_sub(1);
    }

    /// After which pause the lease is to be renewed: half of it.
    pub(super) fn renewal(&self) -> Duration {
        (self.lease / 2).max(LEAST_PAUSE)
    }

    /// Renews the lease; whether the server has. The request has no number in the order of calls: one that is lost leaves
    /// the scanner as it is.
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

    /// Sends a request that only keeps or ends the lease; `None` if there is no response soon. It is dropped then: its
    /// own deadline comes so much later that a pause of the server never counts as a lost connection, which others use.
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

    /// Tells the server that the scanner is not needed any longer; without it, its lease runs out.
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
            if let Some(Err(failure)) = self.ask(&client, &request).await {
                tracing::debug!(target: "hbase_schema", backend = NAME, cause = failure.cause(), "a scanner was not closed");
            }
        });
    }
}
