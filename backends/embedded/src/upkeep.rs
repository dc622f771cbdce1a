//! What a store does by itself: a thread of its own, started by the first writes that make work for
//! it, gives back what snapshots hold, frees logs and files, and compacts tables.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use crate::compact::Background;
use crate::read::{Pinned, Written};
use crate::stats::Counters;
use crate::store::Store;

/// Bytes after which the thread has a look.
const LOOK_AFTER: u64 = 1 << 20;

/// How long it waits between two looks while there is something to do.
const BUSY: Duration = Duration::from_millis(100);

/// How long it waits where nothing is written: cells expire also then.
const IDLE: Duration = Duration::from_mins(1);

/// What the thread shares with the store.
#[derive(Default)]
pub(crate) struct Upkeep {
    written: Written,
    scans: Mutex<Vec<Weak<dyn Pinned>>>,
    signal: Arc<Signal>,
    store: OnceLock<Weak<Store>>,
    is_started: AtomicBool,
    stats: Arc<Counters>,
    background: Mutex<Background>,
}

impl std::fmt::Debug for Upkeep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Upkeep").finish_non_exhaustive()
    }
}

/// Wakes the thread, or ends it.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    is_due: Mutex<bool>,
    changed: Condvar,
    is_stopped: AtomicBool,
}

impl Signal {
    fn is_due(&self) -> MutexGuard<'_, bool> {
        self.is_due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wake(&self) {
        *self.is_due() = true;
        self.changed.notify_all();
    }

    /// Ends the thread, after the step that it is at.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.wake();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn wait(&self, patience: Duration) {
        let due = self.is_due();
        let waited = self
            .changed
            .wait_timeout_while(due, patience, |is_due| !*is_due);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

impl Upkeep {
    /// Names the store whose upkeep this is.
    pub(crate) fn set_store(&self, store: &Arc<Store>) {
        // It is set once, when the store is made.
        let _ = self.store.set(Arc::downgrade(store));
    }

    pub(crate) fn signal(&self) -> &Arc<Signal> {
        &self.signal
    }

    pub(crate) fn stats(&self) -> &Counters {
        &self.stats
    }

    pub(crate) fn counters(&self) -> &Arc<Counters> {
        &self.stats
    }

    /// Works at the compactions that pay; whether there is more to do.
    fn compact(&self, store: &Arc<Store>) -> bool {
        let background = self.background.lock();
        store.options().background_compaction
            && background
                .unwrap_or_else(PoisonError::into_inner)
                .turn(store)
    }

    pub(crate) fn written(&self) -> &Written {
        &self.written
    }

    /// Counts what was written.
    pub(crate) fn note_written(&self, bytes: u64) {
        let now = self.written.add(bytes);
        if now / LOOK_AFTER != now.saturating_sub(bytes) / LOOK_AFTER {
            self.wake();
        }
    }

    /// Notes what may keep a snapshot.
    pub(crate) fn note_pinned(&self, scan: &Arc<dyn Pinned>) {
        let mut scans = self.scans();
        // As many as there are alive, twice: each scan is looked at a fixed number of times.
        if scans.len() == scans.capacity() {
            scans.retain(|scan| scan.strong_count() > 0);
            let alive = scans.len();
            scans.reserve(alive.max(8));
        }
        scans.push(Arc::downgrade(scan));
    }

    fn scans(&self) -> MutexGuard<'_, Vec<Weak<dyn Pinned>>> {
        self.scans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes snapshots from scans that hold too much with them.
    fn release_snapshots(&self) {
        let scans: Vec<_> = self.scans().iter().filter_map(Weak::upgrade).collect();
        for scan in scans {
            scan.release();
        }
    }

    /// Lets the thread have a look, and starts it where it is not there.
    pub(crate) fn wake(&self) {
        if !self.is_started.swap(true, Ordering::AcqRel) {
            self.start();
        }
        self.signal.wake();
    }

    fn start(&self) {
        let (Some(store), signal) = (self.store.get().cloned(), Arc::clone(&self.signal)) else {
            return;
        };
        let thread = std::thread::Builder::new().name("hbase-upkeep".into());
        if thread.spawn(move || run(&store, &signal)).is_err() {
            self.is_started.store(false, Ordering::Release);
        }
    }
}

fn run(store: &Weak<Store>, signal: &Signal) {
    let mut patience = BUSY;
    let mut seen = 0;
    loop {
        signal.wait(patience);
        let Some(store) = store.upgrade().filter(|_| !signal.is_stopped()) else {
            return;
        };
        let upkeep = store.upkeep();
        upkeep.release_snapshots();
        store.engine().tidy();
        let is_compacting = upkeep.compact(&store);
        let written = upkeep.written.get();
        let is_busy = is_compacting || written != seen || store.engine().is_untidy();
        patience = if is_busy { BUSY } else { IDLE };
        seen = written;
    }
}

/// The users of a store. When the last one is gone, the store is closed.
#[derive(Debug)]
pub(crate) struct Users {
    signal: Arc<Signal>,
    closing: crate::engine::Closing,
}

impl Users {
    pub(crate) fn of(store: &Store) -> Arc<Self> {
        Arc::new(Self {
            signal: Arc::clone(store.upkeep().signal()),
            closing: store.engine().closing(),
        })
    }
}

impl Drop for Users {
    fn drop(&mut self) {
        self.closing.begin();
        self.signal.stop();
    }
}
