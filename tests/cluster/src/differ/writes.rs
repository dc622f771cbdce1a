//! Random writes.

use hbase_backend::{
    Append, Capability, CheckAndMutate, Comparator, CompareOp, Condition, Durability, Increment,
    Mutation, TimeRange,
};

use super::filters;
use super::reads::time_range;
use super::source::Source;
use super::values::{FAMILIES, ROWS, SHORT_TTL_MS, one_in, pick, row, value};

/// A mutation of one row.
pub(super) fn mutation(source: &mut Source<'_>) -> Mutation {
    let row = row(source.rng);
    mutation_of(source, row)
}

/// Mutations of different rows.
pub(super) fn mutations(source: &mut Source<'_>) -> Vec<Mutation> {
    let rows: Vec<_> = ROWS.iter().filter(|_| one_in(source.rng, 2)).collect();
    rows.into_iter()
        .map(|row| mutation_of(source, row.to_vec()))
        .collect()
}

/// The timestamp of all cells of a mutation, if they cannot have different ones.
type Common = Option<Option<i64>>;

fn mutation_of(source: &mut Source<'_>, row: Vec<u8>) -> Mutation {
    let mut mutation = Mutation::new(row);
    let mut shift = 0;
    if source.can(Capability::CellTtl) && one_in(source.rng, 8) {
        let (ttl_ms, shifted) = source.times.ttl_ms(source.rng);
        mutation.ttl_ms = Some(ttl_ms);
        shift = shifted;
    }
    // One operation for all cells, if a mutation cannot have several.
    let common = (!source.can(Capability::CellTimestamps)).then(|| timestamp(source));
    let mixes = source.can(Capability::AtomicRowMutation);
    let steps = source.rng.u32(1..5);
    let kind = source.rng.u32(..10);
    for _ in 0..steps {
        match kind {
            0..5 => put(source, &mut mutation, common, shift),
            5..8 => delete(source, &mut mutation, common),
            _ if mixes && one_in(source.rng, 2) => delete(source, &mut mutation, common),
            _ => put(source, &mut mutation, common, shift),
        }
    }
    if kind == 5 && one_in(source.rng, 2) {
        mutation = Mutation::new(mutation.row());
        let at = timestamp(source);
        mutation.delete_row(at);
    }
    mutation.durability = durability(source);
    mutation
}

fn put(source: &mut Source<'_>, mutation: &mut Mutation, common: Common, shift: i64) {
    let (family, qualifier) = column(source);
    let value = value(source.rng);
    let mut at = common.unwrap_or_else(|| timestamp(source));
    if mutation.ttl_ms == Some(SHORT_TTL_MS) {
        // With the server's time, it would expire later, and not at the same time on both sides.
        at = at.or_else(|| Some(source.times.timestamp(source.rng)));
    }
    let done = match at {
        Some(at) => mutation.put_at(&family, &qualifier, at + shift, &value),
        None => mutation.put(&family, &qualifier, &value),
    };
    done.expect("a short put");
}

fn delete(source: &mut Source<'_>, mutation: &mut Mutation, common: Common) {
    let (family, qualifier) = column(source);
    let at = common.unwrap_or_else(|| timestamp(source));
    let one_version = source.can(Capability::DeleteVersion);
    let done = match source.rng.u32(..8) {
        0..3 if one_version => mutation.delete_version(&family, &qualifier, at),
        3 if one_version => {
            let at = source.times.timestamp(source.rng);
            mutation.delete_family_version(&family, at)
        }
        4 => mutation.delete_family(&family, at),
        _ => mutation.delete_column(&family, &qualifier, at),
    };
    done.expect("a short marker");
}

fn column(source: &mut Source<'_>) -> (Vec<u8>, Vec<u8>) {
    let family = match source.rng.u32(..150) {
        0 => "nope",
        _ => *pick(source.rng, &FAMILIES),
    };
    (family.into(), source.plan.qualifier(source.rng))
}

/// Usually an explicit one.
fn timestamp(source: &mut Source<'_>) -> Option<i64> {
    (!one_in(source.rng, 8)).then(|| source.times.timestamp(source.rng))
}

fn durability(source: &mut Source<'_>) -> Durability {
    if !source.can(Capability::Durability) || !one_in(source.rng, 6) {
        return Durability::UseDefault;
    }
    *pick(
        source.rng,
        &[
            Durability::SkipWal,
            Durability::AsyncWal,
            Durability::SyncWal,
            Durability::FsyncWal,
        ],
    )
}

/// A conditional mutation.
pub(super) fn check_and_mutate(source: &mut Source<'_>) -> CheckAndMutate {
    let every = source.can(Capability::CheckAndMutate);
    let mutation = mutation(source);
    let condition = condition(source, every);
    let may_fail = matches!(&condition, Condition::Filter(filter) if filters::may_fail(filter));
    CheckAndMutate {
        condition,
        time_range: if every && !may_fail && one_in(source.rng, 3) {
            time_range(source)
        } else {
            TimeRange::ALL
        },
        mutation,
    }
}

fn condition(source: &mut Source<'_>, every: bool) -> Condition {
    let (family, qualifier) = column(source);
    match source.rng.u32(..6) {
        0 => Condition::Absent { family, qualifier },
        1 if every && source.can(Capability::Filters) => Condition::Filter(filters::filter(source)),
        _ => Condition::Compare {
            family,
            qualifier,
            op: if every {
                filters::operator(source.rng)
            } else {
                CompareOp::Equal
            },
            comparator: Comparator::Binary(value(source.rng)),
        },
    }
}

/// An increment of columns, some of which do not contain a counter.
pub(super) fn increment(source: &mut Source<'_>) -> Increment {
    let columns = different_columns(source).into_iter();
    let columns = columns.map(|(family, qualifier)| (family, qualifier, source.rng.i64(-3..4)));
    Increment {
        columns: columns.collect(),
        row: row(source.rng),
        durability: durability(source),
        ttl_ms: update_ttl(source),
    }
}

/// An append to values.
pub(super) fn append(source: &mut Source<'_>) -> Append {
    let columns = different_columns(source).into_iter();
    let columns = columns.map(|(family, qualifier)| (family, qualifier, value(source.rng)));
    Append {
        columns: columns.collect(),
        row: row(source.rng),
        durability: durability(source),
        ttl_ms: update_ttl(source),
    }
}

fn update_ttl(source: &mut Source<'_>) -> Option<u64> {
    let has_one = source.can(Capability::CellTtl) && one_in(source.rng, 8);
    has_one
        .then(|| source.times.ttl_ms(source.rng).0)
        .filter(|ttl_ms| *ttl_ms > SHORT_TTL_MS)
}

/// Usually the column `n`, which contains numbers.
fn different_columns(source: &mut Source<'_>) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut columns = Vec::new();
    for _ in 0..source.rng.u32(1..3) {
        let (family, other) = column(source);
        let qualifier = if one_in(source.rng, 2) {
            b"n".to_vec()
        } else {
            other
        };
        if !columns.contains(&(family.clone(), qualifier.clone())) {
            columns.push((family, qualifier));
        }
    }
    columns
}
