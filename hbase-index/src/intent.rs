//! The write that a caller requests, as a function of the row.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use hbase_backend::{Mutation, Row};

type Decide = dyn Fn(Option<&Row>) -> Result<Option<Mutation>, String> + Send + Sync;

/// The cells of a row that are read, besides its stamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Those that indexes depend on; all if the newest cell's timestamp counts.
    Indexed,
    /// Those that indexes depend on; all if the row has none of these, to see whether it exists.
    IndexedOrAll,
    All,
}

/// What to read of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading<'a> {
    pub(crate) row: &'a [u8],
    pub(crate) reads: Reads,
    /// The row's write, and the clock's time at its start: newer cells that it touches are read too.
    pub(crate) write: Option<(&'a Intent, i64)>,
}

impl<'a> Reading<'a> {
    /// A row that is not written.
    pub(crate) fn of(row: &'a [u8]) -> Self {
        Self {
            row,
            reads: Reads::Indexed,
            write: None,
        }
    }
}

/// A write as a function of the row's current cells, which is called once for each attempt.
#[derive(Clone)]
pub struct Intent {
    row: Arc<[u8]>,
    reads: Reads,
    /// The mutation, if it is the same for every row.
    certain: Option<Arc<Mutation>>,
    /// The clock's time when the write started.
    started: Option<i64>,
    decide: Arc<Decide>,
}

impl Intent {
    /// Puts and deletes of a row, independent of its current cells. The new cells have no explicit timestamps.
    pub fn put(mutation: Mutation) -> Self {
        let mutation = Arc::new(mutation);
        Self {
            row: mutation.row().into(),
            reads: Reads::Indexed,
            certain: Some(Arc::clone(&mutation)),
            started: None,
            decide: Arc::new(move |_| Ok(Some(Mutation::clone(&mutation)))),
        }
    }

    /// The mutation of a row, independent of its current cells. If it only deletes, a row without cells is left as it
    /// is.
    pub fn of(mutation: Mutation) -> Self {
        let mut cells = mutation.cells().iter();
        let only_deletes = cells.all(|cell| cell.kind.is_delete());
        if !only_deletes {
            return Self::put(mutation);
        }
        let reads = if mutation.row_deletion().is_some() {
            Reads::IndexedOrAll
        } else {
            Reads::All
        };
        let row = mutation.row().to_vec();
        let deletion = Self::mutate(row, move |found| Ok(found.map(|_| mutation.clone())));
        Self { reads, ..deletion }
    }

    /// The deletion of a whole row; a row without cells is left as it is.
    pub fn delete(row: impl Into<Vec<u8>>) -> Self {
        let mut deletion = Mutation::new(row);
        deletion.delete_row(None);
        Self::of(deletion)
    }

    /// The puts of a row that has no cells; otherwise nothing is written.
    pub fn insert(mutation: Mutation) -> Self {
        Self::mutate(mutation.row().to_vec(), move |found| {
            Ok(found.is_none().then(|| mutation.clone()))
        })
    }

    /// A function of the row with all its families, `None` for a row without cells; `None` writes
    /// nothing, an error rejects the write.
    pub fn mutate(
        row: impl Into<Vec<u8>>,
        decide: impl Fn(Option<&Row>) -> Result<Option<Mutation>, String> + Send + Sync + 'static,
    ) -> Self {
        let row: Vec<u8> = row.into();
        Self {
            row: row.into(),
            reads: Reads::All,
            certain: None,
            started: None,
            decide: Arc::new(decide),
        }
    }

    /// The row key.
    pub fn row(&self) -> &[u8] {
        &self.row
    }

    /// The intent as its write starts at the clock's time `now`.
    pub(crate) fn starting(mut self, now: i64) -> Self {
        self.started = Some(now);
        self
    }

    /// What to read of the row.
    pub(crate) fn reading(&self) -> Reading<'_> {
        Reading {
            row: &self.row,
            reads: self.reads,
            write: self.started.map(|started| (self, started)),
        }
    }

    /// The cells that the function needs.
    pub(crate) fn reads(&self) -> Reads {
        self.reads
    }

    /// The mutation, if it does not depend on the row's cells; `None` if it does.
    pub(crate) fn certain(&self) -> Option<&Mutation> {
        self.certain.as_deref()
    }

    /// Whether the write may put cells.
    pub(crate) fn may_put(&self) -> bool {
        let puts = |mutation: &Mutation| mutation.cells().iter().any(|cell| !cell.kind.is_delete());
        match self.reads {
            Reads::All => true,
            Reads::Indexed => self.certain().is_some_and(puts),
            Reads::IndexedOrAll => false,
        }
    }

    /// The mutation of a row with these cells; `None` if there is nothing to write.
    ///
    /// # Errors
    /// The reason why the write is rejected.
    pub fn mutation(&self, row: Option<&Row>) -> Result<Option<Mutation>, String> {
        let mutation = (self.decide)(row)?;
        match &mutation {
            Some(other) if other.row() != &*self.row => {
                Err("a mutation of another row than the one that was read".to_owned())
            }
            _ => Ok(mutation),
        }
    }
}

impl fmt::Debug for Intent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Intent")
            .field("row", &self.row)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Intent {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.decide, &other.decide)
    }
}

impl Eq for Intent {}

impl Hash for Intent {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.row.hash(state);
    }
}
