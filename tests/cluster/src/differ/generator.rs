//! Generates operations from a seed.

use hbase_backend::Capability;

use super::operation::Operation;
use super::source::Source;
use super::{reads, writes};

/// The operations of a run, which depend only on the seed and the start.
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
