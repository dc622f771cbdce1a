//! The activity that maintenance depends on: bytes written, scans with snapshots, and wake-ups.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::stats::{Counters, Written};

/// Bytes written after which maintenance is woken.
const LOOK_AFTER: u64 = 1 << 20;

/// A holder of a snapshot.
pub(crate) trait Pinned: Send + Sync {
    /// Releases the snapshot if it pins too much and no read is in progress.
    fn release(&self);
}

/// The activity of a store.
#[derive(Default)]
pub(crate) struct Activity {
    written: Written,
    stats: Arc<Counters>,
    scans: Mutex<Vec<Weak<dyn Pinned>>>,
    signal: Arc<Signal>,
}

impl fmt::Debug for Activity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Activity").finish_non_exhaustive()
    }
}

impl Activity {
    pub(crate) fn signal(&self) -> &Arc<Signal> {
        &self.signal
    }

    pub(crate) fn stats(&self) -> &Arc<Counters> {
        &self.stats
    }

    pub(crate) fn written(&self) -> &Written {
        &self.written
    }

    /// Counts written bytes.
    pub(crate) fn note_written(&self, bytes: u64) {
        let now = self.written.add(bytes);
        if now / LOOK_AFTER != now.saturating_sub(bytes) / LOOK_AFTER {
            self.signal.wake();
        }
    }

    /// Registers a holder of a snapshot.
    pub(crate) fn note_pinned(&self, scan: &Arc<dyn Pinned>) {
        let mut scans = self.scans.lock();
        // Twice the number of live holders, so that each holder is visited a constant number of times.
        if scans.len() == scans.capacity() {
            scans.retain(|scan| scan.strong_count() > 0);
            let alive = scans.len();
            scans.reserve(alive.max(8));
        }
        scans.push(Arc::downgrade(scan));
    }

    /// Releases the snapshots that pin too much.
    pub(crate) fn release_snapshots(&self) {
        let scans: Vec<_> = self.scans.lock().iter().filter_map(Weak::upgrade).collect();
        for scan in scans {
            scan.release();
        }
    }
}

/// Starts the thread that waits for a [`Signal`]; `false` on failure.
type Start = Box<dyn Fn() -> bool + Send + Sync>;

/// Wakes the maintenance thread, or ends it.
#[derive(Default)]
pub(crate) struct Signal {
    start: OnceLock<Start>,
    is_started: AtomicBool,
    is_due: Mutex<bool>,
    changed: Condvar,
    is_stopped: Arc<AtomicBool>,
}

impl Signal {
    /// Sets the function that starts the thread on the first [`wake`](Self::wake).
    pub(crate) fn set_start(&self, start: impl Fn() -> bool + Send + Sync + 'static) {
        // Set once, when the store is created.
        let _ = self.start.set(Box::new(start));
    }

    /// Wakes the thread, or starts it.
    pub(crate) fn wake(&self) {
        if !self.is_started.swap(true, Ordering::AcqRel) {
            let is_started = self.start.get().is_some_and(|start| start());
            // If no thread could be started, the next wake-up tries again.
            self.is_started.store(is_started, Ordering::Release);
        }
        self.notify();
    }

    fn notify(&self) {
        *self.is_due.lock() = true;
        self.changed.notify_all();
    }

    /// Ends the thread and its work in progress.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.notify();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Set once the store is no longer used, for [`Work`](crate::work::Work) that ends with it.
    pub(crate) fn stopped(&self) -> &Arc<AtomicBool> {
        &self.is_stopped
    }

    /// Waits for the next [`wake`](Self::wake), up to a timeout.
    pub(crate) fn wait(&self, patience: Duration) {
        let mut due = self.is_due.lock();
        self.changed
            .wait_while_for(&mut due, |is_due| !*is_due, patience);
        *due = false;
    }
}
