//! The connections: one for each server and service, made when first needed.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hbase_model::Deadline;
use hbase_rpc::{Rpc, Service};
use tracing::Instrument as _;

use super::connection::Connection;
use super::failure::CallFailure;
use super::gate::Gate;
use super::handshake::greet;
use crate::NAME;
use crate::clock;
use crate::counts::Counters;
use crate::endpoint::Endpoint;
use crate::options::Options;
use crate::retry::is_server_down;

type Key = (Endpoint, Service);

/// Called with the server of a connection for rows that breaks.
pub(crate) type OnLost = Arc<dyn Fn(&Endpoint) + Send + Sync>;

/// The connections of a client.
pub(crate) struct Servers {
    options: Options,
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
    on_lost: OnLost,
    gate: Gate,
    pub(crate) counters: Arc<Counters>,
}

/// One connection, or none yet. The lock is held while it is made, so that it is made once.
#[derive(Debug, Default)]
struct Slot {
    current: Mutex<Option<Arc<Connection>>>,
    connecting: tokio::sync::Mutex<()>,
}

/// A connection that no other one replaces.
#[derive(Debug)]
pub(crate) struct Pinned {
    slot: Arc<Slot>,
    connection: Arc<Connection>,
}

impl Servers {
    pub(crate) fn new(options: Options, on_lost: OnLost) -> Self {
        Self {
            options,
            slots: Mutex::default(),
            on_lost,
            gate: Gate::default(),
            counters: Arc::default(),
        }
    }

    /// Sends a request to a server and waits for its response.
    pub(crate) async fn call<Q: Rpc>(
        &self,
        server: &Endpoint,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let _pass = self.gate.enter().ok_or(CallFailure::Closed)?;
        self.counters.calls.add(1);
        let slot = self.slot(server, Q::SERVICE);
        let span = tracing::trace_span!(target: "hbase_schema", "rpc", backend = NAME, method = Q::METHOD, %server);
        let calling = async {
            let connection = self.connection(&slot, server, Q::SERVICE, deadline).await?;
            let pinned = Pinned { slot, connection };
            pinned.call(request, cells, deadline).await
        };
        calling.instrument(span).await
    }

    /// A connection for rows to the process that is at this address now.
    pub(crate) async fn pin(
        &self,
        server: &Endpoint,
        deadline: Deadline,
    ) -> Result<Pinned, CallFailure> {
        let _pass = self.gate.enter().ok_or(CallFailure::Closed)?;
        let (slot, service) = (self.slot(server, Service::Client), Service::Client);
        let connection = self.connection(&slot, server, service, deadline).await?;
        Ok(Pinned { slot, connection })
    }

    /// Sends a request to the process of a connection, or to none.
    pub(crate) async fn call_pinned<Q: Rpc>(
        &self,
        pinned: &Pinned,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let _pass = self.gate.enter().ok_or(CallFailure::Closed)?;
        self.counters.calls.add(1);
        pinned.call(request, cells, deadline).await
    }

    /// The same, of a request without cells, whose response has none either.
    pub(crate) async fn ask<Q: Rpc>(
        &self,
        server: &Endpoint,
        request: &Q,
        deadline: Deadline,
    ) -> Result<Q::Response, CallFailure> {
        let body = self.call(server, request, Bytes::new(), deadline).await?;
        Ok(body.message::<Q>()?)
    }

    /// Takes no further calls, lets those under way end, and closes the connections.
    pub(crate) async fn close(&self, deadline: Deadline) {
        self.gate.close(deadline).await;
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.clear();
    }

    async fn connection(
        &self,
        slot: &Slot,
        server: &Endpoint,
        service: Service,
        deadline: Deadline,
    ) -> Result<Arc<Connection>, CallFailure> {
        if let Some(connection) = slot.usable() {
            return Ok(connection);
        }
        if clock::is_over(deadline) {
            return Err(CallFailure::TimedOut);
        }
        // Waiting for another caller's attempt counts: one after the other, callers would wait for a dead server far longer.
        let until = clock::at_most(deadline, self.options.connect_timeout);
        let connecting = async {
            let _alone = slot.connecting.lock().await;
            if let Some(connection) = slot.usable() {
                return Ok(connection);
            }
            let connection = Arc::new(self.connect(server, service, until).await?);
            slot.set(&connection);
            Ok(connection)
        };
        let connected = clock::before(until, Box::pin(connecting)).await;
        connected
            .unwrap_or_else(|| Err(io::Error::new(io::ErrorKind::TimedOut, "no connection")))
            .map_err(|error| CallFailure::not_connected(error, deadline))
    }

    async fn connect(
        &self,
        server: &Endpoint,
        service: Service,
        deadline: Deadline,
    ) -> io::Result<Connection> {
        let opening = async {
            let mut stream = self.options.connector.connect(server, deadline).await?;
            greet(&mut *stream, &self.options.user, service).await?;
            let (most_frame, on_lost) =
                (self.options.response_bytes, self.on_lost(server, service));
            let connection = Connection::start(stream, most_frame, &self.counters, on_lost);
            self.counters.connections.add(1);
            tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), "connected");
            Ok(connection)
        };
        opening.await.map_err(|error: io::Error| {
            io::Error::new(error.kind(), format!("connecting to {server}: {error}"))
        })
    }

    /// Connections to masters have no rows.
    fn on_lost(&self, server: &Endpoint, service: Service) -> super::pending::OnLost {
        let (of_rows, on_lost) = (service == Service::Client, Arc::clone(&self.on_lost));
        let (server, counters) = (server.clone(), Arc::clone(&self.counters));
        Box::new(move || {
            tracing::debug!(target: "hbase_schema", backend = NAME, %server, service = service.name(), "a connection was lost");
            if of_rows {
                counters.suspected.add(1);
                on_lost(&server);
            }
        })
    }

    fn slot(&self, server: &Endpoint, service: Service) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.entry((server.clone(), service)).or_default();
        Arc::clone(slot)
    }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_struct("Servers")
            .field("options", &self.options)
            .field("slots", &slots)
            .finish_non_exhaustive()
    }
}

impl Pinned {
    async fn call<Q: Rpc>(
        &self,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let outcome = self.connection.call(request, cells, deadline).await;
        if outcome.as_ref().is_err_and(is_server_down) {
            self.slot.retire(&self.connection);
        }
        outcome
    }
}

impl Slot {
    fn usable(&self) -> Option<Arc<Connection>> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let usable = current
            .as_ref()
            .filter(|connection| !connection.is_broken());
        usable.map(Arc::clone)
    }

    fn set(&self, connection: &Arc<Connection>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(Arc::clone(connection));
    }

    /// Has the next call make a new connection; calls under way end on this one.
    fn retire(&self, connection: &Arc<Connection>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.take_if(|known| Arc::ptr_eq(known, connection));
    }
}
