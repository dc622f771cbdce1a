//! The store as a [`Backend`].

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hbase_model::{
    Append, Backend, BoxFuture, Capabilities, Capability, CheckAndMutate, Deadline, Error, Get,
    Increment, Mutation, Result, Row, Scan, Scanner, TableChange, TableDescriptor, TableName,
    Upkeep,
};
use tokio::task::JoinError;

use crate::brief::Brief;
use crate::engine::{Disk, GivenUp, Memory};
use crate::options::Options;
use crate::read::EmbeddedScanner;
use crate::stats::Stats;
use crate::store::Store;
use crate::upkeep::Users;
use crate::work::Work;

/// The backend's name.
pub(crate) const NAME: &str = "embedded";

/// What it can do: all that there is so far, by name.
const CAPABILITIES: Capabilities = Capabilities::of(&[
    Capability::AtomicRowMutation,
    Capability::CellTimestamps,
    Capability::CellTtl,
    Capability::DeleteVersion,
    Capability::CheckAndMutate,
    Capability::Filters,
    Capability::ReversedScan,
    Capability::TimeRange,
    Capability::ScanVersions,
    Capability::RawScan,
    Capability::CreateWithSplits,
    Capability::AllAttributes,
    Capability::Namespaces,
    Capability::Maintenance,
    Capability::Durability,
    Capability::AlterTable,
    Capability::AllFilters,
    Capability::RowVersions,
    Capability::FamilyLimits,
    Capability::SeveralCounters,
    Capability::CounterTimestamps,
    Capability::Truncate,
]);

/// How long a directory may still be open, and how long to wait between two tries.
const PATIENCE: Duration = Duration::from_secs(1);
const NAP: Duration = Duration::from_millis(5);

/// How many bytes are written on the caller's thread at most.
const SHORT: usize = 64 << 10;

/// About how many bytes a column of an update comes to.
const COLUMN: usize = 100;

/// `HBase`'s semantics in this process: in memory, or in a directory.
///
/// Cheap to clone; the clones are one store. Its calls need a tokio runtime with timers.
///
/// ```
/// use std::time::Duration;
/// use hbase_model::{Backend, Deadline, FamilyDescriptor, Get, Mutation, TableDescriptor, TableName};
/// use hbase_schema_embedded::Embedded;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> hbase_model::Result<()> {
/// let db = Embedded::memory()?;
/// let soon = || Deadline::after(Duration::from_secs(5));
/// let mut table = TableDescriptor::new(TableName::from_static("default", "CALLS"));
/// table.families = vec![FamilyDescriptor::new("D1")].into();
/// db.create_table(&table, soon()).await?;
///
/// let mut put = Mutation::new(b"row-1");
/// put.put(b"D1", b"NAME", b"Ada")?;
/// db.mutate(&table.name, put, soon()).await?;
/// let row = db.get(&table.name, &Get::new(b"row-1"), soon()).await?.unwrap();
/// assert_eq!(row.value(b"D1", b"NAME"), Some(b"Ada".as_slice()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Embedded {
    /// Dropped before the store, so that who opens it again waits until it is closed.
    users: Arc<Users>,
    store: Arc<Store>,
    brief: Arc<Brief>,
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Embedded")
            .field(&self.store.engine().describe())
            .finish()
    }
}

impl Embedded {
    /// An empty store in memory, which is gone with its last clone.
    ///
    /// # Errors
    /// None that is known of.
    pub fn memory() -> Result<Self> {
        Self::memory_with(Options::default())
    }

    /// An empty store in memory, with a clock of one's own for example.
    ///
    /// # Errors
    /// None that is known of.
    pub fn memory_with(options: Options) -> Result<Self> {
        Store::shared(Box::new(Memory::default()), options).map(Self::of)
    }

    /// Opens the store in a directory, and makes one where the directory is empty or missing. It
    /// belongs to this process until the last clone, and the last scan, is dropped.
    ///
    /// # Errors
    /// [`Error::Locked`] where another process has it open, [`Error::NewerFormat`] where a newer
    /// version wrote it, [`Error::Corrupt`] with the file where it is damaged, [`Error::DiskFull`],
    /// and [`Error::Io`].
    pub async fn open(dir: impl Into<PathBuf>, options: Options) -> Result<Self> {
        let dir = dir.into();
        let opened = tokio::task::spawn_blocking(move || {
            let disk = open_disk(&dir, &options)?;
            Store::shared(Box::new(disk), options)
        });
        join(opened.await)?.map(Self::of)
    }

    fn of(store: Arc<Store>) -> Self {
        Self {
            users: Users::of(&store),
            brief: Arc::new(Brief::new(store.engine().waits())),
            store,
        }
    }

    /// Closes the store: what is in memory is written to files, so that the next open is fast. It
    /// takes place once the last clone is gone, and the last scan; this call waits for it only
    /// where it is that one. The drop of a store does the same, and waits for a moment only:
    /// [`open`](Self::open) waits for a store that this process is closing.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`]; the store is closed all the same.
    pub async fn close(self, deadline: Deadline) -> Result<()> {
        let closed = tokio::task::spawn_blocking(move || {
            let Self { users, store, .. } = self;
            let closing = store.engine().closing();
            drop(users);
            drop(store);
            closing.wait(deadline.remaining())
        });
        if join(closed.await)? {
            return Ok(());
        }
        Err(Error::DeadlineExceeded {
            doing: "closing a store",
        })
    }

    /// What the store has done by itself.
    pub fn stats(&self) -> Stats {
        self.store.upkeep().stats().read(self.store.written().get())
    }

    /// What [`Options::accept_damaged_log`] gave up when this store was opened.
    pub fn given_up(&self) -> &[GivenUp] {
        self.store.engine().given_up()
    }

    /// Runs `call` where it may wait, and waits for it until the deadline.
    async fn run<T: Send + 'static>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&Store, &mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let mut work = Work::new(doing, deadline);
        work.check()?;
        let cancelled = Arc::<AtomicBool>::default();
        work.set_cancelled(Arc::clone(&cancelled));
        let _cancel = CancelOnDrop(cancelled);
        let over = work.over();
        let store = Arc::clone(&self.store);
        let task = tokio::task::spawn_blocking(move || call(&store, &mut work));
        match tokio::time::timeout_at(deadline.instant().into(), task).await {
            Ok(joined) => join(joined)?,
            Err(_) => Err(over),
        }
    }

    /// Tries a call on the caller's thread; `None` where it takes longer than it may there.
    async fn try_brief<T>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        call: impl FnOnce(&Store, &mut Work) -> Result<T>,
    ) -> Option<Result<T>> {
        let call = |work: &mut Work| call(&self.store, work);
        let (answer, turn) = self.brief.attempt(doing, deadline, call);
        turn.give().await;
        answer
    }

    /// Runs a write of one row, of so many bytes. In memory a short one takes less time than
    /// handing it to another thread; one that is cut short there has written nothing.
    async fn write<T: Send + 'static>(
        &self,
        doing: &'static str,
        deadline: Deadline,
        bytes: usize,
        call: impl Fn(&Store, &mut Work) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if bytes <= SHORT && !self.store.engine().waits() {
            let tried = self.try_brief(doing, deadline, &call).await;
            if let Some(answer) = tried {
                return answer;
            }
        }
        self.run(doing, deadline, call).await
    }
}

/// Opens a directory. A scan that was dropped a moment ago may still have it open: what was being
/// read ahead of it stops by itself.
fn open_disk(dir: &Path, options: &Options) -> Result<Disk> {
    let patience = Deadline::after(PATIENCE);
    loop {
        match Disk::open(dir, options) {
            Err(Error::Locked { .. }) if !patience.is_over() => std::thread::sleep(NAP),
            opened => return opened,
        }
    }
}

/// Stops work that nobody waits for any more.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What a task of the runtime's answered. A panic in the engine comes from files that are not what
/// it has written.
pub(crate) fn join<T>(joined: Result<T, JoinError>) -> Result<T> {
    joined.map_err(|error| {
        if error.is_panic() {
            Error::Backend {
                backend: NAME,
                what: format!("the engine gave up: {error}"),
            }
        } else {
            Error::Closed {
                why: "the runtime is shutting down".into(),
            }
        }
    })
}

impl Backend for Embedded {
    fn name(&self) -> &'static str {
        NAME
    }

    fn capabilities(&self) -> Capabilities {
        CAPABILITIES
    }

    fn upkeep(&self) -> Upkeep {
        self.stats().upkeep()
    }

    fn ping(&self, _deadline: Deadline) -> BoxFuture<'_, Result<String>> {
        let line = format!(
            "embedded {}, {}",
            env!("CARGO_PKG_VERSION"),
            self.store.engine().describe()
        );
        Box::pin(std::future::ready(Ok(line)))
    }

    fn create_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let name = name.to_owned();
        Box::pin(
            self.run("creating a namespace", deadline, move |store, work| {
                store.create_namespace(&name, work)
            }),
        )
    }

    fn drop_namespace<'a>(
        &'a self,
        name: &'a str,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let name = name.to_owned();
        Box::pin(
            self.run("dropping a namespace", deadline, move |store, work| {
                store.drop_namespace(&name, work)
            }),
        )
    }

    fn list_namespaces(&self, _deadline: Deadline) -> BoxFuture<'_, Result<Vec<String>>> {
        Box::pin(std::future::ready(Ok(self.store.catalog().namespaces())))
    }

    fn create_table<'a>(
        &'a self,
        table: &'a TableDescriptor,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        Box::pin(async move {
            table.validate()?;
            let table = table.clone();
            let create = move |store: &Store, work: &mut Work| store.create_table(&table, work);
            self.run("creating a table", deadline, create).await
        })
    }

    fn drop_table<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(self.run("dropping a table", deadline, move |store, work| {
            store.drop_table(&table, work)
        }))
    }

    fn truncate_table<'a>(
        &'a self,
        table: &'a TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(
            self.run("truncating a table", deadline, move |store, work| {
                store.truncate_table(&table, preserve_splits, work)
            }),
        )
    }

    fn alter_table<'a>(
        &'a self,
        table: &'a TableName,
        changes: &'a [TableChange],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let (table, changes) = (table.clone(), changes.to_vec());
        Box::pin(self.run("altering a table", deadline, move |store, work| {
            store.alter_table(&table, &changes, work)
        }))
    }

    fn describe_table<'a>(
        &'a self,
        table: &'a TableName,
        _deadline: Deadline,
    ) -> BoxFuture<'a, Result<TableDescriptor>> {
        let found = self.store.table(table);
        Box::pin(std::future::ready(
            found.map(|table| table.descriptor().clone()),
        ))
    }

    fn list_tables(&self, _deadline: Deadline) -> BoxFuture<'_, Result<Vec<TableName>>> {
        Box::pin(std::future::ready(Ok(self.store.catalog().tables())))
    }

    fn flush<'a>(&'a self, table: &'a TableName, deadline: Deadline) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(self.run("flushing a table", deadline, move |store, work| {
            store.flush(&table, work)
        }))
    }

    fn major_compact<'a>(
        &'a self,
        table: &'a TableName,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        Box::pin(
            self.run("compacting a table", deadline, move |store, work| {
                store.major_compact(&table, work)
            }),
        )
    }

    fn get<'a>(
        &'a self,
        table: &'a TableName,
        get: &'a Get,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Option<Row>>> {
        const DOING: &str = "reading a row";
        Box::pin(async move {
            get.validate()?;
            let read = |store: &Store, work: &mut Work| store.get(table, get, work);
            if let Some(answer) = self.try_brief(DOING, deadline, read).await {
                return answer;
            }
            let (table, get) = (table.clone(), get.clone());
            let read = move |store: &Store, work: &mut Work| store.get(&table, &get, work);
            self.run(DOING, deadline, read).await
        })
    }

    fn get_many<'a>(
        &'a self,
        table: &'a TableName,
        gets: &'a [Get],
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Option<Row>>>> {
        Box::pin(async move {
            gets.iter().try_for_each(Get::validate)?;
            let (table, gets) = (table.clone(), gets.to_vec());
            let read = move |store: &Store, work: &mut Work| store.get_many(&table, &gets, work);
            self.run("reading rows", deadline, read).await
        })
    }

    fn mutate<'a>(
        &'a self,
        table: &'a TableName,
        mutation: Mutation,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<()>> {
        let table = table.clone();
        let bytes = mutation.cells().as_bytes().len();
        Box::pin(
            self.write("writing a row", deadline, bytes, move |store, work| {
                store.mutate(&table, &mutation, work)
            }),
        )
    }

    fn mutate_many<'a>(
        &'a self,
        table: &'a TableName,
        mutations: Vec<Mutation>,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Vec<Result<()>>>> {
        let table = table.clone();
        Box::pin(self.run("writing rows", deadline, move |store, work| {
            store.mutate_many(&table, &mutations, work)
        }))
    }

    fn check_and_mutate<'a>(
        &'a self,
        table: &'a TableName,
        check: CheckAndMutate,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<bool>> {
        let table = table.clone();
        let bytes = check.mutation.cells().as_bytes().len();
        Box::pin(self.write(
            "checking and writing a row",
            deadline,
            bytes,
            move |store, work| store.check_and_mutate(&table, &check, work),
        ))
    }

    fn increment<'a>(
        &'a self,
        table: &'a TableName,
        increment: Increment,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        let table = table.clone();
        let bytes = increment.columns.len() * COLUMN;
        Box::pin(
            self.write("incrementing", deadline, bytes, move |store, work| {
                store.increment(&table, &increment, work)
            }),
        )
    }

    fn append<'a>(
        &'a self,
        table: &'a TableName,
        append: Append,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Row>> {
        let table = table.clone();
        let added = append.columns.iter().map(|(_, _, added)| added.len());
        let bytes = added.map(|added| COLUMN + added).sum();
        Box::pin(
            self.write("appending", deadline, bytes, move |store, work| {
                store.append(&table, &append, work)
            }),
        )
    }

    fn scan<'a>(
        &'a self,
        table: &'a TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> BoxFuture<'a, Result<Box<dyn Scanner>>> {
        const DOING: &str = "opening a scan";
        Box::pin(async move {
            scan.validate()?;
            let brief = Arc::clone(&self.brief);
            let open = |store: &Store, _: &mut Work| {
                let scanner = EmbeddedScanner::open(store, table, &scan, &brief)?;
                Ok(Box::new(scanner) as Box<dyn Scanner>)
            };
            if let Some(answer) = self.try_brief(DOING, deadline, open).await {
                return answer;
            }
            let table = table.clone();
            self.run(DOING, deadline, move |store, _| {
                let scanner = EmbeddedScanner::open(store, &table, &scan, &brief)?;
                Ok(Box::new(scanner) as Box<dyn Scanner>)
            })
            .await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A capability that is added to the model is named here too, once the store has it.
    #[test]
    fn every_capability_is_named() {
        for capability in Capability::EACH {
            assert!(CAPABILITIES.has(*capability), "{capability}");
        }
    }
}
