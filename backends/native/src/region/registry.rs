//! The locations of the active master and `hbase:meta`.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_model::Deadline;
use hbase_rpc::message::{
    GetActiveMasterRequest, GetActiveMasterResponse, GetMetaRegionLocationsRequest,
    GetMetaRegionLocationsResponse, ServerName,
};
use hbase_rpc::region::{META_REGION, META_TABLE};
use hbase_rpc::{Rpc, WireError};

use super::cache::{Region, RegionCache};
use crate::clock;
use crate::endpoint::Endpoint;
use crate::net::{CallFailure, Servers};

/// How long a look-up may hold up other callers, whatever time its own caller has. What it waits for may never come.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// The source of the locations of the active master and `hbase:meta`.
#[derive(Debug)]
pub(crate) enum Bootstrap {
    /// Masters or region servers.
    Servers(Vec<Endpoint>),
    /// `ZooKeeper`.
    #[cfg(feature = "zookeeper")]
    ZooKeeper(crate::zookeeper::Quorum),
}

/// Locations are cached until they prove wrong.
#[derive(Debug)]
pub(crate) struct Registry {
    bootstrap: Bootstrap,
    servers: Arc<Servers>,
    cache: Arc<RegionCache>,
    master: Mutex<Option<Endpoint>>,
    meta: Mutex<Option<Arc<Region>>>,
    /// Locked while one caller looks up the master, so that the others wait for the result.
    asking_master: tokio::sync::Mutex<()>,
    /// The same for `hbase:meta`: reads and writes need no master.
    asking_meta: tokio::sync::Mutex<()>,
}

impl Registry {
    pub(crate) fn new(
        bootstrap: Bootstrap,
        servers: Arc<Servers>,
        cache: Arc<RegionCache>,
    ) -> Self {
        Self {
            bootstrap,
            servers,
            cache,
            master: Mutex::default(),
            meta: Mutex::default(),
            asking_master: tokio::sync::Mutex::default(),
            asking_meta: tokio::sync::Mutex::default(),
        }
    }

    /// The active master.
    pub(crate) async fn master(&self, deadline: Deadline) -> Result<Endpoint, CallFailure> {
        let known = || lock(&self.master).clone();
        let until = clock::at_most(deadline, PATIENCE);
        let asking = async {
            let master = endpoint(&self.active_master(until).await?)?;
            *lock(&self.master) = Some(master.clone());
            Ok(master)
        };
        self.known_or(&self.asking_master, known, asking, deadline)
            .await
    }

    /// Returns the cached location, or looks it up: one caller does, and the others wait for the result.
    async fn known_or<T>(
        &self,
        turn: &tokio::sync::Mutex<()>,
        known: impl Fn() -> Option<T>,
        asking: impl Future<Output = Result<T, CallFailure>>,
        deadline: Deadline,
    ) -> Result<T, CallFailure> {
        if let Some(known) = known() {
            return Ok(known);
        }
        let alone = async {
            let _alone = turn.lock().await;
            match known() {
                Some(known) => Ok(known),
                None => asking.await,
            }
        };
        let until = clock::at_most(deadline, PATIENCE);
        let asked = clock::before(until, alone).await;
        asked
            .unwrap_or(Err(CallFailure::TimedOut))
            .map_err(|failure| failure.of_limited(deadline, "no server tells where to go"))
    }

    async fn active_master(&self, deadline: Deadline) -> Result<ServerName, CallFailure> {
        match &self.bootstrap {
            Bootstrap::Servers(servers) => self.master_of(servers, deadline).await,
            #[cfg(feature = "zookeeper")]
            Bootstrap::ZooKeeper(quorum) => Box::pin(quorum.master(deadline)).await,
        }
    }

    async fn master_of(
        &self,
        servers: &[Endpoint],
        deadline: Deadline,
    ) -> Result<ServerName, CallFailure> {
        let name = |response: GetActiveMasterResponse| response.server_name;
        let request = GetActiveMasterRequest {};
        let master = self.first(servers, &request, name, deadline).await?;
        master.ok_or_else(|| absent("no server knows an active master"))
    }

    /// Drops the cached location of the master.
    pub(crate) fn forget_master(&self) {
        *lock(&self.master) = None;
    }

    /// The only region of `hbase:meta`.
    pub(crate) async fn meta(&self, deadline: Deadline) -> Result<Arc<Region>, CallFailure> {
        let known = || {
            let meta = lock(&self.meta);
            meta.clone().filter(|meta| !meta.is_suspect())
        };
        let until = clock::at_most(deadline, PATIENCE);
        let asking = async {
            let server = endpoint(&self.meta_server(until).await?)?;
            let range = [Bytes::new(), Bytes::new()];
            let name = Bytes::from_static(META_REGION);
            // Like any other region, it is suspect after its server was lost.
            let meta = self
                .cache
                .insert(Region::new(name, META_TABLE, range, server));
            *lock(&self.meta) = Some(Arc::clone(&meta));
            Ok(meta)
        };
        self.known_or(&self.asking_meta, known, asking, deadline)
            .await
    }

    async fn meta_server(&self, deadline: Deadline) -> Result<ServerName, CallFailure> {
        match &self.bootstrap {
            Bootstrap::Servers(servers) => self.meta_of(servers, deadline).await,
            #[cfg(feature = "zookeeper")]
            Bootstrap::ZooKeeper(quorum) => Box::pin(quorum.meta(deadline)).await,
        }
    }

    async fn meta_of(
        &self,
        servers: &[Endpoint],
        deadline: Deadline,
    ) -> Result<ServerName, CallFailure> {
        let name = |response: GetMetaRegionLocationsResponse| {
            let mut replicas = response.meta_locations.into_iter();
            let first = replicas.find(|replica| replica.region_info.replica_id.unwrap_or(0) == 0);
            first?.server_name
        };
        let request = GetMetaRegionLocationsRequest {};
        let server = self.first(servers, &request, name, deadline).await?;
        server.ok_or_else(|| absent("no server knows where hbase:meta is"))
    }

    /// Drops the cached location of `hbase:meta`, unless it was replaced meanwhile.
    pub(crate) fn forget_meta(&self, region: &Arc<Region>) {
        let mut meta = lock(&self.meta);
        if meta
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, region))
        {
            *meta = None;
        }
    }

    /// The first response with a location; all servers are called concurrently. `None` if none has it.
    async fn first<Q: Rpc, T>(
        &self,
        servers: &[Endpoint],
        request: &Q,
        found: impl Fn(Q::Response) -> Option<T>,
        deadline: Deadline,
    ) -> Result<Option<T>, CallFailure> {
        let calls = servers.iter();
        let mut calls: FuturesUnordered<_> = calls
            .map(|server| self.servers.ask(server, request, deadline))
            .collect();
        let mut last = Err(missing("no server: the list of servers is empty"));
        while let Some(outcome) = calls.next().await {
            match outcome.map(&found) {
                Ok(Some(found)) => return Ok(Some(found)),
                other => last = other,
            }
        }
        last
    }
}

fn endpoint(name: &ServerName) -> Result<Endpoint, CallFailure> {
    let port = name.port.and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| missing("a server without a port"))?;
    Ok(Endpoint::new(name.host_name.clone(), port))
}

/// Nothing was sent, since there is no server yet; a retry may find one.
fn absent(what: &'static str) -> CallFailure {
    CallFailure::not_sent(io::Error::new(io::ErrorKind::NotConnected, what))
}

fn missing(what: &str) -> CallFailure {
    CallFailure::Wire(WireError::Value {
        what: what.to_owned(),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
