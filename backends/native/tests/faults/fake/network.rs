//! Names, servers and the connections between them.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hbase_backend::{BoxFuture, Deadline};
use hbase_native::{Connector, Endpoint, Stream};
use tokio::task::AbortHandle;
use tokio::time::sleep;

use super::cluster::Shared;
use super::server::serve;

/// The bytes that a connection holds in each direction.
const PIPE: usize = 64 << 10;

/// The client's way to the servers.
#[derive(Clone, Debug)]
pub(super) struct Network(pub(super) Arc<Shared>);

/// The state of the network.
#[derive(Debug, Default)]
pub(super) struct Wires(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    connections: Vec<(String, AbortHandle)>,
    made: HashMap<String, usize>,
    /// Servers that take no connections, with the error.
    down: HashMap<String, io::ErrorKind>,
    /// How long the servers take for a connection.
    slow: HashMap<String, Duration>,
    /// How long servers pause before each read.
    reading: HashMap<String, Duration>,
    /// How many of a server's connections, the first ones, are not read.
    frozen: HashMap<String, usize>,
    /// Names that refer to another server.
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

    /// Reads nothing more from the connections that a server has.
    pub(super) fn freeze(&self, host: &str) {
        let made = self.made(host);
        self.state().frozen.insert(host.to_owned(), made);
    }

    /// Continues to read.
    pub(super) fn thaw(&self, host: &str) {
        self.state().frozen.remove(host);
    }

    /// Waits while the connection with this number is not read.
    pub(super) async fn thawed(&self, host: &str, number: usize) {
        let is_frozen = || {
            self.state()
                .frozen
                .get(host)
                .is_some_and(|first| number <= *first)
        };
        while is_frozen() {
            sleep(Duration::from_millis(10)).await;
        }
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

    /// Makes connections to a server fail.
    pub(super) fn refuse(&self, host: &str, error: io::ErrorKind) {
        self.state().down.insert(host.to_owned(), error);
    }

    pub(super) fn accept(&self, host: &str) {
        self.state().down.remove(host);
    }

    /// Pauses before each read.
    pub(super) fn read_slowly(&self, host: &str, pause: Duration) {
        self.state().reading.insert(host.to_owned(), pause);
    }

    pub(super) fn reading_pause(&self, host: &str) -> Duration {
        self.state().reading.get(host).copied().unwrap_or_default()
    }

    /// Makes each further connection take this long.
    pub(super) fn delay(&self, host: &str, delay: Duration) {
        self.state().slow.insert(host.to_owned(), delay);
    }

    fn delay_of(&self, host: &str) -> Duration {
        self.state().slow.get(host).copied().unwrap_or_default()
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
        Box::pin(async {
            let delay = self.0.wires.delay_of(&server.host);
            if !delay.is_zero() {
                sleep(delay).await;
            }
            self.connected(&server.host)
        })
    }
}

impl Network {
    fn connected(&self, name: &str) -> io::Result<Box<dyn Stream>> {
        let mut state = self.0.wires.state();
        let host = state.names.get(name).cloned();
        let host = host.unwrap_or_else(|| name.to_owned());
        *state.made.entry(host.clone()).or_default() += 1;
        if let Some(error) = state.down.get(&host) {
            return Err((*error).into());
        }
        let (ours, theirs) = tokio::io::duplex(PIPE);
        let number = state.made.get(&host).copied().unwrap_or(0);
        let task = tokio::spawn(serve(theirs, Arc::clone(&self.0), host.clone(), number));
        state.connections.push((host, task.abort_handle()));
        Ok(Box::new(ours))
    }
}
