//! The gateways: used in turn, and one that does not answer only after the others.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use hbase_model::Deadline;
use tokio::net::TcpStream;

use super::connect::{connect, share};
use super::failure::{Failure, Phase};
use crate::options::Gateway;

/// How long a gateway goes last that took no connection, or did not answer on a new one.
const SHUNNED: Duration = Duration::from_secs(5);

#[derive(Debug)]
struct One {
    gateway: Gateway,
    failed_at: Mutex<Option<Instant>>,
    /// Whether it ever answered.
    proven: AtomicBool,
}

/// All gateways.
#[derive(Debug)]
pub(crate) struct Gateways {
    all: Vec<One>,
    turn: AtomicUsize,
}

impl Gateways {
    pub(crate) fn new(gateways: Vec<Gateway>) -> Self {
        let one = |gateway| One {
            gateway,
            failed_at: Mutex::new(None),
            proven: AtomicBool::new(false),
        };
        Self {
            all: gateways.into_iter().map(one).collect(),
            turn: AtomicUsize::new(0),
        }
    }

    /// A gateway's host and port, or all of them.
    pub(crate) fn place(&self, gateway: Option<usize>) -> String {
        if let Some(one) = gateway.and_then(|at| self.all.get(at)) {
            return one.gateway.to_string();
        }
        self.joined(", ")
    }

    /// One of them, where it is not known which.
    pub(crate) fn any(&self) -> String {
        self.joined(" or ")
    }

    fn joined(&self, between: &str) -> String {
        let all: Vec<_> = self.all.iter().map(|one| one.gateway.to_string()).collect();
        all.join(between)
    }

    /// Whether it ever answered.
    pub(crate) fn is_proven(&self, gateway: usize) -> bool {
        let one = self.all.get(gateway);
        one.is_some_and(|one| one.proven.load(Ordering::Relaxed))
    }

    pub(crate) fn answered(&self, gateway: usize) {
        if let Some(one) = self.all.get(gateway) {
            one.proven.store(true, Ordering::Relaxed);
        }
    }

    /// It goes last for a while.
    pub(crate) fn failed(&self, gateway: usize) {
        if let Some(one) = self.all.get(gateway) {
            *failed_at(one) = Some(Instant::now());
        }
    }

    /// A connection to the next gateway that takes one.
    pub(crate) async fn connect(&self, deadline: Deadline) -> Result<(TcpStream, usize), Failure> {
        let mut last = Failure::Over {
            phase: Phase::Connecting,
        };
        let order = self.order();
        for (tried, &at) in order.iter().enumerate() {
            match self.connect_to(at, deadline, order.len() - tried).await {
                Ok(stream) => return Ok((stream, at)),
                Err(failure) => {
                    self.failed(at);
                    last = failure;
                }
            }
            if deadline.is_over() {
                break;
            }
        }
        Err(last)
    }

    /// A connection to one of the gateways; `left` of them are still to be tried.
    async fn connect_to(
        &self,
        at: usize,
        deadline: Deadline,
        left: usize,
    ) -> Result<TcpStream, Failure> {
        let gateway = &self.all[at].gateway;
        let until = match deadline.instant() {
            until if self.all.len() > 1 => share(until, left),
            until => until,
        };
        match connect(gateway, until).await {
            Ok(stream) => Ok(stream),
            Err(_) if deadline.is_over() => Err(Failure::Over {
                phase: Phase::Connecting,
            }),
            Err(error) => Err(self.not_connected(error, gateway)),
        }
    }

    /// Of several gateways the error tells which; of one the call's error does.
    fn not_connected(&self, error: io::Error, gateway: &Gateway) -> Failure {
        let error = if self.all.len() > 1 {
            io::Error::new(error.kind(), format!("{gateway}: {error}"))
        } else {
            error
        };
        Failure::lost(Phase::Connecting, error)
    }

    /// In turn; those that failed a short time ago last.
    fn order(&self) -> Vec<usize> {
        let count = self.all.len();
        let first = self.turn.fetch_add(1, Ordering::Relaxed);
        let mut order: Vec<usize> = (0..count).map(|n| first.wrapping_add(n) % count).collect();
        order.sort_by_key(|&at| {
            let failed = *failed_at(&self.all[at]);
            failed.is_some_and(|failed| failed.elapsed() < SHUNNED)
        });
        order
    }
}

fn failed_at(one: &One) -> std::sync::MutexGuard<'_, Option<Instant>> {
    one.failed_at.lock().unwrap_or_else(PoisonError::into_inner)
}
