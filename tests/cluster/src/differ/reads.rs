//! Random reads.

use hbase_backend::{Capability, Filter, Get, ReadOptions, RowBound, Scan, TimeRange};

use super::filters;
use super::source::Source;
use super::tables::Plan;
use super::values::{FAMILIES, one_in, pick, row};

pub(super) fn get(source: &mut Source<'_>) -> Get {
    Get {
        row: row(source.rng),
        read: options(source),
        existence_only: one_in(source.rng, 12),
    }
}

pub(super) fn gets(source: &mut Source<'_>) -> Vec<Get> {
    let mut gets: Vec<_> = (0..3).map(|_| get(source)).collect();
    if gets.iter().any(|get| selects_missing_family(&get.read)) {
        for get in &mut gets {
            get.read.filter = None;
        }
    }
    gets
}

pub(super) fn scan(source: &mut Source<'_>) -> Scan {
    let reversed = source.can(Capability::ReversedScan) && one_in(source.rng, 3);
    let (start, stop) = bounds(source, reversed);
    let mut scan = Scan {
        start,
        stop,
        reversed,
        read: options(source),
        ..Scan::default()
    };
    let filter = scan.read.filter.take();
    scan.read.filter = filter.filter(|filter| is_stable(source, filter, reversed));
    let may_be_raw = source.can(Capability::RawScan) && !source.plan.flushes_freely;
    if may_be_raw && one_in(source.rng, 5) {
        make_raw(&mut scan, source.plan);
    }
    if selects_missing_family(&scan.read) {
        // In an empty range, the missing family may go unnoticed.
        (scan.start, scan.stop) = (RowBound::Unbounded, RowBound::Unbounded);
    }
    if !source.can(Capability::ScanVersions) {
        scan.read.max_versions = 1;
    }
    scan.limit = sometimes(source, 4);
    // Together they end a scan a row early if a row's last partial row is full.
    scan.batch = sometimes(source, 6).filter(|_| scan.limit.is_none());
    scan.caching = sometimes(source, 3);
    scan.max_result_bytes = sometimes::<u64>(source, 8).map(|n| n * 20);
    scan
}

/// Whether the result of a scan with the filter does not depend on chance.
fn is_stable(source: &Source<'_>, filter: &Filter, reversed: bool) -> bool {
    let fails_in_reverse = || {
        filters::counts_rows(filter, source.can)
            || filters::loses_rows_in_reverse(filter)
            || (filters::has_or(filter) && filters::steps_over_columns(filter))
    };
    !(filters::may_fail(filter) || reversed && fails_in_reverse())
}

fn make_raw(scan: &mut Scan, plan: &Plan) {
    scan.raw = true;
    if plan.has_nameless {
        read_all_versions(scan, plan);
    }
    // A family's markers are in the column with the empty qualifier.
    let filter = scan.read.filter.take();
    scan.read.filter = filter.filter(|filter| !filters::steps_over_columns(filter));
    for selection in &mut scan.read.columns {
        selection.qualifiers.clear();
    }
}

/// Nothing may make a raw scan leave a column early: `HBase` does not end one that leaves a column with an
/// empty qualifier at a marker with the same timestamp as the next marker or put (see [`Scan::raw`]).
fn read_all_versions(scan: &mut Scan, plan: &Plan) {
    scan.raw = plan
        .table
        .families
        .iter()
        .all(|family| family.ttl.is_none());
    scan.read.filter = None;
    scan.read.time_range = TimeRange::ALL;
    scan.read.family_time_ranges.clear();
    scan.read.max_versions = 1000;
}

/// Whether it selects a family that is missing.
fn selects_missing_family(read: &ReadOptions) -> bool {
    read.columns.iter().any(|c| *c.family == *b"nope")
}

/// A small number in one of `n` cases.
fn sometimes<N: From<u32>>(source: &mut Source<'_>, n: u32) -> Option<N> {
    one_in(source.rng, n).then(|| source.rng.u32(1..5).into())
}

fn bounds(source: &mut Source<'_>, reversed: bool) -> (RowBound, RowBound) {
    let (one, other) = (row(source.rng), row(source.rng));
    // Usually in the right order.
    let is_ordered = (one <= other) != reversed;
    let (start, stop) = if is_ordered || one_in(source.rng, 10) {
        (one, other)
    } else {
        (other, one)
    };
    (bound(source, start), bound(source, stop))
}

fn bound(source: &mut Source<'_>, row: Vec<u8>) -> RowBound {
    match source.rng.u32(..4) {
        0 | 1 => RowBound::Unbounded,
        2 => RowBound::Included(row),
        _ => RowBound::Excluded(row),
    }
}

pub(super) fn options(source: &mut Source<'_>) -> ReadOptions {
    let mut read = ReadOptions {
        max_versions: *pick(source.rng, &[1, 1, 2, 3, 1000]),
        cache_blocks: !one_in(source.rng, 4),
        ..ReadOptions::default()
    };
    // No random number is used for it, so that seeds keep their operations.
    read.whole_families = read.cache_blocks;
    columns(source, &mut read);
    if source.can(Capability::TimeRange) {
        if one_in(source.rng, 3) {
            read.time_range = time_range(source);
        }
        if one_in(source.rng, 12) {
            let family = pick(source.rng, &FAMILIES).as_bytes().to_vec();
            let range = time_range(source);
            if range.min < i64::MAX {
                read.family_time_ranges.push((family, range));
            }
        }
    }
    if source.can(Capability::Filters) && one_in(source.rng, 2) {
        read.filter = Some(filters::filter(source));
    }
    let depends_on_unread_cells =
        |filter: &Filter| filters::may_fail(filter) || filters::ends_early(filter);
    if read.filter.as_ref().is_some_and(depends_on_unread_cells) {
        read_every_cell(&mut read);
    }
    if one_in(source.rng, 200) {
        // If two errors are possible, either may be returned.
        read.filter = None;
        read.add_family(b"nope");
    }
    if one_in(source.rng, 8) {
        read.store_limit = Some(source.rng.u32(1..4));
        read.store_offset = source.rng.u32(..2);
        let filter = read.filter.as_ref();
        if filter.is_some_and(filters::reads_families_on_demand) {
            read.store_offset = 0;
        }
    }
    read
}

/// A filter that fails at a cell does not fail if the cell is skipped: by a file's or the memory's time range,
/// or by the Bloom filter of a file without one of the columns. If a file is skipped, `HBase` may pass the
/// scan's start row to a filter, whether it exists or not.
fn read_every_cell(read: &mut ReadOptions) {
    for selection in &mut read.columns {
        selection.qualifiers.clear();
    }
    read.time_range = TimeRange::ALL;
    read.family_time_ranges.clear();
}

fn columns(source: &mut Source<'_>, read: &mut ReadOptions) {
    match source.rng.u32(..6) {
        0 => read.add_family(pick(source.rng, &FAMILIES).as_bytes()),
        1 | 2 => {
            for _ in 0..source.rng.u32(1..5) {
                let family = pick(source.rng, &FAMILIES).as_bytes();
                read.add_column(family, &source.plan.qualifier(source.rng));
            }
        }
        _ => {}
    }
}

pub(super) fn time_range(source: &mut Source<'_>) -> TimeRange {
    let (one, other) = (
        source.times.bound(source.rng),
        source.times.bound(source.rng),
    );
    TimeRange {
        min: one.min(other),
        max: one.max(other),
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use hbase_backend::Capabilities;
    use hbase_model::TableName;

    use super::*;
    use crate::differ::tables::Plan;
    use crate::differ::values::Times;

    /// Many reads, some of them with both a filter and limits.
    #[test]
    fn no_offset_meets_families_read_on_demand() {
        let (mut offsets, mut on_demand) = (0, 0);
        for seed in 0..200 {
            let mut rng = Rng::with_seed(seed);
            let name = TableName::from_static("default", "t");
            let plan = Plan::random(name, &mut rng, Capabilities::of(Capability::EACH));
            let mut source = Source {
                rng: &mut rng,
                plan: &plan,
                times: Times::from(1_700_000_000_000),
                can: Capabilities::of(Capability::EACH),
            };
            for _ in 0..100 {
                let read = options(&mut source);
                let filter = read.filter.as_ref();
                let is_on_demand = filter.is_some_and(filters::reads_families_on_demand);
                let has_offset = read.store_offset > 0;
                assert!(!(is_on_demand && has_offset), "{read:?}");
                offsets += u32::from(has_offset);
                on_demand += u32::from(is_on_demand);
            }
        }
        assert!(offsets > 100 && on_demand > 100, "{offsets}, {on_demand}");
    }
}
