//! Creating and filling an index.
//!
//! An index has to wait until every writer that does not know it has ended. It need not if there is no such
//! writer: its build has created the table with the rows itself, after it had set the state and listed the index.
//! Writers read the states after they have seen the table, so those of this table know the index. A writer that has
//! seen an earlier table may not: whoever drops that table records it before, and raises the generations of its
//! indexes, so that a build which has read the record too early cannot change the state.

use super::lifecycle::{BuildOutcome, BuildResponse, IndexState, Phase, Step, machine};
use super::rules::Rules;

machine! {
    /// Creates and fills an index, or continues where another one ended: a wait starts over, since
    /// nothing records how long it has lasted. Several may run concurrently.
    Build {
        /// Whether it still has to create the table with the rows.
        creates_rows: bool,
        /// Whether it only continues: an index that was dropped meanwhile stays dropped.
        continues: bool,
    }
}

impl<M: Copy> Build<M> {
    /// A build that also creates the table with the rows if it is missing. If it is, the index is readable at once.
    pub fn with_rows() -> Self {
        Self {
            creates_rows: true,
            ..Self::default()
        }
    }

    /// A build that continues one of another process or call, and ends if the index was dropped meanwhile.
    pub fn continuing(self) -> Self {
        Self {
            continues: true,
            ..self
        }
    }

    /// The state of an index whose wait is about to start.
    pub fn state_before_wait(&self) -> Option<IndexState> {
        match self.step {
            Step::NotingTable(state) => Some(state),
            _ => None,
        }
    }

    /// Takes the response to the current request, received at `now`.
    pub fn respond(mut self, rules: impl Rules, response: BuildResponse, now: M) -> Self {
        self.step = match (self.step, response) {
            (Step::Reading, BuildResponse::Current(state)) => self.step_at(state, rules),
            (Step::CreatingTable(state), BuildResponse::Table(_)) => {
                setting(state, Phase::WriteOnly)
            }
            (Step::Setting { from, phase }, BuildResponse::Changed(true)) => {
                self.step_at(from.next(phase), rules)
            }
            (Step::Setting { .. }, BuildResponse::Changed(false)) => {
                Step::retry(&mut self.attempts)
            }
            (Step::Listing(state), BuildResponse::Done) => self.listed(state, rules),
            (Step::ReadingDropped(state), BuildResponse::Dropped(was_dropped)) => {
                Step::CreatingRows {
                    state,
                    is_first: !was_dropped,
                }
            }
            (Step::CreatingRows { state, is_first }, BuildResponse::Created(is_own)) => {
                self.creates_rows = false;
                match state.phase {
                    Phase::WriteOnly if is_first && is_own => setting(state, Phase::Readable),
                    Phase::WriteOnly => waiting(state, rules),
                    _ => self.step_at(state, rules),
                }
            }
            (step, response) => of_wait(step, rules, response, now),
        };
        self
    }

    fn step_at(&self, state: IndexState, rules: impl Rules) -> Step<M> {
        match state.phase {
            // The table comes first: writers put entries into it as soon as the state is `WriteOnly`.
            Phase::Dropped if self.continues => Step::Done(BuildOutcome::Superseded),
            Phase::Dropped => Step::CreatingTable(state),
            // Listed before the wait starts: a writer that has read the list before ends within the wait.
            Phase::WriteOnly if rules.list_indexes() => Step::Listing(state),
            Phase::WriteOnly => self.listed(state, rules),
            Phase::Backfilling | Phase::Readable if self.creates_rows => Step::CreatingRows {
                state,
                is_first: false,
            },
            // The phase was set after the wait, so a build that continues here does not wait.
            Phase::Backfilling => Step::Backfilling(state),
            Phase::Readable => Step::Done(BuildOutcome::Done),
            Phase::Dropping => Step::Done(BuildOutcome::Superseded),
        }
    }

    fn listed(&self, state: IndexState, rules: impl Rules) -> Step<M> {
        if !self.creates_rows {
            return waiting(state, rules);
        }
        if state.generation == IndexState::FIRST {
            return Step::ReadingDropped(state);
        }
        Step::CreatingRows {
            state,
            is_first: false,
        }
    }
}

/// The steps from the start of the wait.
fn of_wait<M: Copy>(step: Step<M>, rules: impl Rules, response: BuildResponse, now: M) -> Step<M> {
    match (step, response) {
        // Before the wait starts: writes that start later put their entries into this table, or end within the
        // wait.
        (Step::NotingTable(state), BuildResponse::Table(table)) => Step::Waiting {
            state,
            since: now,
            table: Some(table),
        },
        (
            Step::Waiting {
                state,
                table: Some(table),
                ..
            },
            BuildResponse::Done,
        ) => Step::ComparingTable { state, table },
        // Writes may have put entries into a table that is gone.
        (Step::ComparingTable { state, table }, BuildResponse::Table(found))
            if found != table && rules.compare_tables() =>
        {
            Step::Waiting {
                state,
                since: now,
                table: Some(found),
            }
        }
        (Step::ComparingTable { state, .. }, BuildResponse::Table(_)) => {
            setting(state, Phase::Backfilling)
        }
        (Step::Backfilling(state), BuildResponse::Done) => setting(state, Phase::Readable),
        (done @ Step::Done(_), _) => done,
        _ => Step::Done(BuildOutcome::Failed),
    }
}

fn waiting<M>(state: IndexState, rules: impl Rules) -> Step<M> {
    if rules.wait_for_writers() {
        Step::NotingTable(state)
    } else {
        setting(state, Phase::Backfilling)
    }
}

fn setting<M>(from: IndexState, phase: Phase) -> Step<M> {
    Step::Setting { from, phase }
}
