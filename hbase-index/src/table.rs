//! A client's table with its indexes.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hbase_backend::{Backend, Capability, Deadline, Error, Row, Scan};
use hbase_model::TableName;

use crate::definition::{IndexDefinition, Settings, TableDefinition};
use crate::domain::Bytes;
use crate::error::{IndexError, Result};
use crate::ids::{self, Ids};
use crate::new_rows::NewRows;
use crate::protocol::{IndexState, Input};
use crate::queue::{LagCounts, Queue};
use crate::time::{Clocks, SystemClocks};
use crate::unsettled::Unsettled;
use crate::waiting::Waiting;

/// The capabilities that a write needs; a backend without one of them rejects it.
const WRITES_NEED: [Capability; 3] = [
    Capability::AtomicRowMutation,
    Capability::CellTimestamps,
    Capability::CheckAndMutate,
];

/// A table with indexes. Share one instance (in an `Arc`) within a process: it caches the indexes'
/// states, and keeps the deletions of old entries until their time has come.
pub struct IndexedTable {
    pub(crate) backend: Arc<dyn Backend>,
    pub(crate) definition: Arc<TableDefinition>,
    pub(crate) settings: Settings,
    pub(crate) clocks: Arc<dyn Clocks>,
    pub(crate) queue: Queue,
    pub(crate) new_rows: NewRows,
    pub(crate) unsettled: Unsettled,
    pub(crate) waiting: Waiting,
    /// The states of the indexes, and when their reading started.
    states: Mutex<Option<(Duration, Arc<[IndexState]>)>>,
}

impl fmt::Debug for IndexedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexedTable")
            .field("table", &self.definition.table)
            .finish_non_exhaustive()
    }
}

impl IndexedTable {
    /// A table with indexes on a backend, by the machine's clocks. Cells have the store's time if it has a
    /// clock of its own ([`Backend::now_ms`]).
    pub fn new(
        backend: Arc<dyn Backend>,
        definition: Arc<TableDefinition>,
        settings: Settings,
    ) -> Self {
        Self::with_clocks(backend, definition, settings, Arc::new(SystemClocks))
    }

    /// The same with other clocks.
    pub fn with_clocks(
        backend: Arc<dyn Backend>,
        definition: Arc<TableDefinition>,
        mut settings: Settings,
        clocks: Arc<dyn Clocks>,
    ) -> Self {
        // Pages without entries would look like the end.
        settings.page = settings.page.max(1);
        Self {
            queue: Queue::new(settings.max_waiting),
            new_rows: NewRows::of(&*backend),
            unsettled: Unsettled::default(),
            waiting: Waiting::default(),
            backend,
            definition,
            settings,
            clocks,
            states: Mutex::new(None),
        }
    }

    /// Counts its deletions of old entries in `counts` too, which other tables may share.
    #[must_use]
    pub fn counting_in(mut self, counts: Arc<LagCounts>) -> Self {
        self.queue.share(counts);
        self
    }

    /// Assumes that the next rows are new, as after several new ones.
    #[doc(hidden)]
    pub fn expect_new_rows(&self) {
        self.new_rows.observe_all(1, 1);
    }

    /// The table's definition.
    pub fn definition(&self) -> &TableDefinition {
        &self.definition
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The position of an index, by its table.
    pub(crate) fn position(&self, index: &TableName) -> Result<usize> {
        let indexes = &self.definition.indexes;
        let found = indexes.iter().position(|known| known.table == *index);
        found.ok_or_else(|| {
            let known = indexes.iter().map(|index| index.table.to_string());
            IndexError::UnknownIndex {
                table: self.definition.table.clone(),
                index: index.clone(),
                known: known.collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// The rows of a scan.
    pub(crate) async fn scan_all(
        &self,
        table: &TableName,
        scan: Scan,
        deadline: Deadline,
    ) -> Result<Vec<Row>> {
        let mut scanner = self.backend.scan(table, scan, deadline).await?;
        let mut rows = Vec::new();
        loop {
            let batch = scanner.next_batch(deadline).await?;
            if batch.is_empty() {
                return Ok(rows);
            }
            rows.extend(batch);
        }
    }

    pub(crate) fn index(&self, position: usize) -> &IndexDefinition {
        &self.definition.indexes[position]
    }

    /// Checks that the backend can write tables with indexes; others only read them.
    ///
    /// # Errors
    /// [`Unsupported`](hbase_backend::Error::Unsupported), with the missing capability.
    pub fn check_capabilities(&self) -> Result<()> {
        let known = self.backend.capabilities();
        let missing = WRITES_NEED.into_iter().find(|needed| !known.has(*needed));
        missing.map_or(Ok(()), |capability| {
            let error = Error::Unsupported {
                backend: self.backend.name(),
                capability,
                instead: format!(
                    "write {} by another backend: tables with indexes can only be read by this one",
                    self.definition.table
                ),
            };
            Err(error.into())
        })
    }

    /// The domain of a write or sweep, with the indexes that `is_written` selects.
    pub(crate) fn domain(&self, is_written: Vec<bool>) -> Bytes {
        Bytes {
            definition: Arc::clone(&self.definition),
            is_written,
            query_limit: self.settings.query_limit,
        }
    }

    /// The domain of one index alone.
    pub(crate) fn domain_of(&self, index: usize) -> Bytes {
        let indexes = 0..self.definition.indexes.len();
        self.domain(indexes.map(|other| other == index).collect())
    }

    /// The time for stamps: the store's if it has a clock of its own.
    pub(crate) fn now_ms(&self) -> i64 {
        self.clocks.stamp_ms(self.backend.now_ms())
    }

    pub(crate) fn input(&self) -> Input<Bytes> {
        Input {
            now: self.now_ms(),
            // Starts of waits use the clock for waits, never the one for limits: that may be ahead.
            moment: self.clocks.progress(),
            id: ids::one(),
        }
    }

    /// The input of a further request of a write that takes its identifiers from `ids`.
    pub(crate) fn next_input(&self, ids: &mut Ids) -> Input<Bytes> {
        Input {
            now: self.now_ms(),
            moment: self.clocks.progress(),
            id: ids.next(),
        }
    }

    /// Inputs of several writes at this moment, with one request to the operating system.
    pub(crate) fn inputs(&self, count: usize) -> impl Iterator<Item = Input<Bytes>> + use<> {
        let (now, moment) = (self.now_ms(), self.clocks.progress());
        let ids = ids::several(count).into_iter();
        ids.map(move |id| Input { now, moment, id })
    }

    /// The states that were last read, if that was at most half the write limit ago.
    pub(crate) fn cached_states(&self) -> Option<(Duration, Arc<[IndexState]>)> {
        let cached = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let age = |read: Duration| self.clocks.moment().saturating_sub(read);
        // The other half is left to the write, whose limit counts from the read of its states.
        let fresh = cached
            .as_ref()
            .filter(|(read, _)| age(*read) <= self.settings.write_limit / 2);
        fresh.cloned()
    }

    pub(crate) fn cache_states(&self, read: Option<(Duration, Arc<[IndexState]>)>) {
        *self.states.lock().unwrap_or_else(PoisonError::into_inner) = read;
    }
}
