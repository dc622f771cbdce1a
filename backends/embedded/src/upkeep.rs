//! The maintenance thread: it releases snapshots, frees logs and files, and compacts tables. For a store in a
//! directory, it starts with the store; in memory, with the first writes that need it.
//!
//! A store in a directory has two threads: `hbase-merger` merges files, and this one, `hbase-upkeep`, does all
//! other maintenance. A store in memory has only this one. Closing the store ends both; a third thread,
//! `hbase-close`, flushes.
//!
//! The thread revokes the snapshots of scans that pin more than `snapshot_bytes`, flushes keyspaces
//! that retain logs, deletes dropped keyspaces after their last reader, and compacts a family when
//! a sample of its rows predicts a gain.

use std::sync::{Arc, Weak};
use std::time::Duration;

use hbase_backend::Result;

use crate::activity::Signal;
use crate::compact::Background;
use crate::engine::{Closing, Engine};
use crate::options::Options;
use crate::store::Store;

/// The thread's interval while there is work.
const BUSY: Duration = Duration::from_millis(100);

/// The thread's interval without writes: cells expire without them.
const IDLE: Duration = Duration::from_secs(60);

/// Creates a shared store with its maintenance.
pub(crate) fn shared(engine: Box<dyn Engine>, options: Options) -> Result<Arc<Store>> {
    let store = Arc::new(Store::new(engine, options)?);
    let weak = Arc::downgrade(&store);
    let signal = store.activity().signal();
    signal.set_start(move || start(weak.clone()));
    if store.engine().waits() {
        // An earlier process may have left work.
        signal.wake();
    }
    Ok(store)
}

fn start(store: Weak<Store>) -> bool {
    let Some(signal) = store
        .upgrade()
        .map(|store| store.activity().signal().clone())
    else {
        return false;
    };
    let thread = std::thread::Builder::new().name("hbase-upkeep".into());
    thread.spawn(move || run(&store, &signal)).is_ok()
}

fn run(store: &Weak<Store>, signal: &Signal) {
    let mut background = Background::default();
    let mut patience = BUSY;
    let mut seen = 0;
    loop {
        signal.wait(patience);
        let Some(store) = store.upgrade().filter(|_| !signal.is_stopped()) else {
            return;
        };
        store.reopen_if_failed();
        store.activity().release_snapshots();
        store.engine().tidy();
        let is_compacting = store.options().background_compaction && background.turn(&store);
        let written = store.activity().written().get();
        let is_busy = is_compacting || written != seen || store.engine().is_untidy();
        patience = if is_busy { BUSY } else { IDLE };
        seen = written;
    }
}

/// The handles of a store. When the last one is dropped, the store is closed.
pub(crate) struct Users {
    signal: Arc<Signal>,
    closing: Closing,
}

impl Users {
    pub(crate) fn of(store: &Store) -> Arc<Self> {
        Arc::new(Self {
            signal: Arc::clone(store.activity().signal()),
            closing: store.engine().closing(),
        })
    }
}

impl Drop for Users {
    fn drop(&mut self) {
        // Before the threads end: from now on, an opening waits. Otherwise it would fail, because the
        // directory is locked.
        self.closing.announce();
        self.signal.stop();
    }
}
