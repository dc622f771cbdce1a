//! The state of everything, the effects of the steps, and the invariants.

use hbase_index::protocol::IndexState;

use crate::actions::Action;
use crate::case::{Case, MANAGERS, READERS, WRITERS};
use crate::domain::Running;
use crate::lifecycle::{self, Manager};
use crate::listing::Listing;
use crate::reader::{self, Reader, ReaderPhase};
use crate::remover::{self, Remover};
use crate::store::Store;
use crate::sweeper::{self, Sweeper};
use crate::writer::{self, First, Writer};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct World {
    pub(crate) store: Store,
    pub(crate) state: IndexState,
    pub(crate) writers: [Writer; WRITERS],
    pub(crate) sweeper: Sweeper,
    pub(crate) remover: Remover,
    /// The time that has passed, in a case with removals of stamps.
    pub(crate) time: u8,
    pub(crate) readers: [Reader; READERS],
    pub(crate) managers: [Manager; MANAGERS],
    /// Whether the index is listed among those of its table.
    pub(crate) listing: Listing,
    pub(crate) expiries: u8,
    /// For each horizon of the row, the processes that ran when it was reached.
    expired: [Running; HORIZONS],
}

/// One more than the largest timestamp of a case with expiry.
const HORIZONS: usize = 10;

/// The violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// A query did not return a row that matched throughout.
    Missed { reader: usize },
    /// A query returned a row that did not match when it was read.
    NotMatching { reader: usize },
    /// A query returned a row twice.
    Twice { reader: usize },
    /// The current value has no entry.
    NotIndexed,
    /// An accepted write cannot be read.
    Hidden { writer: usize },
    /// A write that did not happen was reported as done.
    FalseSuccess { writer: usize },
    /// A write gave up although no other write ran.
    Conflict { writer: usize },
    /// A write that happened was reported as not done.
    FalseFailure { writer: usize },
}

pub(crate) fn reader_bit(reader: usize) -> Running {
    1 << reader
}

pub(crate) fn writer_bit(writer: usize) -> Running {
    1 << (READERS + writer)
}

/// A request of a dead writer, which is still under way.
pub(crate) fn stray_bit(writer: usize) -> Running {
    1 << (READERS + WRITERS + writer)
}

/// A removal that drops the table.
pub(crate) fn drop_bit(manager: usize) -> Running {
    1 << (READERS + 2 * WRITERS + manager)
}

/// The drop of a dead removal, which is still under way.
pub(crate) fn late_drop_bit(manager: usize) -> Running {
    1 << (READERS + 2 * WRITERS + MANAGERS + manager)
}

impl World {
    pub(crate) fn new(case: &Case) -> Self {
        let writer = |index: usize| {
            let writer = case.writers.get(index);
            writer.map_or(Writer::new(0, 0), |w| Writer::new(w.updates, w.losses))
        };
        let reader = |index: usize| {
            let exists = index < case.readers.len();
            Reader::new(if exists {
                ReaderPhase::Waiting
            } else {
                ReaderPhase::Ended
            })
        };
        Self {
            store: case.store,
            state: case.state,
            writers: std::array::from_fn(writer),
            sweeper: Sweeper::new(case.sweeps),
            remover: Remover::new(case.removals.count),
            time: 0,
            readers: std::array::from_fn(reader),
            managers: std::array::from_fn(|m| Manager::new(u8::from(!case.jobs[m].is_empty()))),
            listing: Listing::default(),
            expiries: case.expiries,
            expired: [0; HORIZONS],
        }
    }

    /// The processes that a wait that starts now has to outlast.
    pub(crate) fn moment(&self, case: &Case) -> Running {
        let readers = self.readers.iter().enumerate();
        let readers = readers.filter(|(_, reader)| reader.is_outlasted());
        let mut moment = readers.fold(0, |moment, (r, _)| moment | reader_bit(r));
        if case.has_jobs() {
            for (w, writer) in self.writers.iter().enumerate() {
                let strays = writer.stray.as_ref().is_some_and(|stray| !stray.is_current);
                moment |= Running::from(writer.write.is_some()) * writer_bit(w);
                moment |= Running::from(strays) * stray_bit(w);
            }
            for (m, manager) in self.managers.iter().enumerate() {
                moment |= Running::from(manager.is_dropping()) * drop_bit(m);
                moment |= Running::from(manager.drops_late) * late_drop_bit(m);
            }
        }
        moment
    }

    /// A query or write has ended: no wait has to outlast it.
    pub(crate) fn forget(&mut self, bit: Running) {
        self.map_moments(|moment| moment & !bit);
    }

    /// A wait that had to outlast `from` has to outlast `to` instead.
    pub(crate) fn replace_bit(&mut self, from: Running, to: Running) {
        self.map_moments(|moment| {
            let rest = moment & !from & !to;
            if moment & from == 0 { rest } else { rest | to }
        });
    }

    fn map_moments(&mut self, map: impl Fn(Running) -> Running + Copy) {
        for writer in &mut self.writers {
            writer.write = writer.write.take().map(|write| write.map_moment(map));
            for slot in &mut writer.cleanups {
                *slot = slot.take().map(|cleanup| cleanup.map_moment(map));
            }
        }
        let sweep = self.sweeper.sweep.take();
        self.sweeper.sweep = sweep.map(|sweep| sweep.map_moment(map));
        for manager in &mut self.managers {
            manager.map_moment(map);
        }
        self.expired = self.expired.map(map);
    }

    /// A wait has passed: queries that ran when it started have taken too long.
    pub(crate) fn outlast_queries(&mut self, since: Running) {
        for r in (0..READERS).filter(|r| since & reader_bit(*r) != 0) {
            self.readers[r].is_late = true;
            self.forget(reader_bit(r));
        }
    }

    /// A wait has passed: writes and drops that ran when it started have ended.
    pub(crate) fn outlast_writes(&mut self, case: &Case, since: Running) {
        for w in (0..WRITERS).filter(|w| since & writer_bit(*w) != 0) {
            if case.sleeps {
                self.writers[w].oversleep();
            } else {
                self.writers[w].kill();
            }
            self.forget(writer_bit(w));
        }
        for w in (0..WRITERS).filter(|w| since & stray_bit(*w) != 0) {
            self.writers[w].stray = None;
            self.forget(stray_bit(w));
        }
        for m in (0..MANAGERS).filter(|m| since & drop_bit(*m) != 0) {
            self.managers[m].fail();
            self.forget(drop_bit(m));
        }
        for m in (0..MANAGERS).filter(|m| since & late_drop_bit(*m) != 0) {
            self.managers[m].drops_late = false;
            self.forget(late_drop_bit(m));
        }
    }

    pub(crate) fn apply(&mut self, case: &Case, action: Action) -> Result<(), Violation> {
        match action {
            Action::SeeTable { writer } => writer::see(self, writer),
            Action::Start {
                writer,
                intent,
                first,
            } => writer::start(self, case, writer, intent, first)?,
            Action::Write { writer } => writer::step(self, case, writer, First::Entries)?,
            Action::WriteOther { writer } => writer::step(self, case, writer, First::Row)?,
            Action::LoseResponse { writer } => writer::lose(self, case, writer)?,
            Action::KillWriter { writer } => writer::abandon(self, writer),
            Action::GiveUp { writer } => writer::give_up(self, writer),
            Action::LateWrite { writer } => writer::carry_out_stray(self, case, writer)?,
            Action::CleanUp { writer, slot } => writer::clean_up(self, case, writer, slot),
            Action::PickEntry { value } => sweeper::pick(self, case, value),
            Action::Sweep => sweeper::step(self, case),
            Action::RemoveStamp => remover::step(self, case),
            Action::Tick => remover::tick(self, case),
            Action::KillSweeper => sweeper::abandon(self),
            Action::LateFence => sweeper::carry_out_stray(self, case),
            Action::Query { reader } => reader::step(self, case, reader)?,
            Action::CompactRow => self.store.compact_row(),
            Action::CompactEntry { value } => self.store.compact_entry(value),
            Action::ExpireRow => {
                self.expiries -= 1;
                self.store.row_horizon += 1;
                self.expired[usize::from(self.store.row_horizon)] = self.moment(case);
            }
            Action::ExpireEntries { up_to } => self.expire_entries(case, up_to),
            Action::Manage { manager } => lifecycle::step(self, case, manager),
            Action::KillManager { manager } => lifecycle::abandon(self, manager),
            Action::LateDrop { manager } => lifecycle::drop_late(self, manager),
        }
        self.check(case)
    }

    fn expire_entries(&mut self, case: &Case, up_to: u8) {
        for horizon in self.store.entry_horizon + 1..=up_to {
            let since = std::mem::take(&mut self.expired[usize::from(horizon)]);
            if case.setup.entries_outlive_queries {
                self.outlast_queries(since);
            }
        }
        self.store.entry_horizon = up_to;
    }

    fn check(&mut self, case: &Case) -> Result<(), Violation> {
        let current = self.store.current();
        for (reader, observed) in self.readers.iter_mut().zip(&case.readers) {
            reader.observe(observed.wanted, current);
        }
        let owed = self.writers.iter().any(Writer::owes_entries);
        let needs = case.needs_entries && lifecycle::is_readable(self) && !owed;
        if needs && !self.store.is_indexed() {
            return Err(Violation::NotIndexed);
        }
        Ok(())
    }
}
