//! Random filters, as trees.

use fastrand::Rng;
use hbase_model::{Comparator, CompareOp, Filter};

use super::generator::Source;
use super::values::{FAMILIES, ROWS, one_in, pick, qualifier, row, value};

/// How deep a tree is at most.
const DEPTH: u32 = 3;

/// A tree of filters.
pub(super) fn filter(source: &mut Source<'_>) -> Filter {
    tree(source, DEPTH)
}

fn tree(source: &mut Source<'_>, depth: u32) -> Filter {
    if depth == 0 || !one_in(source.rng, 3) {
        return leaf(source);
    }
    let count = source.rng.u32(1..4);
    match source.rng.u32(..8) {
        0..3 => Filter::And((0..count).map(|_| tree(source, depth - 1)).collect()),
        3..6 => Filter::Or((0..count).map(|_| tree(source, depth - 1)).collect()),
        6 => Filter::Skip(Box::new(tree(source, depth - 1))),
        _ if source.plan.has_one_region() => Filter::WhileMatch(Box::new(tree(source, depth - 1))),
        _ => Filter::Not(Box::new(tree(source, depth - 1))),
    }
}

fn leaf(source: &mut Source<'_>) -> Filter {
    match source.rng.u32(..4) {
        0 => of_rows(source),
        1 => of_column_value(source),
        _ => of_cells(source),
    }
}

fn of_rows(source: &mut Source<'_>) -> Filter {
    let rng = &mut *source.rng;
    match rng.u32(..6) {
        0 => Filter::RowPrefix(prefix(&row(rng), rng)),
        1 | 2 => {
            let key = row(rng);
            Filter::Row(operator(rng), comparator(rng, key))
        }
        3 => Filter::RowRanges(row_ranges(rng)),
        4 => Filter::FuzzyRow(fuzzy_rows(rng)),
        _ if source.plan.has_one_region() => Filter::Page(rng.u64(1..4)),
        _ => Filter::RowPrefix(row(rng)),
    }
}

fn of_cells(source: &mut Source<'_>) -> Filter {
    let rng = &mut *source.rng;
    let name = qualifier(rng);
    match rng.u32(..11) {
        0 => {
            let family = pick(rng, &FAMILIES).as_bytes().to_vec();
            Filter::Family(operator(rng), comparator(rng, family))
        }
        1 | 2 => Filter::Qualifier(operator(rng), comparator(rng, name)),
        3 => Filter::QualifierPrefix(prefix(&name, rng)),
        4 => Filter::QualifierPrefixes((0..2).map(|_| qualifier(rng)).collect()),
        5 => qualifier_range(rng),
        6 | 7 => {
            let given = value(rng);
            Filter::Value(operator(rng), comparator(rng, given))
        }
        8 => Filter::Timestamps((0..3).map(|_| source.times.timestamp(rng)).collect()),
        9 => match rng.u32(..3) {
            0 => Filter::KeyOnly(rng.bool()),
            _ => Filter::FirstKeyOnly,
        },
        _ => Filter::ColumnPage {
            limit: rng.u32(1..4),
            offset: rng.u32(..3),
        },
    }
}

fn of_column_value(source: &mut Source<'_>) -> Filter {
    let rng = &mut *source.rng;
    let given = value(rng);
    Filter::ColumnValue {
        family: pick(rng, &FAMILIES).as_bytes().to_vec(),
        qualifier: qualifier(rng),
        op: operator(rng),
        comparator: comparator(rng, given),
        filter_if_missing: rng.bool(),
        latest_version_only: !one_in(rng, 4),
    }
}

pub(super) fn operator(rng: &mut Rng) -> CompareOp {
    *pick(
        rng,
        &[
            CompareOp::Less,
            CompareOp::LessOrEqual,
            CompareOp::Equal,
            CompareOp::NotEqual,
            CompareOp::GreaterOrEqual,
            CompareOp::Greater,
        ],
    )
}

/// Mostly bytes as they are.
fn comparator(rng: &mut Rng, bytes: Vec<u8>) -> Comparator {
    match rng.u32(..12) {
        0 => Comparator::BinaryPrefix(prefix(&bytes, rng)),
        1 => Comparator::Long(rng.i64(-2..3)),
        2 => Comparator::Regex((*pick(rng, &["a", "^a", "b$", "^$", "[ab]+", "."])).to_owned()),
        3 => Comparator::Substring((*pick(rng, &["a", "B", "ab", ""])).to_owned()),
        4 => Comparator::Null,
        _ => Comparator::Binary(bytes),
    }
}

fn prefix(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    bytes[..rng.usize(..=bytes.len())].to_vec()
}

fn row_ranges(rng: &mut Rng) -> Vec<(Vec<u8>, Vec<u8>)> {
    let count = rng.usize(1..3);
    let range = |rng: &mut Rng| {
        let (one, other) = (rng.usize(..ROWS.len()), rng.usize(..=ROWS.len()));
        let start = ROWS[one.min(other)].to_vec();
        let stop = ROWS
            .get(one.max(other))
            .map_or(Vec::new(), |row| row.to_vec());
        (start, stop)
    };
    (0..count).map(|_| range(rng)).collect()
}

fn fuzzy_rows(rng: &mut Rng) -> Vec<(Vec<u8>, Vec<bool>)> {
    let count = rng.usize(1..3);
    let pattern = |rng: &mut Rng| {
        let bytes = row(rng);
        let must_match = bytes.iter().map(|_| rng.bool()).collect();
        (bytes, must_match)
    };
    (0..count).map(|_| pattern(rng)).collect()
}

fn qualifier_range(rng: &mut Rng) -> Filter {
    let (one, other) = (qualifier(rng), qualifier(rng));
    Filter::QualifierRange {
        min: (!one_in(rng, 4)).then(|| one.clone().min(other.clone())),
        min_inclusive: rng.bool(),
        max: (!one_in(rng, 4)).then(|| one.max(other)),
        max_inclusive: rng.bool(),
    }
}
