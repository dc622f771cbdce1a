//! Names, servers and the connections between them.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use hbase_model::{BoxFuture, Deadline};
use hbase_native::{Connector, Endpoint, Stream};
use tokio::task::AbortHandle;

use super::cluster::Shared;
use super::server::serve;

/// The bytes that a connection holds in each direction.
const PIPE: usize = 64 << 10;

/// The client's way to the servers.
#[derive(Debug)]
pub(super) struct Network(pub(super) Arc<Shared>);

/// The state of the network.
#[derive(Debug, Default)]
pub(super) struct Wires(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    connections: Vec<(String, AbortHandle)>,
    made: HashMap<String, usize>,
    down: HashSet<String>,
    /// Names that lead to another server.
    names: HashMap<String, String>,
}

impl Wires {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many connections were made to a server.
    pub(super) fn made(&self, host: &str) -> usize {
        self.state().made.get(host).copied().unwrap_or(0)
    }

    /// How many of them are open.
    pub(super) fn open(&self, host: &str) -> usize {
        let state = self.state();
        let open = state.connections.iter();
        open.filter(|(server, task)| server == host && !task.is_finished())
            .count()
    }

    /// Cuts a server's connections.
    pub(super) fn cut(&self, host: &str) {
        let mut state = self.state();
        state.connections.retain(|(server, task)| {
            if server == host {
                task.abort();
            }
            server != host
        });
    }

    pub(super) fn set_down(&self, host: &str, is_down: bool) {
        let mut state = self.state();
        if is_down {
            state.down.insert(host.to_owned());
        } else {
            state.down.remove(host);
        }
    }

    pub(super) fn rename(&self, name: &str, host: &str) {
        let mut state = self.state();
        state.names.insert(name.to_owned(), host.to_owned());
    }
}

impl Connector for Network {
    fn connect<'a>(
        &'a self,
        server: &'a Endpoint,
        _deadline: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(std::future::ready(self.connected(&server.host)))
    }
}

impl Network {
    fn connected(&self, name: &str) -> io::Result<Box<dyn Stream>> {
        let mut state = self.0.wires.state();
        let host = state.names.get(name).cloned();
        let host = host.unwrap_or_else(|| name.to_owned());
        *state.made.entry(host.clone()).or_default() += 1;
        if state.down.contains(&host) {
            return Err(io::ErrorKind::ConnectionRefused.into());
        }
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let task = tokio::spawn(serve(theirs, Arc::clone(&self.0), host.clone()));
        state.connections.push((host, task.abort_handle()));
        Ok(Box::new(ours))
    }
}
