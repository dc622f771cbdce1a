//! The start of a search: processes, rules, and the store.

use hbase_index::protocol::{IndexState, Phase};

use crate::domain::{Small, Values};
use crate::store::{Setup, Store};
use crate::switches::Switches;

pub(crate) const WRITERS: usize = 3;
pub(crate) const READERS: usize = 2;
pub(crate) const MANAGERS: usize = 2;

#[derive(Clone, Debug)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is one independent part of the case"
)]
pub(crate) struct Case {
    pub(crate) rules: Switches,
    pub(crate) setup: Setup,
    pub(crate) store: Store,
    pub(crate) state: IndexState,
    pub(crate) writers: Vec<WriterCase>,
    /// Whether machines may sleep within a request of a write, for longer than its states hold.
    pub(crate) sleeps: bool,
    /// How writes start.
    pub(crate) start: Start,
    /// Attempts of a write after the first.
    pub(crate) retries: u8,
    /// Entries that the sweeper picks.
    pub(crate) sweeps: u8,
    /// The removals of the stamp, in a case in which time passes.
    pub(crate) removals: Removals,
    pub(crate) readers: Vec<ReaderCase>,
    /// Whether queries read the rows until the index is readable.
    pub(crate) reads_rows: bool,
    /// Whether columns are compacted.
    pub(crate) compaction: bool,
    /// How often the horizons of expiry advance.
    pub(crate) expiries: u8,
    /// The jobs of each manager.
    pub(crate) jobs: [Vec<Job>; MANAGERS],
    /// Whether no write may end as a conflict.
    pub(crate) expects_success: bool,
    /// Whether every state must have the entry of the row's current value.
    pub(crate) needs_entries: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct WriterCase {
    pub(crate) updates: u8,
    /// The values that it writes, 0 for a deletion; each update may write any of them.
    pub(crate) intents: Vec<u8>,
    /// The time that its clock shows, ahead of the time that has passed.
    pub(crate) clock: i64,
    /// How many of its responses may be lost.
    pub(crate) losses: u8,
    /// Whether it knows the index, or was built before that was added.
    pub(crate) knows: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ReaderCase {
    pub(crate) wanted: Values,
    /// Entries of a page: rows are read after this many entries.
    pub(crate) page: u8,
}

/// Removals of the row's stamp, and the time that passes meanwhile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Removals {
    pub(crate) count: u8,
    /// How much the remover's clock is ahead of the time.
    pub(crate) clock: i64,
    /// The age from which on a stamp may be removed.
    pub(crate) min_age: i64,
    /// How often the time advances.
    pub(crate) ticks: u8,
    /// The longest time from the start of a write to its last effect.
    pub(crate) write_limit: u8,
}

impl Removals {
    const NONE: Self = Self {
        count: 0,
        clock: 0,
        min_age: 0,
        ticks: 0,
        write_limit: u8::MAX,
    };
}

/// How a write starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// With the read of the row.
    Read,
    /// Entries are put while the row is read.
    Ahead,
    /// The row is assumed to be new, and not read.
    OfNewRow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    Build,
    Remove,
    /// Creates the table with the rows and its index.
    Create,
    /// Drops the index, then the table with the rows.
    DropRows,
}

pub(crate) const READABLE: IndexState = IndexState {
    generation: 3,
    phase: Phase::Readable,
};

impl Case {
    /// A readable index and a row with the value 2, with all rules.
    pub(crate) fn new() -> Self {
        Self {
            rules: Switches::ALL,
            setup: Setup::PROPER,
            store: Store::written(2),
            state: READABLE,
            writers: Vec::new(),
            sleeps: false,
            start: Start::Read,
            retries: 1,
            sweeps: 0,
            removals: Removals::NONE,
            readers: Vec::new(),
            reads_rows: false,
            compaction: false,
            expiries: 0,
            jobs: [const { Vec::new() }; MANAGERS],
            expects_success: false,
            needs_entries: false,
        }
    }

    /// Adds a writer that writes any of `intents` at each of its updates.
    pub(crate) fn writer(mut self, updates: u8, intents: &[u8], clock: i64) -> Self {
        self.writers.push(WriterCase {
            updates,
            intents: intents.to_vec(),
            clock,
            losses: 0,
            knows: true,
        });
        self
    }

    /// Makes the last writer one that does not know the index.
    pub(crate) fn unknowing(mut self) -> Self {
        if let Some(writer) = self.writers.last_mut() {
            writer.knows = false;
        }
        self
    }

    /// Lets the last writer lose one response.
    pub(crate) fn losing(mut self) -> Self {
        if let Some(writer) = self.writers.last_mut() {
            writer.losses = 1;
        }
        self
    }

    /// Lets the writers put entries while they read the row.
    pub(crate) fn ahead(mut self) -> Self {
        self.start = Start::Ahead;
        self
    }

    /// Lets the writers put entries without reading the row, unless it turns out that it is not new.
    pub(crate) fn expecting_new(mut self) -> Self {
        self.start = Start::OfNewRow;
        self
    }

    /// Lets the machines of writers sleep.
    pub(crate) fn sleeping(mut self) -> Self {
        self.sleeps = true;
        self
    }

    /// Adds a query of both values in pages of `page` entries.
    pub(crate) fn range_reader(mut self, page: u8) -> Self {
        let wanted = Values(Values::of(1).0 | Values::of(2).0);
        self.readers.push(ReaderCase { wanted, page });
        self
    }

    /// Adds a query of one value.
    pub(crate) fn value_reader(mut self, value: u8) -> Self {
        let wanted = Values::of(value);
        self.readers.push(ReaderCase { wanted, page: 1 });
        self
    }

    /// Lets queries read the rows until the index is readable.
    pub(crate) fn reading_rows(mut self) -> Self {
        self.reads_rows = true;
        self
    }

    pub(crate) fn sweeps(mut self, sweeps: u8) -> Self {
        self.sweeps = sweeps;
        self
    }

    pub(crate) fn removals(mut self, removals: Removals) -> Self {
        self.removals = removals;
        self
    }

    pub(crate) fn compaction(mut self) -> Self {
        self.compaction = true;
        self
    }

    pub(crate) fn expiries(mut self, expiries: u8) -> Self {
        self.expiries = expiries;
        self
    }

    pub(crate) fn needs_entries(mut self) -> Self {
        self.needs_entries = true;
        self
    }

    pub(crate) fn store(mut self, store: Store) -> Self {
        self.store = store;
        self
    }

    pub(crate) fn jobs(mut self, jobs: &[Job]) -> Self {
        self.jobs[0] = jobs.to_vec();
        self
    }

    /// The jobs of another manager.
    pub(crate) fn other_jobs(mut self, jobs: &[Job]) -> Self {
        self.jobs[1] = jobs.to_vec();
        self
    }

    pub(crate) fn state(mut self, state: IndexState) -> Self {
        self.state = state;
        self
    }

    /// Changes the rules.
    pub(crate) fn rules(mut self, change: impl FnOnce(&mut Switches)) -> Self {
        change(&mut self.rules);
        self
    }

    /// The types of a client that knows an index, or of one that knows none.
    pub(crate) fn domain(&self, is_indexed: bool) -> Small {
        Small {
            is_indexed,
            rules: self.rules,
        }
    }

    /// Changes the store's configuration.
    pub(crate) fn setup(mut self, change: impl FnOnce(&mut Setup)) -> Self {
        change(&mut self.setup);
        self
    }

    /// Whether the index's state changes, so that reading it is a step.
    pub(crate) fn has_jobs(&self) -> bool {
        self.jobs.iter().any(|jobs| !jobs.is_empty())
    }

    /// Whether the table with the rows is created or dropped, so that seeing it is a step.
    pub(crate) fn creates_rows(&self) -> bool {
        let mut jobs = self.jobs.iter().flatten();
        jobs.any(|job| matches!(job, Job::Create | Job::DropRows))
    }
}
