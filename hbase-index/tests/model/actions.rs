//! The possible steps.

use hbase_index::protocol::{Request, Write};

use crate::case::{Case, Start};
use crate::reader::ReaderPhase;
use crate::store::VALUES;
use crate::world::World;
use crate::writer::First;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    SeeTable {
        writer: usize,
    },
    Start {
        writer: usize,
        intent: u8,
        first: First,
    },
    Write {
        writer: usize,
    },
    /// The other one of two requests.
    WriteOther {
        writer: usize,
    },
    LoseResponse {
        writer: usize,
    },
    KillWriter {
        writer: usize,
    },
    /// The renewal of a row after a late write fails.
    GiveUp {
        writer: usize,
    },
    LateWrite {
        writer: usize,
    },
    CleanUp {
        writer: usize,
        slot: usize,
    },
    PickEntry {
        value: u8,
    },
    Sweep,
    RemoveStamp,
    Tick,
    KillSweeper,
    LateFence,
    Query {
        reader: usize,
    },
    CompactRow,
    CompactEntry {
        value: u8,
    },
    ExpireRow,
    ExpireEntries {
        up_to: u8,
    },
    Manage {
        manager: usize,
    },
    KillManager {
        manager: usize,
    },
    LateDrop {
        manager: usize,
    },
}

impl World {
    pub(crate) fn actions(&self, case: &Case, out: &mut Vec<Action>) {
        for w in 0..case.writers.len() {
            self.writer_actions(case, w, out);
        }
        self.sweeper_actions(out);
        if self.remover.removal.is_some() || self.remover.left > 0 {
            out.push(Action::RemoveStamp);
        }
        if self.time < case.removals.ticks {
            out.push(Action::Tick);
        }
        for (reader, state) in self.readers.iter().enumerate() {
            if state.phase != ReaderPhase::Ended {
                out.push(Action::Query { reader });
            }
        }
        self.store_actions(case, out);
        for (manager, state) in self.managers.iter().enumerate() {
            if !state.is_done(&case.jobs[manager]) {
                out.push(Action::Manage { manager });
                if state.restarts > 0 && state.is_running() {
                    out.push(Action::KillManager { manager });
                }
            }
            if state.drops_late {
                out.push(Action::LateDrop { manager });
            }
        }
    }

    fn writer_actions(&self, case: &Case, w: usize, out: &mut Vec<Action>) {
        let writer = &self.writers[w];
        let write = writer.write.as_ref();
        let must_see = case.creates_rows() && case.setup.sees_table_first && !writer.has_seen;
        match write.and_then(Write::request) {
            None if writer.updates > 0 && must_see => out.push(Action::SeeTable { writer: w }),
            None if writer.updates > 0 => {
                let intents = case.writers[w].intents.iter();
                let firsts: &[First] = if case.start == Start::Ahead && !case.has_jobs() {
                    &[First::Entries, First::Row]
                } else {
                    &[First::Entries]
                };
                out.extend(intents.flat_map(|&intent| {
                    let start = move |&first: &First| Action::Start {
                        writer: w,
                        intent,
                        first,
                    };
                    firsts.iter().map(start)
                }));
            }
            None => {}
            Some(request) => {
                out.push(Action::Write { writer: w });
                if write.is_some_and(|write| write.concurrent_request().is_some()) {
                    out.push(Action::WriteOther { writer: w });
                }
                if writer.losses > 0 && matches!(request, Request::WriteRow { .. }) {
                    out.push(Action::LoseResponse { writer: w });
                }
                // Without further updates, a dead client is one that takes no more steps.
                // Nobody renews the row of a client that ends after a late write.
                if writer.updates > 0 && !writer.owes_entries() {
                    out.push(Action::KillWriter { writer: w });
                }
                if writer.updates > 0 && writer.is_repeating() {
                    out.push(Action::GiveUp { writer: w });
                }
            }
        }
        if writer.stray.is_some() {
            out.push(Action::LateWrite { writer: w });
        }
        let slots = writer.cleanups.iter().enumerate();
        let slots = slots.filter(|(_, cleanup)| cleanup.is_some());
        out.extend(slots.map(|(slot, _)| Action::CleanUp { writer: w, slot }));
    }

    fn sweeper_actions(&self, out: &mut Vec<Action>) {
        if self.sweeper.sweep.is_some() {
            out.push(Action::Sweep);
            if self.sweeper.sweeps > 0 {
                out.push(Action::KillSweeper);
            }
        } else if self.sweeper.sweeps > 0 {
            let entries = (1..=VALUES).filter(|value| self.store.entry(*value) != 0);
            out.extend(entries.map(|value| Action::PickEntry { value }));
        }
        if self.sweeper.stray.is_some() {
            out.push(Action::LateFence);
        }
    }

    fn store_actions(&self, case: &Case, out: &mut Vec<Action>) {
        let store = &self.store;
        if case.compaction {
            if store.row.marker != 0 || store.old_stamps != 0 || store.stamp_marker != 0 {
                out.push(Action::CompactRow);
            }
            let marked = (1..=VALUES).filter(|v| store.entries[usize::from(*v) - 1].marker != 0);
            out.extend(marked.map(|value| Action::CompactEntry { value }));
        }
        if self.expiries > 0 && store.row.put > store.row_horizon {
            out.push(Action::ExpireRow);
        }
        let newest = store.entries.iter().map(|entry| entry.put).max();
        let limit = if case.setup.entries_outlive_rows {
            store.row_horizon
        } else {
            newest.unwrap_or(0)
        };
        if case.expiries > 0 {
            let horizons = store.entry_horizon + 1..=limit;
            out.extend(horizons.map(|up_to| Action::ExpireEntries { up_to }));
        }
    }
}
