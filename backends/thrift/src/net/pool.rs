//! The bounded pool of connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::select_all;
use hbase_backend::Deadline;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout_at;

use super::connection::Connection;
use super::error::{Phase, TransportError};
use super::gateways::Gateways;
use crate::clock::Clock;
use crate::gateway::Gateway;
use crate::options::Options;
use crate::wire::Wire;

/// A slot for one connection, locked while a call is in progress on it.
#[derive(Debug, Default)]
struct Slot {
    connection: Arc<Mutex<Option<Connection>>>,
    /// Number of open scanners that are bound to it.
    scanners: Arc<AtomicUsize>,
}

/// A locked slot.
type SlotGuard = OwnedMutexGuard<Option<Connection>>;

/// The error if the deadline passes before a connection is free.
const QUEUED: TransportError = TransportError::Timeout {
    phase: Phase::Queued,
};

/// The connections to all gateways, opened on demand.
#[derive(Debug)]
pub(crate) struct Pool {
    slots: Vec<Slot>,
    pub(crate) gateways: Gateways,
    wire: Wire,
    max_idle: Duration,
    clock: Arc<dyn Clock>,
}

/// The purpose for which a connection is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// One call: any connection, preferably an open one.
    Call,
    /// A scanner: the connection with the fewest scanners, so that scans run concurrently.
    Scanner,
}

/// The connection to which a scanner is bound: a restarted gateway reuses scanner ids, so that an id is
/// valid only on the connection on which the scanner was opened.
#[derive(Debug)]
pub(crate) struct ScannerConnection {
    slot: usize,
    number: u64,
    scanners: Arc<AtomicUsize>,
}

impl Drop for ScannerConnection {
    fn drop(&mut self) {
        self.scanners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection for one call. It is closed unless it is returned.
#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) connection: Connection,
    slot: usize,
    guard: SlotGuard,
    scanners: Arc<AtomicUsize>,
    clock: Arc<dyn Clock>,
}

impl Lease {
    /// Returns the connection to the pool after a successful call.
    pub(crate) fn give_back(mut self) {
        self.connection.used_at = self.clock.now();
        self.connection.free_large_buffers();
        *self.guard = Some(self.connection);
    }

    /// Binds a scanner to this connection.
    pub(crate) fn bind_scanner(&self) -> ScannerConnection {
        self.scanners.fetch_add(1, Ordering::Relaxed);
        ScannerConnection {
            slot: self.slot,
            number: self.connection.number(),
            scanners: Arc::clone(&self.scanners),
        }
    }
}

impl Pool {
    pub(crate) fn new(gateways: Vec<Gateway>, options: &Options) -> Self {
        Self {
            slots: (0..options.pool).map(|_| Slot::default()).collect(),
            gateways: Gateways::new(gateways),
            wire: options.wire,
            max_idle: options.max_idle,
            clock: Arc::clone(&options.clock),
        }
    }

    /// Maximum number of connections.
    pub(crate) fn size(&self) -> usize {
        self.slots.len()
    }

    /// Takes a connection for one call; opens one if necessary.
    pub(crate) async fn take(
        &self,
        purpose: Purpose,
        deadline: Deadline,
    ) -> Result<Lease, TransportError> {
        if deadline.is_over() {
            return Err(TransportError::Timeout {
                phase: Phase::Unsent,
            });
        }
        let (slot, mut guard) = match self.best_free(purpose) {
            Some(found) => found,
            None => match timeout_at(deadline.instant().into(), self.next_free()).await {
                Ok(found) => found,
                Err(_) => return Err(QUEUED),
            },
        };
        // Taken out of its slot: if the caller stops waiting, the connection is closed with the lease.
        // Otherwise, a later call would read the response to this one.
        let kept = guard.take().filter(|connection| self.is_usable(connection));
        let connection = match kept {
            Some(connection) => connection,
            None => self.open(deadline).await?,
        };
        Ok(self.lease(slot, guard, connection))
    }

    /// Takes a scanner's connection; `None` if that is closed.
    pub(crate) async fn take_bound(
        &self,
        scanner: &ScannerConnection,
        deadline: Deadline,
    ) -> Result<Option<Lease>, TransportError> {
        let slot = &self.slots[scanner.slot];
        let lock = Arc::clone(&slot.connection).lock_owned();
        let Ok(mut guard) = timeout_at(deadline.instant().into(), lock).await else {
            return Err(QUEUED);
        };
        let is_bound = |found: &Connection| found.number() == scanner.number;
        if !guard.as_ref().is_some_and(is_bound) {
            return Ok(None);
        }
        let kept = guard.take().filter(|connection| self.is_usable(connection));
        Ok(kept.map(|connection| self.lease(scanner.slot, guard, connection)))
    }

    fn lease(&self, slot: usize, guard: SlotGuard, connection: Connection) -> Lease {
        Lease {
            connection,
            slot,
            guard,
            scanners: Arc::clone(&self.slots[slot].scanners),
            clock: Arc::clone(&self.clock),
        }
    }

    /// Whether the gateway has probably not closed the connection meanwhile.
    fn is_usable(&self, connection: &Connection) -> bool {
        let idle = self
            .clock
            .now()
            .saturating_duration_since(connection.used_at);
        idle < self.max_idle && connection.is_alive(idle)
    }

    async fn open(&self, deadline: Deadline) -> Result<Connection, TransportError> {
        let (stream, gateway) = self.gateways.connect(deadline).await?;
        Ok(Connection::new(
            stream,
            gateway,
            self.wire,
            self.clock.now(),
        ))
    }

    /// The best slot among those without a call in progress.
    fn best_free(&self, purpose: Purpose) -> Option<(usize, SlotGuard)> {
        let mut best: Option<((usize, bool), usize, SlotGuard)> = None;
        for (index, slot) in self.slots.iter().enumerate() {
            let Ok(guard) = Arc::clone(&slot.connection).try_lock_owned() else {
                continue;
            };
            let scanners = match purpose {
                Purpose::Call => 0,
                Purpose::Scanner => slot.scanners.load(Ordering::Relaxed),
            };
            let rank = (scanners, guard.is_none());
            if best.as_ref().is_none_or(|(found, ..)| rank < *found) {
                best = Some((rank, index, guard));
            }
            if rank == (0, false) {
                break;
            }
        }
        best.map(|(_, index, guard)| (index, guard))
    }

    /// The slot whose call ends first.
    async fn next_free(&self) -> (usize, SlotGuard) {
        let locks = self.slots.iter().map(|slot| {
            let connection = Arc::clone(&slot.connection);
            Box::pin(connection.lock_owned())
        });
        let (guard, slot, _) = select_all(locks).await;
        (slot, guard)
    }
}
