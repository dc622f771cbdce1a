//! A store in a directory that recovers from a failure of its engine.
//!
//! Once a write has failed, the engine rejects all others until its database is opened again. If the cause may
//! pass, such as too few file descriptors or a full disk, the store opens it again by itself: it ends all use
//! of the database, closes it, and opens it as after a kill, so that the log is replayed. The directory stays
//! locked meanwhile ([`HeldDirectory`]). Reads continue until the database is closed; from then until it is
//! open again, calls return the failure's error.
//!
//! The database is opened again once a trial write of files succeeds (`try_files`). To end all use of it,
//! merges are cancelled and scans are parked; writes fail by themselves. The engine's own lock shows when no
//! earlier reader has files open.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use hbase_backend::{Deadline, Error, Result};
use parking_lot::{Mutex, RwLock};

use super::super::Disk;
use super::super::close::Closing;
use super::super::log::GivenUp;
use super::super::merge_filter::DropPolicy;
use super::super::opening::held::HeldDirectory;
use super::super::opening::{KeptState, here};
use super::super::snapshot::{DiskSnapshot, StoreSource};
use super::try_files;
use crate::engine::{Batch, Engine, KeyspaceId, ReadSnapshot, Safety};
use crate::options::Options;
use crate::work::Work;

/// The pause between two attempts to open the files again. It doubles with each opening, until the files stay
/// open longer than [`LONG`].
#[cfg(not(test))]
const PAUSE: Duration = Duration::from_secs(1);
#[cfg(test)]
const PAUSE: Duration = Duration::from_millis(20);

/// The longest pause. If files stay open longer than this, the pause is [`PAUSE`] again.
const LONG: Duration = Duration::from_secs(60);

/// How long to wait for the end of calls and reads.
const PATIENCE: Duration = Duration::from_secs(5);

const NAP: Duration = Duration::from_millis(2);

/// The engine on disk, opened again after a failure that may pass.
pub(crate) struct ReopeningDisk {
    dir: Arc<Path>,
    options: Options,
    state: RwLock<State>,
    store_source: StoreSource,
    attempts: Mutex<Attempts>,
    closing: Closing,
    given_up: Vec<GivenUp>,
    missing: Vec<KeyspaceId>,
    kept: KeptState,
    held: Arc<HeldDirectory>,
}

enum State {
    Open(Arc<Disk>),
    /// The files are being opened again, or could not be.
    Closed(Error),
}

struct Attempts {
    next: Instant,
    pause: Duration,
}

impl std::fmt::Debug for ReopeningDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReopeningDisk")
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}

impl ReopeningDisk {
    /// Opens the store in `dir`, or creates one.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::Corrupt`], [`Error::NewerFormat`], [`Error::DiskFull`] and
    /// [`Error::Io`].
    pub(crate) fn open(dir: &Path, options: &Options) -> Result<Self> {
        let disk = Disk::open(dir, options)?;
        Ok(Self {
            dir: Arc::clone(&disk.dir),
            options: Options {
                // The remains of a failed write are not damage.
                accept_damaged_log: false,
                ..options.clone()
            },
            store_source: disk.store_source.clone(),
            attempts: Mutex::new(Attempts {
                next: Instant::now(),
                pause: PAUSE,
            }),
            closing: disk.held.closing.clone(),
            given_up: disk.given_up.clone(),
            missing: disk.missing.clone(),
            kept: KeptState {
                policies: disk.policies.clone(),
                store_source: disk.store_source.clone(),
            },
            held: Arc::clone(&disk.held),
            state: RwLock::new(State::Open(Arc::new(disk))),
        })
    }

    /// Whether this process has the store in `dir` open.
    pub(crate) fn is_open_here(dir: &Path) -> bool {
        here::is_open(dir)
    }

    fn disk(&self) -> Result<Arc<Disk>> {
        match &*self.state.read() {
            State::Open(disk) => Ok(Arc::clone(disk)),
            State::Closed(error) => Err(error.clone()),
        }
    }

    fn replace(&self, new: State) -> State {
        let mut state = self.state.write();
        std::mem::replace(&mut state, new)
    }

    /// Why the store takes no writes.
    fn failure(&self) -> Option<Error> {
        match self.disk() {
            Ok(disk) => disk.failure.get().cloned(),
            Err(error) => Some(error),
        }
    }

    /// Ends the use of the database and closes it; returns whether it succeeded.
    fn end(&self, failure: &Error, release: &dyn Fn()) -> bool {
        // Replaced first: no new call gets a handle, so that the wait below ends. If it is closed already, an
        // earlier attempt could not open it again.
        let State::Open(disk) = self.replace(State::Closed(failure.clone())) else {
            return true;
        };
        disk.merger.stop();
        disk.current.end(failure);
        let patience = Deadline::after(PATIENCE);
        let mut disk = disk;
        loop {
            release();
            match Arc::try_unwrap(disk) {
                // Ends the engine's threads.
                Ok(disk) => {
                    drop(disk);
                    return true;
                }
                // The calls that use it fail soon.
                Err(used) if patience.is_over() => {
                    // Its keyspaces are gone, so that calls get the failure. The next attempt waits for it
                    // again.
                    self.replace(State::Open(used));
                    return false;
                }
                Err(used) => disk = used,
            }
            std::thread::sleep(NAP);
        }
    }

    /// Opens the files once no earlier read has files open.
    fn begin(&self, release: &dyn Fn()) -> Result<Disk> {
        let patience = Deadline::after(PATIENCE);
        loop {
            release();
            let (held, kept) = (Arc::clone(&self.held), self.kept.clone());
            match Disk::open_held(&self.dir, &self.options, held, Some(kept)) {
                Err(Error::Locked { .. }) if !patience.is_over() => std::thread::sleep(NAP),
                opened => return opened,
            }
        }
    }

    fn try_reopen(&self, failure: &Error, release: &dyn Fn()) -> Result<()> {
        let tried = try_files(&self.dir);
        tried.map_err(|error| Error::io("trying to write", error))?;
        if !self.end(failure, release) {
            return Err(Error::DeadlineExceeded {
                doing: "waiting for calls to end",
            });
        }
        let disk = self.begin(release)?;
        let current = disk.current.clone();
        self.replace(State::Open(Arc::new(disk)));
        self.store_source.replace(current);
        Ok(())
    }
}

impl Attempts {
    /// Whether the next attempt is due.
    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next {
            return false;
        }
        let since = now - self.next;
        self.pause = if since > LONG { PAUSE } else { self.pause };
        self.next = now + self.pause;
        true
    }

    fn note_success(&mut self) {
        self.pause = (self.pause * 2).min(LONG);
        self.next = Instant::now() + self.pause;
    }
}

impl Engine for ReopeningDisk {
    fn create_keyspace(&self, id: KeyspaceId) -> Result<()> {
        self.disk()?.create_keyspace(id)
    }

    fn drop_keyspace(&self, id: KeyspaceId) -> Result<()> {
        self.disk()?.drop_keyspace(id)
    }

    fn keyspaces(&self) -> Vec<KeyspaceId> {
        self.disk().map(|disk| disk.keyspaces()).unwrap_or_default()
    }

    fn snapshot(&self) -> Arc<dyn ReadSnapshot> {
        Arc::new(DiskSnapshot::newest(&self.store_source))
    }

    fn commit(&self, batch: Batch, safety: Safety, deadline: Deadline) -> Result<()> {
        self.disk()?.commit(batch, safety, deadline)
    }

    fn flush(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        self.disk()?.flush(id, work)
    }

    fn settle(&self, work: &Work) -> Result<()> {
        self.disk()?.settle(work)
    }

    fn compact(&self, id: KeyspaceId, work: &Work) -> Result<()> {
        self.disk()?.compact(id, work)
    }

    fn set_drop_policy(&self, id: KeyspaceId, policy: Option<Arc<dyn DropPolicy>>) -> bool {
        let disk = self.disk();
        disk.map(|disk| disk.set_drop_policy(id, policy)).is_ok()
    }

    fn given_up(&self) -> &[GivenUp] {
        &self.given_up
    }

    fn missing(&self) -> &[KeyspaceId] {
        &self.missing
    }

    fn tidy(&self) {
        if let Ok(disk) = self.disk() {
            disk.tidy();
        }
    }

    fn is_untidy(&self) -> bool {
        self.is_failed() || self.disk().is_ok_and(|disk| disk.is_untidy())
    }

    fn sample(&self, id: KeyspaceId, count: usize) -> Vec<Vec<u8>> {
        let disk = self.disk();
        disk.map(|disk| disk.sample(id, count)).unwrap_or_default()
    }

    fn approximate_len(&self, id: KeyspaceId) -> u64 {
        self.disk().map_or(0, |disk| disk.approximate_len(id))
    }

    fn check(&self) -> Result<()> {
        self.disk()?.check()
    }

    fn is_failed(&self) -> bool {
        self.failure().is_some()
    }

    fn reopen(&self, release: &dyn Fn()) -> bool {
        let Some(failure) = self.failure() else {
            return false;
        };
        let Some(mut attempts) = self.attempts.try_lock() else {
            return false;
        };
        if !attempts.is_due() {
            return false;
        }
        match self.try_reopen(&failure, release) {
            Ok(()) => {
                attempts.note_success();
                tracing::warn!(store = %self.dir.display(), "the embedded store takes writes again");
                true
            }
            Err(error) => {
                tracing::debug!(store = %self.dir.display(), %error, "the embedded store cannot open its files yet");
                false
            }
        }
    }

    fn closing(&self) -> Closing {
        self.closing.clone()
    }

    fn close(self: Box<Self>) {
        let Self {
            state,
            store_source,
            kept,
            held,
            ..
        } = *self;
        // The engine's close has to be the last to use the files and to hold the directory.
        drop((store_source, kept, held));
        if let State::Open(disk) = state.into_inner()
            && let Some(disk) = Arc::into_inner(disk)
        {
            disk.close();
        }
    }

    fn waits(&self) -> bool {
        true
    }

    fn describe(&self) -> String {
        format!("in {}", self.dir.display())
    }
}
