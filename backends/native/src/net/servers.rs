//! The connections: one for each server, service and runtime. Each is made when it is first needed.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hbase_backend::Deadline;
use hbase_rpc::{Rpc, Service};
use tracing::Instrument as _;

use super::connection::Connection;
use super::dialer::{Dialer, OnLost};
use super::failure::CallFailure;
use super::gate::Gate;
use super::late::OnLate;
use crate::NAME;
use crate::clock;
use crate::counts::Counters;
use crate::detached::detached;
use crate::endpoint::Endpoint;
use crate::options::Options;
use crate::retry::is_server_down;
use crate::runtime::{self, RuntimeId};

/// A connection is used only in the runtime of its tasks.
type Key = (Endpoint, Service, RuntimeId);

/// The connections of a client: one for each server, service and runtime.
pub(crate) struct Servers {
    dialer: Arc<Dialer>,
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
    gate: Gate,
    pub(crate) counters: Arc<Counters>,
}

/// One connection, or none yet.
#[derive(Debug, Default)]
struct Slot {
    current: Mutex<Option<Arc<Connection>>>,
    /// How many attempts to connect have ended.
    ended: AtomicU64,
    /// Locked while a connection is made, so that it is made once; the error of the last attempt.
    connecting: Arc<tokio::sync::Mutex<Option<Arc<io::Error>>>>,
}

/// A connection that no other one replaces.
#[derive(Debug)]
pub(crate) struct Pinned {
    slot: Arc<Slot>,
    connection: Arc<Connection>,
}

impl Servers {
    pub(crate) fn new(options: Options, on_lost: OnLost) -> Self {
        let counters = Arc::default();
        Self {
            dialer: Arc::new(Dialer::new(options, on_lost, Arc::clone(&counters))),
            slots: Mutex::default(),
            gate: Gate::default(),
            counters,
        }
    }

    /// Maximum bytes of a request.
    pub(crate) fn request_bytes(&self) -> usize {
        self.dialer.request_bytes()
    }

    /// Sends a request to a server and waits for its response.
    pub(crate) async fn call<Q: Rpc>(
        &self,
        server: &Endpoint,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        self.call_or_late(server, request, (cells, None), deadline)
            .await
    }

    /// The same for a request without cells; its response is passed to `late` if the caller has gone.
    pub(crate) async fn call_to_open<Q: Rpc>(
        &self,
        server: &Endpoint,
        request: &Q,
        late: OnLate,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let late = (Bytes::new(), Some(late));
        self.call_or_late(server, request, late, deadline).await
    }

    async fn call_or_late<Q: Rpc>(
        &self,
        server: &Endpoint,
        request: &Q,
        (cells, late): (Bytes, Option<OnLate>),
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let _pass = self.gate.enter().ok_or(CallFailure::Closed)?;
        self.counters.calls.add(1);
        let slot = self.slot(server, Q::SERVICE);
        let span = tracing::trace_span!(target: "hbase_schema", "rpc", backend = NAME, method = Q::METHOD, %server);
        let calling = async {
            let connection = self.connection(&slot, server, Q::SERVICE, deadline).await?;
            let pinned = Pinned { slot, connection };
            pinned.call(request, cells, deadline, late).await
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

    /// Sends a request to the process at the other end of this connection, never to another one.
    pub(crate) async fn call_pinned<Q: Rpc>(
        &self,
        pinned: &Pinned,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let _pass = self.gate.enter().ok_or(CallFailure::Closed)?;
        self.counters.calls.add(1);
        pinned.call(request, cells, deadline, None).await
    }

    /// The same for a request and a response without cells.
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
        self.close_connections();
    }

    fn close_connections(&self) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        for (_, slot) in slots.drain() {
            slot.close();
        }
    }

    async fn connection(
        &self,
        slot: &Arc<Slot>,
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
        let until = clock::at_most(deadline, self.dialer.timeout());
        let connecting = self.connect(slot, server, service);
        let connected = clock::before(until, Box::pin(connecting)).await;
        connected
            .unwrap_or_else(|| Err(self.dialer.overdue()))
            .map_err(|error| {
                let has_logged_in = self.dialer.has_logged_in();
                CallFailure::not_connected(error, deadline, has_logged_in)
            })
    }

    /// Connects, or waits for another caller's attempt; its outcome counts for all who wait. An attempt
    /// continues after its caller has gone, because the next one would take as long.
    async fn connect(
        &self,
        slot: &Arc<Slot>,
        server: &Endpoint,
        service: Service,
    ) -> Result<Arc<Connection>, Arc<io::Error>> {
        // Read before the lock: the error of an attempt that ends during the wait holds for this caller, too.
        // An older error does not, because the server may be back.
        let before = slot.ended.load(Ordering::SeqCst);
        let mut last = Arc::clone(&slot.connecting).lock_owned().await;
        if let Some(connection) = slot.usable() {
            return Ok(connection);
        }
        if slot.ended.load(Ordering::SeqCst) > before
            && let Some(error) = &*last
        {
            return Err(Arc::clone(error));
        }
        let (slot, server, dialer) = (Arc::clone(slot), server.clone(), Arc::clone(&self.dialer));
        let dialing = detached(async move {
            let connected = dialer.connect(&server, service).await;
            let connected = connected.map(Arc::new);
            if let Ok(connection) = &connected {
                slot.set(connection);
            }
            *last = connected.as_ref().err().cloned();
            slot.ended.fetch_add(1, Ordering::SeqCst);
            connected
        });
        dialing.await.unwrap_or_else(|error| Err(Arc::new(error)))
    }

    fn slot(&self, server: &Endpoint, service: Service) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (server.clone(), service, runtime::current());
        if !slots.contains_key(&key) {
            // Also those of runtimes that have ended.
            // A slot that someone holds may have an attempt under way: without the slot, another would start.
            slots.retain(|_, slot| Arc::strong_count(slot) > 1 || slot.usable().is_some());
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.close_connections();
    }
}

impl fmt::Debug for Servers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        f.debug_struct("Servers")
            .field("dialer", &self.dialer)
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
        late: Option<OnLate>,
    ) -> Result<hbase_rpc::Body, CallFailure> {
        let outcome = self.connection.call(request, cells, deadline, late).await;
        if outcome.as_ref().is_err_and(is_server_down) {
            self.slot.retire(&self.connection);
        }
        outcome
    }
}

impl Slot {
    fn usable(&self) -> Option<Arc<Connection>> {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        let usable = current.as_ref().filter(|connection| connection.is_usable());
        usable.map(Arc::clone)
    }

    fn set(&self, connection: &Arc<Connection>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        *current = Some(Arc::clone(connection));
    }

    /// Closes the connection; nobody needs its late responses any longer.
    fn close(&self) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(connection) = current.take() {
            connection.close();
        }
    }

    /// Makes the next call open a new connection; calls under way end on this one.
    fn retire(&self, connection: &Arc<Connection>) {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.take_if(|known| Arc::ptr_eq(known, connection));
    }
}
