//! Makes the native client's connections, each through a proxy of its server.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hbase_backend::{BoxFuture, Deadline};
use hbase_native::{Connector, Endpoint, Stream, TcpConnector};

use crate::proxy::{Mode, Proxy};

/// A proxy for each server, made when it is first connected to; clones share them.
#[derive(Clone, Debug)]
pub struct Network(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    seed: u64,
    proxies: Mutex<HashMap<Endpoint, Proxy>>,
    mode: Mutex<Mode>,
    tcp: TcpConnector,
}

impl Network {
    /// Connections pass at first; the seed determines where they are cut later.
    pub fn new(seed: u64) -> Self {
        Self(Arc::new(Shared {
            seed,
            proxies: Mutex::default(),
            mode: Mutex::new(Mode::Pass),
            tcp: TcpConnector::default(),
        }))
    }

    /// Changes the treatment of connections to all servers.
    pub fn set(&self, mode: Mode) {
        *lock(&self.0.mode) = mode;
        for proxy in lock(&self.0.proxies).values() {
            proxy.set(mode);
        }
    }

    /// Number of connections cut so far.
    pub fn cuts(&self) -> u64 {
        lock(&self.0.proxies).values().map(Proxy::cuts).sum()
    }

    fn proxy_of(&self, server: &Endpoint) -> io::Result<Endpoint> {
        let mode = *lock(&self.0.mode);
        let mut proxies = lock(&self.0.proxies);
        if !proxies.contains_key(server) {
            let proxy = Proxy::start(&server.to_string(), self.0.seed ^ u64::from(server.port))?;
            proxy.set(mode);
            proxies.insert(server.clone(), proxy);
        }
        let address = proxies[server].address();
        let port = address
            .rsplit_once(':')
            .and_then(|(_, port)| port.parse().ok());
        let port = port.ok_or_else(|| io::Error::other("a proxy without a port"))?;
        Ok(Endpoint::new("127.0.0.1", port))
    }
}

impl Connector for Network {
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(async move {
            let proxy = self.proxy_of(server)?;
            self.0.tcp.connect(&proxy, deadline).await
        })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
