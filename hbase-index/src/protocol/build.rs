//! Creating and filling an index.

use super::lifecycle::{BuildOutcome, BuildResponse, IndexState, Phase, Step, machine};
use super::rules::Rules;

machine! {
    /// Creates and fills an index, or continues where another one ended: a wait starts over, since
    /// nothing records how long it has lasted. Several may run concurrently.
    Build
}

impl<M: Copy> Build<M> {
    /// Takes the response to the current request, received at `now`.
    pub fn respond(mut self, rules: impl Rules, response: BuildResponse, now: M) -> Self {
        self.step = match (self.step, response) {
            (Step::Reading, BuildResponse::Current(state)) => from_state(state, rules),
            (Step::CreatingTable(state), BuildResponse::Table(_)) => Step::Setting {
                from: state,
                phase: Phase::WriteOnly,
            },
            (Step::Setting { from, phase }, BuildResponse::Changed(true)) => {
                from_state(from.next(phase), rules)
            }
            (Step::Setting { .. }, BuildResponse::Changed(false)) => {
                Step::retry(&mut self.attempts)
            }
            (Step::Listing(state), BuildResponse::Done) => listed(state, rules),
            // Before the wait starts: writes that start later put their entries into this table, or end within
            // the wait.
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
            (Step::ComparingTable { state, .. }, BuildResponse::Table(_)) => backfilling(state),
            (Step::Backfilling(state), BuildResponse::Done) => Step::Setting {
                from: state,
                phase: Phase::Readable,
            },
            (done @ Step::Done(_), _) => done,
            _ => Step::Done(BuildOutcome::Failed),
        };
        self
    }
}

fn from_state<M>(state: IndexState, rules: impl Rules) -> Step<M> {
    match state.phase {
        // The table comes first: writers put entries into it as soon as the state is `WriteOnly`.
        Phase::Dropped => Step::CreatingTable(state),
        // Listed before the wait starts: a writer that has read the list before ends within the wait.
        Phase::WriteOnly if rules.list_indexes() => Step::Listing(state),
        Phase::WriteOnly => listed(state, rules),
        // The phase was set after the wait, so a build that continues here does not wait.
        Phase::Backfilling => Step::Backfilling(state),
        Phase::Readable => Step::Done(BuildOutcome::Done),
        Phase::Dropping => Step::Done(BuildOutcome::Superseded),
    }
}

fn listed<M>(state: IndexState, rules: impl Rules) -> Step<M> {
    if rules.wait_for_writers() {
        Step::NotingTable(state)
    } else {
        backfilling(state)
    }
}

fn backfilling<M>(state: IndexState) -> Step<M> {
    Step::Setting {
        from: state,
        phase: Phase::Backfilling,
    }
}
