//! Makes connections to servers.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use hbase_rpc::Service;

use super::connection::Connection;
use super::handshake::greet;
use super::pending;
use super::warnings::Warnings;
use crate::counts::Counters;
use crate::endpoint::Endpoint;
use crate::options::Options;
use crate::{NAME, clock};

/// Called with the server of a connection for rows that breaks.
pub(crate) type OnLost = Arc<dyn Fn(&Endpoint) + Send + Sync>;

/// Makes connections by the client's options.
pub(super) struct Dialer {
    options: Options,
    on_lost: OnLost,
    counters: Arc<Counters>,
    warnings: Arc<Warnings>,
}

/// The error of a connection that has taken too long.
pub(super) fn no_answer() -> io::Error {
    let what = "no connection so far: its host does not answer, or a firewall drops its packets";
    io::Error::new(io::ErrorKind::TimedOut, what)
}

impl Dialer {
    pub(super) fn new(options: Options, on_lost: OnLost, counters: Arc<Counters>) -> Self {
        Self {
            options,
            on_lost,
            counters,
            warnings: Arc::default(),
        }
    }

    /// Maximum time to make a connection.
    pub(super) fn timeout(&self) -> Duration {
        self.options.connect_timeout
    }

    /// Maximum bytes of a request.
    pub(super) fn request_bytes(&self) -> usize {
        self.options.request_bytes
    }

    /// Connects to a server, within the maximum time.
    pub(super) async fn connect(
        &self,
        server: &Endpoint,
        service: Service,
    ) -> io::Result<Connection> {
        let until = clock::after(self.timeout());
        let opening = async {
            let mut stream = self.options.connector.connect(server, until).await?;
            greet(&mut *stream, &self.options.user, service).await?;
            Ok(stream)
        };
        let opened = clock::before(until, opening).await;
        let stream = opened
            .unwrap_or_else(|| Err(no_answer()))
            .map_err(|error: io::Error| {
                io::Error::new(error.kind(), format!("connecting to {server}: {error}"))
            })
            .inspect_err(|cause| self.warn_of(server, cause))?;
        let on_lost = self.on_lost(server, service);
        let connection = Connection::start(stream, &self.options, &self.counters, on_lost);
        self.counters.connections.add(1);
        tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), "connected");
        Ok(connection)
    }

    fn warn_of(&self, server: &Endpoint, cause: &io::Error) {
        if self.warnings.is_due(server) {
            tracing::warn!(target: "hbase_schema", backend = NAME, %server, %cause, "a server cannot be reached");
        } else {
            tracing::debug!(target: "hbase_schema", backend = NAME, %server, %cause, "a server cannot be reached");
        }
    }

    /// Connections to masters have no rows, so nobody is notified of their loss.
    fn on_lost(&self, server: &Endpoint, service: Service) -> pending::OnLost {
        let (of_rows, on_lost) = (service == Service::Client, Arc::clone(&self.on_lost));
        let (server, counters) = (server.clone(), Arc::clone(&self.counters));
        let warnings = Arc::clone(&self.warnings);
        Box::new(move |cause, is_used| {
            counters.lost(&cause.name());
            // No warning for an unused connection: servers close those.
            if is_used && warnings.is_due(&server) {
                tracing::warn!(target: "hbase_schema", backend = NAME, %server, service = service.name(), %cause, "a connection was lost");
            } else {
                tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), %cause, "a connection was lost");
            }
            if of_rows {
                counters.suspected.add(1);
                on_lost(&server);
            }
        })
    }
}

impl fmt::Debug for Dialer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dialer")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
