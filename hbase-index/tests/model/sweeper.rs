//! The sweeper: picks entries, and removes those that no row has.

use hbase_index::protocol::{Input, Request, Sweep};

use crate::case::Case;
use crate::domain::Small;
use crate::world::World;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sweeper {
    pub(crate) sweeps: u8,
    pub(crate) sweep: Option<Sweep<Small>>,
    /// The fence of a sweeper that died.
    pub(crate) stray: Option<Request<Small>>,
    ids: u8,
}

impl Sweeper {
    pub(crate) fn new(sweeps: u8) -> Self {
        Self {
            sweeps,
            sweep: None,
            stray: None,
            ids: 0,
        }
    }
}

pub(crate) fn pick(world: &mut World, case: &Case, value: u8) {
    let at = world.store.entry(value);
    world.sweeper.sweeps -= 1;
    world.sweeper.sweep = Some(Sweep::new(value, at.into(), case.retries));
}

pub(crate) fn step(world: &mut World, case: &Case) {
    // A deletion at the moment at which the wait ends has all effects of a later one.
    let waits = single_step(world, case);
    if waits {
        single_step(world, case);
    }
}

/// Returns whether the step was a wait.
fn single_step(world: &mut World, case: &Case) -> bool {
    let Some(sweep) = world.sweeper.sweep.take() else {
        return false;
    };
    let Some(request) = sweep.request() else {
        return false;
    };
    if let Request::Wait { since, .. } = request {
        world.outlast_queries(since);
    }
    let response = world.store.execute(case.setup, &request);
    let input = Input {
        now: 0,
        moment: world.moment(case),
        id: 0x60 + world.sweeper.ids,
    };
    world.sweeper.ids += u8::from(request == Request::ReadRow);
    let sweep = sweep.respond(&case.domain(true), response, &input);
    if sweep.outcome().is_none() {
        world.sweeper.sweep = Some(sweep);
    }
    matches!(request, Request::Wait { .. })
}

/// The sweeper dies; a fence that it has sent is still under way.
pub(crate) fn abandon(world: &mut World) {
    let sweep = world.sweeper.sweep.take();
    let request = sweep.and_then(|sweep| sweep.request());
    world.sweeper.stray = request.filter(|sent| matches!(sent, Request::RaiseStamp { .. }));
}

pub(crate) fn carry_out_stray(world: &mut World, case: &Case) {
    if let Some(request) = world.sweeper.stray.take() {
        world.store.execute(case.setup, &request);
    }
}
