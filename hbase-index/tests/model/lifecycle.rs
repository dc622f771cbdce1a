//! The managers, which create, fill and drop the index.

use hbase_index::protocol::{
    BackfillRow, Build, BuildOutcome, BuildRequest, BuildResponse, Phase, Removal,
};

use crate::case::{Case, Job};
use crate::domain::{Running, Small};
use crate::world::{World, drop_bit, late_drop_bit};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Manager {
    done: usize,
    machine: Option<Machine>,
    backfill: Option<BackfillRow<Small>>,
    /// How often it may die and start over.
    pub(crate) restarts: u8,
    /// Whether the request of a dead removal to drop the table is still under way.
    pub(crate) drops_late: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Machine {
    Build(Build<Running>),
    Removal(Removal<Running>),
}

impl Machine {
    fn request(&self) -> Option<BuildRequest<Running>> {
        match self {
            Self::Build(build) => build.request(),
            Self::Removal(removal) => removal.request(),
        }
    }
}

impl Manager {
    pub(crate) fn new(restarts: u8) -> Self {
        Self {
            done: 0,
            machine: None,
            backfill: None,
            restarts,
            drops_late: false,
        }
    }

    pub(crate) fn is_done(&self, jobs: &[Job]) -> bool {
        self.done >= jobs.len()
    }

    pub(crate) fn is_running(&self) -> bool {
        self.machine.is_some()
    }

    /// Whether it drops the table, based on a state that it has read before.
    pub(crate) fn is_dropping(&self) -> bool {
        let request = self.machine.as_ref().and_then(Machine::request);
        matches!(request, Some(BuildRequest::DropTable))
    }

    /// A request was not sent in time.
    pub(crate) fn fail(&mut self) {
        self.machine = None;
        self.done = usize::MAX;
    }

    /// Removes an ended write from the wait.
    pub(crate) fn map_moment(&mut self, map: impl Fn(Running) -> Running) {
        self.machine = self.machine.take().map(|machine| match machine {
            Machine::Build(build) => Machine::Build(build.map_moment(map)),
            Machine::Removal(removal) => Machine::Removal(removal.map_moment(map)),
        });
    }
}

/// The manager dies and is restarted; a drop that it has sent is still under way.
pub(crate) fn abandon(world: &mut World, m: usize) {
    let manager = &mut world.managers[m];
    let is_dropping = manager.is_dropping();
    manager.restarts -= 1;
    manager.machine = None;
    manager.backfill = None;
    if is_dropping {
        manager.drops_late = true;
        world.replace_bit(drop_bit(m), late_drop_bit(m));
    }
}

pub(crate) fn drop_late(world: &mut World, m: usize) {
    world.managers[m].drops_late = false;
    world.store.drop_index();
    world.forget(late_drop_bit(m));
}

pub(crate) fn step(world: &mut World, case: &Case, m: usize) {
    let job = case.jobs[m][world.managers[m].done];
    let machine = world.managers[m].machine.take();
    let machine = machine.unwrap_or_else(|| match job {
        Job::Build => Machine::Build(Build::default()),
        Job::Remove => Machine::Removal(Removal::default()),
    });
    let request = machine.request();
    let response = request.and_then(|request| execute(world, case, m, request));
    let Some(response) = response else {
        world.managers[m].machine = Some(machine);
        return;
    };
    if matches!(request, Some(BuildRequest::DropTable)) {
        world.forget(drop_bit(m));
    }
    let now = world.moment(case);
    let (machine, outcome) = match machine {
        Machine::Build(build) => {
            let build = build.respond(case.rules, response, now);
            (Machine::Build(build), build.outcome())
        }
        Machine::Removal(removal) => {
            let removal = removal.respond(case.rules, response, now);
            (Machine::Removal(removal), removal.outcome())
        }
    };
    let manager = &mut world.managers[m];
    match outcome {
        None => manager.machine = Some(machine),
        Some(BuildOutcome::Done) => manager.done += 1,
        Some(_) => manager.fail(),
    }
}

/// `None` as long as the request takes further steps.
fn execute(
    world: &mut World,
    case: &Case,
    m: usize,
    request: BuildRequest<Running>,
) -> Option<BuildResponse> {
    Some(match request {
        BuildRequest::ReadState => BuildResponse::Current(world.state),
        BuildRequest::CreateTable => BuildResponse::Table(world.store.create_index()),
        BuildRequest::List { state } => {
            world.listing.list(state);
            BuildResponse::Done
        }
        BuildRequest::Unlist { state } => {
            world.listing.unlist(state);
            BuildResponse::Done
        }
        BuildRequest::SetState { from, to } => {
            let is_same = world.state == from;
            if is_same {
                world.state = to;
            }
            BuildResponse::Changed(is_same)
        }
        BuildRequest::WaitForWriters { since } => {
            world.outlast_writes(case, since);
            BuildResponse::Done
        }
        BuildRequest::Backfill => return backfill(world, case, m),
        BuildRequest::DropTable => {
            world.store.drop_index();
            BuildResponse::Done
        }
    })
}

fn backfill(world: &mut World, case: &Case, m: usize) -> Option<BuildResponse> {
    let backfill = world.managers[m].backfill.take().unwrap_or_default();
    let request = backfill.request()?;
    let response = world.store.execute(case.setup, &request);
    let backfill = backfill.respond(&case.domain(true), response);
    match backfill.outcome() {
        Some(Ok(_)) => Some(BuildResponse::Done),
        Some(Err(_)) => Some(BuildResponse::Failed),
        None => {
            world.managers[m].backfill = Some(backfill);
            None
        }
    }
}

/// Whether rows must have their entries.
pub(crate) fn is_readable(world: &World) -> bool {
    world.state.phase == Phase::Readable
}
