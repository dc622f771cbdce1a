//! A bounded number of connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::future::select_all;
use hbase_model::Deadline;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::clock::Clock;
use super::connection::Connection;
use super::failure::{Failure, Phase};
use super::gateways::Gateways;
use crate::options::{Gateway, Options};
use crate::wire::Wire;

/// Room for one connection; locked while a call is under way on it.
#[derive(Debug, Default)]
struct Slot {
    connection: Arc<Mutex<Option<Connection>>>,
    /// How many open scanners live on it.
    scanners: Arc<AtomicUsize>,
}

/// A slot's room while it is locked.
type Room = OwnedMutexGuard<Option<Connection>>;

/// The time was over before a connection was free.
const QUEUED: Failure = Failure::Over {
    phase: Phase::Queued,
};

/// The connections to all gateways.
#[derive(Debug)]
pub(crate) struct Pool {
    slots: Vec<Slot>,
    pub(crate) gateways: Gateways,
    wire: Wire,
    most_idle: Duration,
    clock: Arc<dyn Clock>,
}

/// Which connection is wanted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Want {
    /// Any, rather one that is open.
    Any,
    /// One on which few scanners live, so that scans go on side by side.
    ForScanner,
}

/// Where a scanner lives: a gateway's scanner numbers begin anew when it starts again, so a scanner
/// is known by the connection on which it was opened.
#[derive(Debug)]
pub(crate) struct Home {
    slot: usize,
    number: u64,
    scanners: Arc<AtomicUsize>,
}

impl Drop for Home {
    fn drop(&mut self) {
        self.scanners.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection for one call. Unless it is given back, it is closed.
#[derive(Debug)]
pub(crate) struct Lease {
    pub(crate) connection: Connection,
    slot: usize,
    room: Room,
    scanners: Arc<AtomicUsize>,
    clock: Arc<dyn Clock>,
}

impl Lease {
    /// The call ended well.
    pub(crate) fn give_back(mut self) {
        self.connection.used_at = self.clock.now();
        self.connection.tidy();
        *self.room = Some(self.connection);
    }

    /// Makes this connection a scanner's home.
    pub(crate) fn home(&self) -> Home {
        self.scanners.fetch_add(1, Ordering::Relaxed);
        Home {
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
            most_idle: options.most_idle,
            clock: Arc::clone(&options.clock),
        }
    }

    /// How many connections there are at most.
    pub(crate) fn size(&self) -> usize {
        self.slots.len()
    }

    /// A connection for one call, opened where there is none.
    pub(crate) async fn take(&self, want: Want, deadline: Deadline) -> Result<Lease, Failure> {
        if deadline.is_over() {
            return Err(Failure::Over {
                phase: Phase::Unsent,
            });
        }
        let (slot, mut room) = match self.free(want) {
            Some(found) => found,
            None => match tokio::time::timeout_at(deadline.instant().into(), self.next()).await {
                Ok(found) => found,
                Err(_) => return Err(QUEUED),
            },
        };
        let kept = room.take().filter(|connection| self.is_usable(connection));
        let connection = match kept {
            Some(connection) => connection,
            None => self.open(deadline).await?,
        };
        Ok(self.lease(slot, room, connection))
    }

    /// A scanner's own connection; `None` where it is closed.
    pub(crate) async fn home(
        &self,
        home: &Home,
        deadline: Deadline,
    ) -> Result<Option<Lease>, Failure> {
        let slot = &self.slots[home.slot];
        let room = Arc::clone(&slot.connection).lock_owned();
        let Ok(mut room) = tokio::time::timeout_at(deadline.instant().into(), room).await else {
            return Err(QUEUED);
        };
        if room
            .as_ref()
            .is_none_or(|found| found.number() != home.number)
        {
            return Ok(None);
        }
        let kept = room.take().filter(|connection| self.is_usable(connection));
        Ok(kept.map(|connection| self.lease(home.slot, room, connection)))
    }

    fn lease(&self, slot: usize, room: Room, connection: Connection) -> Lease {
        Lease {
            connection,
            slot,
            room,
            scanners: Arc::clone(&self.slots[slot].scanners),
            clock: Arc::clone(&self.clock),
        }
    }

    /// Whether a connection can be trusted not to have been closed by the gateway meanwhile.
    fn is_usable(&self, connection: &Connection) -> bool {
        let idle = self
            .clock
            .now()
            .saturating_duration_since(connection.used_at);
        idle < self.most_idle && connection.is_alive(idle)
    }

    async fn open(&self, deadline: Deadline) -> Result<Connection, Failure> {
        let (stream, gateway) = self.gateways.connect(deadline).await?;
        Ok(Connection::new(
            stream,
            gateway,
            self.wire,
            self.clock.now(),
        ))
    }

    /// The best slot among those on which no call is under way.
    fn free(&self, want: Want) -> Option<(usize, Room)> {
        let mut best: Option<((usize, bool), usize, Room)> = None;
        for (at, slot) in self.slots.iter().enumerate() {
            let Ok(room) = Arc::clone(&slot.connection).try_lock_owned() else {
                continue;
            };
            let scanners = match want {
                Want::Any => 0,
                Want::ForScanner => slot.scanners.load(Ordering::Relaxed),
            };
            let rank = (scanners, room.is_none());
            if best.as_ref().is_none_or(|(found, ..)| rank < *found) {
                best = Some((rank, at, room));
            }
            if rank == (0, false) {
                break;
            }
        }
        best.map(|(_, at, room)| (at, room))
    }

    /// The slot whose call ends first.
    async fn next(&self) -> (usize, Room) {
        let waits = self.slots.iter().map(|slot| {
            let room = Arc::clone(&slot.connection);
            Box::pin(room.lock_owned())
        });
        let (room, slot, _) = select_all(waits).await;
        (slot, room)
    }
}
