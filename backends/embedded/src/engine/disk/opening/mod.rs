//! Opens the store of a directory.

mod complete;
mod contents;
mod creation;
pub(super) mod format;
pub(super) mod held;
pub(super) mod here;
pub(super) mod lock;

use std::path::Path;
use std::sync::Arc;

use fjall::Database;
use hbase_backend::{Error, Result};
use parking_lot::Mutex;

use self::held::HeldDirectory;
use super::failure::{Failure, errors};
use super::log::dropped::{self, DroppedNumbers};
use super::log::flushed;
use super::merge_filter::{CrashSafety, DropPolicies, Reserve};
use super::merging::Merger;
use super::snapshot::{CommitPoint, DiskSource, SharedSource, StoreSource};
use super::tidy::MergedFiles;
use super::{Disk, close, log};
use crate::engine::KeyspaceId;
use crate::options::Options;

/// The minimum of the engine's limit of log bytes.
const LOG_BYTES: u64 = 64 << 20;

/// The number of the engine's sequence numbers that are skipped when a store is opened. The engine continues
/// after the newest number in a keyspace, although drops of keyspaces may have used later ones: the removal of
/// a dropped keyspace would hide a new one with the same id.
const SPARE_NUMBERS: u64 = 1 << 16;

/// The space that merges leave free on the disk, in memtables.
const RESERVED_MEMTABLES: u64 = 4;

impl Disk {
    /// Opens the store in `dir`, or creates one.
    ///
    /// # Errors
    /// [`Error::Locked`], [`Error::Corrupt`], [`Error::NewerFormat`], [`Error::DiskFull`] and
    /// [`Error::Io`].
    pub(crate) fn open(dir: &Path, options: &Options) -> Result<Self> {
        close::wait(dir)?;
        // Before the lock's file is created: a file without a format would make the directory look foreign.
        format::ensure(dir)?;
        let held = Arc::new(HeldDirectory::take(dir)?);
        creation::ensure(dir, options)?;
        Self::open_held(&dir.into(), options, held, None)
    }

    /// Opens a store whose directory is held, perhaps again.
    pub(super) fn open_held(
        dir: &Arc<Path>,
        options: &Options,
        held: Arc<HeldDirectory>,
        kept: Option<KeptState>,
    ) -> Result<Self> {
        let data = dir.join(format::DATA);
        let found = complete::check(dir, &data)?;
        let flushed = flushed::read(dir);
        let dropped = dropped::read(dir)?;
        let given_up = log::recover(&data, options.accept_damaged_log, flushed, &dropped)?;
        let (policies, store_source) = kept.map_or_else(Default::default, KeptState::into_parts);
        let noted = dropped
            .values()
            .fold(flushed.max(found.newest), |most, one| most.max(*one));
        let database = open_data(dir, options, policies.clone(), noted)?;
        let dropped = Arc::new(DroppedNumbers::new(dir, dropped));
        policies.allow_drops(CrashSafety {
            database: Arc::downgrade(&database),
            dropped: Arc::clone(&dropped),
        });
        let current = SharedSource::new(new_source(dir, &database, options));
        let merger = Merger::start(current.clone())
            .map_err(|error| Error::io("starting a thread that merges files", error))?;
        let disk = Self {
            merger,
            held,
            dir: Arc::clone(dir),
            store_source: store_source.unwrap_or_else(|| StoreSource::new(current.clone())),
            current,
            database,
            dropped_keyspaces: Mutex::default(),
            dropped_numbers: dropped,
            memtable_bytes: options.memtable_bytes(),
            given_up,
            missing: found.missing,
            merged_files: MergedFiles::default(),
            policies,
            failure: Failure::default(),
        };
        disk.open_keyspaces()?;
        disk.policies.rebind(&disk.all());
        Ok(disk)
    }

    fn open_keyspaces(&self) -> Result<()> {
        for name in self.database.list_keyspace_names() {
            let id: KeyspaceId = name.parse().map_err(|_| Error::Corrupt {
                what: format!(
                    "{}: a keyspace named {name:?}, which is not of this format",
                    self.dir.display()
                ),
            })?;
            self.create_keyspace(id)?;
        }
        // An earlier process may have left files to merge. An incomplete copy stays as it is.
        if self.missing.is_empty() {
            self.merger.wake();
        }
        Ok(())
    }
}

/// The parts that a database keeps when it is opened again.
#[derive(Clone)]
pub(super) struct KeptState {
    pub(super) policies: DropPolicies,
    pub(super) store_source: StoreSource,
}

impl KeptState {
    fn into_parts(self) -> (DropPolicies, Option<StoreSource>) {
        (self.policies, Some(self.store_source))
    }
}

/// Opens the database of the store in `dir`; its records refer to sequence numbers up to `noted`.
fn open_data(
    dir: &Path,
    options: &Options,
    policies: DropPolicies,
    noted: u64,
) -> Result<Arc<Database>> {
    let data = dir.join(format::DATA);
    let database = open_database(&data, options, policies)
        .map_err(|error| errors::explain_opening(dir, &error))?;
    skip_numbers(&database, noted);
    Ok(Arc::new(database))
}

/// Ensures that no batch gets a number that is recorded as flushed or dropped.
fn skip_numbers(database: &Database, noted: u64) {
    let numbers = &database.supervisor.seqno;
    numbers.fetch_max(noted.max(numbers.get()) + SPARE_NUMBERS);
}

/// The source of a store whose keyspaces are not open yet.
fn new_source(dir: &Arc<Path>, database: &Arc<Database>, options: &Options) -> DiskSource {
    DiskSource {
        dir: Arc::clone(dir),
        database: Arc::downgrade(database),
        commit_point: Arc::new(CommitPoint::of(database)),
        reserve: Reserve {
            dir: Arc::clone(dir),
            bytes: options.memtable_bytes() * RESERVED_MEMTABLES,
        },
        keyspaces: Arc::default(),
        end: Arc::default(),
    }
}

/// Opens the engine's files in `data`, or creates them.
fn open_database(
    data: &Path,
    options: &Options,
    policies: DropPolicies,
) -> fjall::Result<Database> {
    let filters = move |name: &str| name.parse().ok().map(|id| policies.filter_factory(id));
    Database::builder(data)
        .with_compaction_filter_factories(Arc::new(filters))
        .cache_size(options.cache_bytes)
        // Only for flushes: the store merges files itself.
        .worker_threads(1)
        .max_journaling_size(LOG_BYTES)
        .open()
}
