//! The gateways: used in turn; one that failed recently is tried last.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hbase_backend::Deadline;
use hbase_tcp::{connect, share};
use tokio::net::TcpStream;

use super::error::{Phase, TransportError};
use crate::gateway::Gateway;

/// The time for which a gateway is tried last after it refused a connection, or did not respond on
/// a new one.
const SHUNNED: Duration = Duration::from_secs(5);

/// A gateway and its health.
#[derive(Debug)]
struct Member {
    gateway: Gateway,
    failed_at: Mutex<Option<Instant>>,
    /// Whether it has ever responded.
    proven: AtomicBool,
}

/// The gateways of a cluster.
#[derive(Debug)]
pub(crate) struct Gateways {
    members: Vec<Member>,
    turn: AtomicUsize,
}

impl Gateways {
    pub(crate) fn new(gateways: Vec<Gateway>) -> Self {
        let member = |gateway| Member {
            gateway,
            failed_at: Mutex::new(None),
            proven: AtomicBool::new(false),
        };
        Self {
            members: gateways.into_iter().map(member).collect(),
            turn: AtomicUsize::new(0),
        }
    }

    /// The address of one gateway, or of all.
    pub(crate) fn address(&self, gateway: Option<usize>) -> String {
        match gateway {
            Some(index) => self.members[index].gateway.to_string(),
            None => self.join(", "),
        }
    }

    /// All addresses, separated by `separator`.
    pub(crate) fn join(&self, separator: &str) -> String {
        let members = self.members.iter();
        let addresses: Vec<_> = members.map(|member| member.gateway.to_string()).collect();
        addresses.join(separator)
    }

    /// Whether a gateway has ever responded.
    pub(crate) fn is_proven(&self, gateway: usize) -> bool {
        self.members[gateway].proven.load(Ordering::Relaxed)
    }

    /// Records that a gateway has responded.
    pub(crate) fn answered(&self, gateway: usize) {
        self.members[gateway].proven.store(true, Ordering::Relaxed);
    }

    /// Records that a gateway has failed: it is tried last for a while.
    pub(crate) fn failed(&self, gateway: usize) {
        *self.members[gateway].lock_failed_at() = Some(Instant::now());
    }

    /// Connects to the next gateway that accepts; returns its index too.
    pub(crate) async fn connect(
        &self,
        deadline: Deadline,
    ) -> Result<(TcpStream, usize), TransportError> {
        let mut last = TransportError::Timeout {
            phase: Phase::Connecting,
        };
        let order = self.order();
        for (tried, &index) in order.iter().enumerate() {
            match self.connect_to(index, deadline, order.len() - tried).await {
                Ok(stream) => return Ok((stream, index)),
                Err(error) => {
                    self.failed(index);
                    last = error;
                }
            }
            if deadline.is_over() {
                break;
            }
        }
        Err(last)
    }

    /// Connects to one of the `left` gateways that were not tried yet.
    async fn connect_to(
        &self,
        index: usize,
        deadline: Deadline,
        left: usize,
    ) -> Result<TcpStream, TransportError> {
        let gateway = &self.members[index].gateway;
        let until = match deadline.instant() {
            until if self.members.len() > 1 => share(until, left),
            until => until,
        };
        match connect(&gateway.host, gateway.port, until).await {
            Ok(stream) => Ok(stream),
            Err(_) if deadline.is_over() => Err(TransportError::Timeout {
                phase: Phase::Connecting,
            }),
            Err(error) => Err(self.not_connected(error, gateway)),
        }
    }

    /// With several gateways, the error names this one; with a single one, the call's error names it.
    fn not_connected(&self, error: io::Error, gateway: &Gateway) -> TransportError {
        let error = if self.members.len() > 1 {
            io::Error::new(error.kind(), format!("{gateway}: {error}"))
        } else {
            error
        };
        TransportError::lost(Phase::Connecting, error)
    }

    /// Round robin; recently failed ones come last.
    fn order(&self) -> Vec<usize> {
        let count = self.members.len();
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut order: Vec<usize> = (0..count).map(|n| first.wrapping_add(n) % count).collect();
        order.sort_by_key(|&index| {
            let failed = *self.members[index].lock_failed_at();
            failed.is_some_and(|failed| failed.elapsed() < SHUNNED)
        });
        order
    }
}

impl Member {
    fn lock_failed_at(&self) -> MutexGuard<'_, Option<Instant>> {
        self.failed_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
