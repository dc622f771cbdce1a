//! The connections: one for each server and service, made when first needed.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use hbase_model::Deadline;
use hbase_rpc::{Rpc, Service};
use tokio::time::{Instant, timeout_at};

use super::connection::Connection;
use super::failure::CallFailure;
use crate::endpoint::Endpoint;
use crate::options::Options;

type Key = (Endpoint, Service);

/// The connections of a client.
#[derive(Debug)]
pub(crate) struct Servers {
    options: Options,
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
}

/// One connection, or none yet. The lock is held while it is made, so that it is made once.
#[derive(Debug, Default)]
struct Slot {
    current: Mutex<Option<Arc<Connection>>>,
    connecting: tokio::sync::Mutex<()>,
}

impl Servers {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            options,
            slots: Mutex::default(),
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
        let connection = self.connection(server, Q::SERVICE, deadline).await?;
        connection.call(request, cells, deadline).await
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

    /// Lets calls under way end, takes no others, and closes the connections.
    pub(crate) async fn close(&self, deadline: Deadline) {
        let slots = std::mem::take(&mut *self.slots.lock().unwrap_or_else(PoisonError::into_inner));
        for slot in slots.into_values() {
            let connection = slot.take();
            if let Some(connection) = connection {
                connection.drain(deadline).await;
            }
        }
    }

    async fn connection(
        &self,
        server: &Endpoint,
        service: Service,
        deadline: Deadline,
    ) -> Result<Arc<Connection>, CallFailure> {
        let slot = self.slot(server, service);
        if let Some(connection) = slot.usable() {
            return Ok(connection);
        }
        let until = Instant::from_std(deadline.instant());
        let connecting = async {
            let _alone = slot.connecting.lock().await;
            if let Some(connection) = slot.usable() {
                return Ok(connection);
            }
            let connection = self.connect(server, service, deadline).await;
            let connection = Arc::new(connection.map_err(CallFailure::not_sent)?);
            slot.set(&connection);
            Ok(connection)
        };
        let timed_out = Err(CallFailure::TimedOut);
        timeout_at(until, connecting).await.unwrap_or(timed_out)
    }

    async fn connect(
        &self,
        server: &Endpoint,
        service: Service,
        deadline: Deadline,
    ) -> io::Result<Connection> {
        let opening = async {
            let stream = self.options.connector.connect(server, deadline).await?;
            let (user, most_frame) = (&self.options.user, self.options.response_bytes);
            Connection::open(stream, user, service, most_frame).await
        };
        opening.await.map_err(|error| {
            io::Error::new(error.kind(), format!("connecting to {server}: {error}"))
        })
    }

    fn slot(&self, server: &Endpoint, service: Service) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = slots.entry((server.clone(), service)).or_default();
        Arc::clone(slot)
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

    fn take(&self) -> Option<Arc<Connection>> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.take()
    }
}
