//! The locations of the active master and `hbase:meta`.
//!
//! Both are requested from all configured masters or region servers concurrently, and the first response that
//! contains the location counts. Look-ups and attempts to connect have their own limits and continue after
//! their caller's deadline, because the next caller would wait as long.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use hbase_backend::Deadline;
use hbase_rpc::message::{
    GetActiveMasterRequest, GetActiveMasterResponse, GetMetaRegionLocationsRequest,
    GetMetaRegionLocationsResponse, ServerName,
};
use hbase_rpc::region::{META_REGION, META_TABLE};
use hbase_rpc::{Rpc, WireError};

use super::cache::{Region, RegionCache};
use super::limit::{Limit, PATIENCE};
use crate::clock;
use crate::detached::detached;
use crate::endpoint::Endpoint;
use crate::net::{CallFailure, Servers};
use crate::runtime::PerRuntime;

/// The source of the locations of the active master and `hbase:meta`.
#[derive(Debug)]
pub(crate) enum Bootstrap {
    /// Masters or region servers.
    Servers(Vec<Endpoint>),
    /// `ZooKeeper`.
    #[cfg(feature = "zookeeper")]
    ZooKeeper(crate::zookeeper::Quorum),
}

/// Locked while one caller looks up a location.
type Turn = PerRuntime<tokio::sync::Mutex<Limit>>;

/// Caches locations until they prove wrong.
#[derive(Debug)]
pub(crate) struct Registry {
    bootstrap: Bootstrap,
    servers: Arc<Servers>,
    cache: Arc<RegionCache>,
    master: Mutex<Option<Endpoint>>,
    meta: Mutex<Option<Arc<Region>>>,
    /// Locked while one caller looks up the master, so that the others wait for the result.
    asking_master: Turn,
    /// The same for `hbase:meta`: reads and writes need no master.
    asking_meta: Turn,
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
            asking_master: Turn::default(),
            asking_meta: Turn::default(),
        }
    }

    /// The active master.
    pub(crate) async fn master(
        self: &Arc<Self>,
        deadline: Deadline,
    ) -> Result<Endpoint, CallFailure> {
        let known = || lock(&self.master).clone();
        let registry = Arc::clone(self);
        let asking = |limit| async move {
            let master = endpoint(&registry.active_master(limit).await?)?;
            *lock(&registry.master) = Some(master.clone());
            Ok(master)
        };
        let found = known_or(&self.asking_master, known, asking, deadline).await;
        found
            .unwrap_or_else(|| Err(self.too_late()))
            .map_err(|failure| failure.of_limited(deadline, "no server tells where to go"))
    }

    /// The failure of a caller whose deadline has passed while the server of `hbase:meta` was looked up, or
    /// later.
    pub(super) fn too_late_for_meta(&self) -> CallFailure {
        match self.known_meta() {
            Some(_) => CallFailure::TimedOut,
            None => self.too_late(),
        }
    }

    fn too_late(&self) -> CallFailure {
        match &self.bootstrap {
            Bootstrap::Servers(_) => CallFailure::TimedOut,
            #[cfg(feature = "zookeeper")]
            Bootstrap::ZooKeeper(quorum) => quorum.silent(),
        }
    }

    fn known_meta(&self) -> Option<Arc<Region>> {
        let meta = lock(&self.meta);
        meta.clone().filter(|meta| !meta.is_suspect())
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
    pub(crate) async fn meta(
        self: &Arc<Self>,
        deadline: Deadline,
    ) -> Result<Arc<Region>, CallFailure> {
        let known = || self.known_meta();
        let registry = Arc::clone(self);
        let asking = |limit| async move {
            let server = endpoint(&registry.meta_server(limit).await?)?;
            let range = [Bytes::new(), Bytes::new()];
            let name = Bytes::from_static(META_REGION);
            // Like any other region, it is suspect after its server was lost.
            let meta = Region::new(name, META_TABLE, range, server);
            let meta = registry.cache.insert(meta);
            *lock(&registry.meta) = Some(Arc::clone(&meta));
            Ok(meta)
        };
        let found = known_or(&self.asking_meta, known, asking, deadline).await;
        found
            .unwrap_or_else(|| Err(self.too_late()))
            .map_err(|failure| failure.of_limited(deadline, "no server tells where to go"))
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
                // A login fails for a reason that the user can remove; the other servers may just be down.
                _ if matches!(last, Err(CallFailure::Login { .. })) => {}
                other => last = other,
            }
        }
        last
    }
}

/// Returns the cached location, or looks it up: one caller does so, and the others wait for the result. `None`
/// at this caller's deadline; the look-up continues after its caller has gone.
async fn known_or<T, F>(
    turn: &Turn,
    known: impl Fn() -> Option<T>,
    asking: impl FnOnce(Deadline) -> F,
    deadline: Deadline,
) -> Option<Result<T, CallFailure>>
where
    T: Send + 'static,
    F: Future<Output = Result<T, CallFailure>> + Send + 'static,
{
    if let Some(known) = known() {
        return Some(Ok(known));
    }
    let until = clock::at_most(deadline, PATIENCE);
    let alone = async {
        let mut turn = turn.get().lock_owned().await;
        if let Some(known) = known() {
            return Ok(known);
        }
        let limit = turn.of(until);
        let asking = asking(limit);
        let asked = detached(async move {
            let asked = clock::before(limit, asking).await;
            let asked = asked.unwrap_or(Err(CallFailure::TimedOut));
            turn.note(clock::is_over(limit));
            asked
        });
        let ended = |error| Err(CallFailure::not_sent(error));
        asked.await.unwrap_or_else(ended)
    };
    clock::before(until, alone).await
}

fn endpoint(name: &ServerName) -> Result<Endpoint, CallFailure> {
    let port = name.port.and_then(|port| u16::try_from(port).ok());
    let port = port.ok_or_else(|| missing("a server without a port"))?;
    Ok(Endpoint::new(name.host_name.clone(), port))
}

/// Nothing was sent, because no server is known yet; a retry may find one.
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
