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
    /// Whether it has created the table with the rows before its index was listed.
    created_early: bool,
    /// How often it may die and start over.
    pub(crate) restarts: u8,
    /// Whether the request of a dead removal to drop the table is still under way.
    pub(crate) drops_late: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Machine {
    Build(Build<Running>),
    Removal(Removal<Running>),
    DropRows,
}

impl Machine {
    fn request(&self) -> Option<BuildRequest<Running>> {
        match self {
            Self::Build(build) => build.request(),
            Self::Removal(removal) => removal.request(),
            Self::DropRows => None,
        }
    }
}

impl Manager {
    pub(crate) fn new(restarts: u8) -> Self {
        Self {
            done: 0,
            machine: None,
            backfill: None,
            created_early: false,
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
            Machine::DropRows => Machine::DropRows,
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
    manager.created_early = false;
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
    let Some(machine) = world.managers[m].machine.take().or_else(|| start(job)) else {
        begin_drop(world, case, m);
        return;
    };
    if let Machine::DropRows = machine {
        world.store.drop_rows();
        world.managers[m].done += 1;
        return;
    }
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
        Machine::DropRows => return,
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
        // The index was dropped, its table follows.
        Some(BuildOutcome::Done) if job == Job::DropRows => {
            manager.machine = Some(Machine::DropRows);
        }
        Some(BuildOutcome::Done) => manager.done += 1,
        Some(_) => manager.fail(),
    }
}

/// The machine of a job; `None` for one whose first step has none.
fn start(job: Job) -> Option<Machine> {
    match job {
        Job::Build => Some(Machine::Build(Build::default())),
        Job::Create => Some(Machine::Build(Build::with_rows())),
        Job::Remove => Some(Machine::Removal(Removal::default())),
        Job::DropRows => None,
    }
}

/// Records that the table with the rows is dropped, before its index is.
fn begin_drop(world: &mut World, case: &Case, m: usize) {
    world.store.was_dropped |= case.setup.records_drops;
    world.managers[m].machine = Some(if case.setup.drops_indexes_first {
        Machine::Removal(Removal::default())
    } else {
        Machine::DropRows
    });
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
        BuildRequest::CreateTable => {
            create_early(world, case, m);
            BuildResponse::Table(world.store.create_index())
        }
        BuildRequest::ReadDropped => BuildResponse::Dropped(world.store.was_dropped),
        BuildRequest::CreateRows => BuildResponse::Created(create_rows(world, case, m)),
        BuildRequest::List { state } => {
            world.listing.list(state);
            BuildResponse::Done
        }
        BuildRequest::Unlist { state } => {
            world.listing.unlist(state);
            BuildResponse::Done
        }
        BuildRequest::SetState { from, to } => {
            let is_blind = !case.setup.compares_generation && to.phase == Phase::Readable;
            let is_same = is_blind || world.state == from;
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

/// Whether the manager has created the table with the rows.
fn create_rows(world: &mut World, case: &Case, m: usize) -> bool {
    let was_missing = world.store.create_rows();
    was_missing || world.managers[m].created_early || !case.setup.proves_creation
}

/// Weakened: the table with the rows is created first.
fn create_early(world: &mut World, case: &Case, m: usize) {
    let is_create = case.jobs[m][world.managers[m].done] == Job::Create;
    if is_create && !case.setup.lists_before_rows {
        world.managers[m].created_early |= world.store.create_rows();
    }
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
