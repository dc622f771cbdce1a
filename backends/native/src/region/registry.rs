//! Where the active master and `hbase:meta` are.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_model::{Deadline, TableName};
use hbase_rpc::message::{GetActiveMasterRequest, GetMetaRegionLocationsRequest, ServerName};
use hbase_rpc::region::META_REGION;
use hbase_rpc::{Rpc, WireError};

use super::cache::Region;
use crate::endpoint::Endpoint;
use crate::net::{CallFailure, Servers};

/// Asks the servers that the client was given; what they answer is kept until it proves wrong.
#[derive(Debug)]
pub(crate) struct Registry {
    endpoints: Vec<Endpoint>,
    servers: Arc<Servers>,
    master: Mutex<Option<Endpoint>>,
    meta: Mutex<Option<Arc<Region>>>,
}

impl Registry {
    pub(crate) fn new(endpoints: Vec<Endpoint>, servers: Arc<Servers>) -> Self {
        Self {
            endpoints,
            servers,
            master: Mutex::default(),
            meta: Mutex::default(),
        }
    }

    /// The active master.
    pub(crate) async fn master(&self, deadline: Deadline) -> Result<Endpoint, CallFailure> {
        if let Some(master) = &*lock(&self.master) {
            return Ok(master.clone());
        }
        let response = self.first(&GetActiveMasterRequest {}, deadline).await?;
        let name = response
            .server_name
            .ok_or_else(|| missing("no active master"))?;
        let master = endpoint(&name)?;
        *lock(&self.master) = Some(master.clone());
        Ok(master)
    }

    /// Has the master looked up again.
    pub(crate) fn forget_master(&self) {
        *lock(&self.master) = None;
    }

    /// The only region of `hbase:meta`.
    pub(crate) async fn meta(&self, deadline: Deadline) -> Result<Arc<Region>, CallFailure> {
        if let Some(meta) = &*lock(&self.meta) {
            return Ok(Arc::clone(meta));
        }
        let response = self
            .first(&GetMetaRegionLocationsRequest {}, deadline)
            .await?;
        let mut replicas = response.meta_locations.into_iter();
        let first = replicas.find(|location| location.region_info.replica_id.unwrap_or(0) == 0);
        let server = first.and_then(|location| location.server_name);
        let server = endpoint(&server.ok_or_else(|| missing("no location of hbase:meta"))?)?;
        let table = TableName::from_static("hbase", "meta");
        let range = [Bytes::new(), Bytes::new()];
        let name = Bytes::from_static(META_REGION);
        let meta = Arc::new(Region::new(name, table, range, server));
        *lock(&self.meta) = Some(Arc::clone(&meta));
        Ok(meta)
    }

    /// Has `hbase:meta` looked up again, unless it was meanwhile.
    pub(crate) fn forget_meta(&self, region: &Arc<Region>) {
        let mut meta = lock(&self.meta);
        if meta
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, region))
        {
            *meta = None;
        }
    }

    /// The first answer; all endpoints are asked at once.
    async fn first<Q: Rpc>(
        &self,
        request: &Q,
        deadline: Deadline,
    ) -> Result<Q::Response, CallFailure> {
        let calls = self.endpoints.iter();
        let mut calls: FuturesUnordered<_> = calls
            .map(|server| self.servers.ask(server, request, deadline))
            .collect();
        let mut last = missing("no server to ask: the list of servers is empty");
        while let Some(outcome) = calls.next().await {
            match outcome {
                Ok(response) => return Ok(response),
                Err(failure) => last = failure,
            }
        }
        Err(last)
    }
}

fn endpoint(name: &ServerName) -> Result<Endpoint, CallFailure> {
    let port = name.port.and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| missing("a server without a port"))?;
    Ok(Endpoint::new(name.host_name.clone(), port))
}

fn missing(what: &str) -> CallFailure {
    CallFailure::Wire(WireError::Value {
        what: what.to_owned(),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
