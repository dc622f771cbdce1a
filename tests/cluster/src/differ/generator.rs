//! Generates operations from a seed.

use fastrand::Rng;
use hbase_model::{Capabilities, Capability};

use super::operation::Operation;
use super::tables::Plan;
use super::values::Times;
use super::{reads, writes};

/// The input of generated operations.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) plan: &'a Plan,
    pub(super) times: Times,
    pub(super) can: Capabilities,
}

impl Source<'_> {
    pub(super) fn can(&self, capability: Capability) -> bool {
        self.can.has(capability)
    }
}

/// The operations of a run, which depend on seed and start alone.
pub(super) fn operations(source: &mut Source<'_>, count: usize) -> Vec<Operation> {
    (0..count).map(|_| operation(source)).collect()
}

fn operation(source: &mut Source<'_>) -> Operation {
    match source.rng.u32(..100) {
        36..40 if source.can(Capability::CellTimestamps) => {
            Operation::MutateMany(writes::mutations(source))
        }
        0..40 => Operation::Mutate(writes::mutation(source)),
        40..48 => Operation::Check(writes::check_and_mutate(source)),
        48..52 => Operation::Increment(writes::increment(source)),
        52..55 => Operation::Append(writes::append(source)),
        55..74 => Operation::Get(reads::get(source)),
        74..76 => Operation::GetMany(reads::gets(source)),
        76..98 => Operation::Scan(reads::scan(source)),
        _ if source.plan.keeps_deleted => Operation::Get(reads::get(source)),
        98 if source.plan.flushes_freely => Operation::Flush,
        _ => Operation::Compact,
    }
}
