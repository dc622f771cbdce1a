//! The remover of the stamp of a row that is gone, and the time that passes.

use hbase_index::protocol::{Input, StampRemoval};

use crate::case::Case;
use crate::domain::Small;
use crate::world::World;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Remover {
    pub(crate) left: u8,
    pub(crate) removal: Option<StampRemoval<Small>>,
}

impl Remover {
    pub(crate) fn new(left: u8) -> Self {
        Self {
            left,
            removal: None,
        }
    }
}

/// One step of a removal; the first one starts it. A removal may take any time: its request is not limited.
pub(crate) fn step(world: &mut World, case: &Case) {
    let removal = world.remover.removal.take();
    let removal = removal.unwrap_or_else(|| {
        world.remover.left -= 1;
        StampRemoval::new(case.removals.min_age)
    });
    let Some(request) = removal.request() else {
        return;
    };
    let response = world.store.execute(case.setup, &request);
    let input = Input {
        now: case.removals.clock + i64::from(world.time),
        moment: 0,
        id: 0,
    };
    let removal = removal.respond(&case.domain(true), response, &input);
    if removal.outcome().is_none() {
        world.remover.removal = Some(removal);
    }
}

/// The time advances. Writes that have taken too long have no further effect, unless their machines sleep.
pub(crate) fn tick(world: &mut World, case: &Case) {
    world.time += 1;
    let time = world.time;
    for writer in &mut world.writers {
        writer.pass_time(time, case.removals.write_limit, case.sleeps);
    }
}
