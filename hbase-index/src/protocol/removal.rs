//! Dropping an index.

use super::lifecycle::{BuildOutcome, BuildResponse, IndexState, Phase, Step, machine};
use super::rules::Rules;

machine! {
    /// Drops an index, or continues where another one ended. Several may run concurrently.
    Removal
}

impl<M: Copy> Removal<M> {
    /// Takes the response to the current request, received at `now`.
    pub fn respond(mut self, rules: impl Rules, response: BuildResponse, now: M) -> Self {
        self.step = match (self.step, response) {
            (Step::Reading, BuildResponse::Current(state)) => match state.phase {
                // An earlier removal may have ended before it removed the index from the list.
                Phase::Dropped => unlisting(state),
                Phase::Dropping => waiting(state, now),
                _ => Step::Setting {
                    from: state,
                    phase: Phase::Dropping,
                },
            },
            (Step::Setting { from, phase }, BuildResponse::Changed(true)) => {
                let state = from.next(phase);
                match phase {
                    Phase::Dropping => waiting(state, now),
                    _ => unlisting(state),
                }
            }
            (Step::Setting { .. }, BuildResponse::Changed(false)) => {
                Step::retry(&mut self.attempts)
            }
            (Step::Waiting { state, .. }, BuildResponse::Done) if rules.confirm_drop() => {
                Step::Confirming(state)
            }
            (Step::Waiting { state, .. }, BuildResponse::Done) => Step::DroppingTable(state),
            (Step::Confirming(state), BuildResponse::Current(found)) => confirmed(state, found),
            // The phase changes last. Once it is `Dropped`, a build may create the table, and this removal
            // would drop that one.
            (Step::DroppingTable(state), BuildResponse::Done) => Step::Setting {
                from: state,
                phase: Phase::Dropped,
            },
            (Step::Unlisting(_), BuildResponse::Done) => Step::Done(BuildOutcome::Done),
            (done @ Step::Done(_), _) => done,
            _ => Step::Done(BuildOutcome::Failed),
        };
        self
    }
}

fn waiting<M>(state: IndexState, since: M) -> Step<M> {
    Step::Waiting {
        state,
        since,
        table: None,
    }
}

/// Compares the state right before the table is dropped: another removal may have dropped it, and another build
/// may have recreated it.
fn confirmed<M>(state: IndexState, found: IndexState) -> Step<M> {
    if found == state {
        Step::DroppingTable(state)
    } else if found.phase == Phase::Dropped {
        unlisting(found)
    } else {
        Step::Done(BuildOutcome::Superseded)
    }
}

fn unlisting<M>(state: IndexState) -> Step<M> {
    if state == IndexState::NONE {
        Step::Done(BuildOutcome::Done)
    } else {
        Step::Unlisting(state)
    }
}
