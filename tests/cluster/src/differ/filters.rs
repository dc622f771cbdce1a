//! Random filters, as trees.

use fastrand::Rng;
use hbase_backend::{Capabilities, Capability, Comparator, CompareOp, Filter};

use super::source::Source;
use super::values::{FAMILIES, ROWS, one_in, pick, row, value};

/// Maximum depth of a tree.
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
        0..3 => Filter::And(with_hints(
            (0..count).map(|_| tree(source, depth - 1)).collect(),
        )),
        3..6 => {
            let branches = (0..count).map(|_| tree(source, depth - 1));
            Filter::Or(branches.filter(|branch| !is_fuzzy(branch)).collect())
        }
        6 => {
            let inner = of_cells(source);
            remembering(Filter::Skip, inner, source)
        }
        _ if source.plan.has_one_region() => {
            let is_of_rows = source.rng.bool();
            let inner = if is_of_rows {
                of_rows(source)
            } else {
                of_cells(source)
            };
            remembering(Filter::WhileMatch, inner, source)
        }
        _ => Filter::Not(Box::new(tree(source, depth - 1))),
    }
}

/// A filter with a memory, only on tables without empty qualifiers: whether it sees the further versions of
/// such a column depends on files.
fn remembering(around: fn(Box<Filter>) -> Filter, inner: Filter, source: &Source<'_>) -> Filter {
    if source.plan.has_nameless {
        return inner;
    }
    around(Box::new(inner))
}

/// Whether it compares with a number, which fails for values that are not numbers.
pub(super) fn may_fail(filter: &Filter) -> bool {
    filter.any(&|part| match part {
        Filter::Row(_, with)
        | Filter::Family(_, with)
        | Filter::Qualifier(_, with)
        | Filter::Value(_, with)
        | Filter::ColumnValue {
            comparator: with, ..
        } => matches!(with, Comparator::Long(_)),
        _ => false,
    })
}

/// Whether it returns "next column" or gives a hint.
pub(super) fn steps_over_columns(filter: &Filter) -> bool {
    filter.any(&|part| {
        matches!(
            part,
            Filter::ColumnPage { .. }
                | Filter::Timestamps(_)
                | Filter::QualifierRange { .. }
                | Filter::QualifierPrefix(_)
                | Filter::QualifierPrefixes(_)
        )
    })
}

/// Whether it counts rows, so that the backend cannot leave out the first row of a reversed scan.
pub(super) fn counts_rows(filter: &Filter, can: Capabilities) -> bool {
    let counts = |part: &Filter| matches!(part, Filter::Page(_) | Filter::WhileMatch(_));
    !can.has(Capability::RawScan) && filter.any(&counts)
}

/// Whether `HBase` reads other families only for rows in which a column has the value, so that rows without the
/// column are left out. A negation turns a filter that passes such rows into one that does not.
pub(super) fn reads_families_on_demand(filter: &Filter) -> bool {
    let pushed = filter.push_down_not();
    pushed.as_ref().unwrap_or(filter).any(&|part| {
        matches!(
            part,
            Filter::ColumnValue {
                filter_if_missing: true,
                ..
            }
        )
    })
}

/// Whether it contains ranges or patterns of rows.
pub(super) fn loses_rows_in_reverse(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::RowRanges(_) | Filter::FuzzyRow(_)))
}

/// Whether it contains an `Or`, or a negated filter that becomes one.
pub(super) fn has_or(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::Or(_) | Filter::Not(_)))
}

/// The branches of an `And`, without fuzzy rows if another branch gives hints too: after the last row that
/// matches a pattern, `HBase` compares the other branch's hint with a missing one, and fails.
fn with_hints(mut branches: Vec<Filter>) -> Vec<Filter> {
    let hints = branches.iter().filter(|branch| gives_hints(branch)).count();
    if hints > 1 {
        branches.retain(|branch| !is_fuzzy(branch));
    }
    branches
}

fn gives_hints(filter: &Filter) -> bool {
    steps_over_columns(filter) || loses_rows_in_reverse(filter)
}

/// Whether it remembers earlier rows, so that it depends even on rows of which no cell is read.
pub(super) fn ends_early(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::WhileMatch(_)))
}

fn is_fuzzy(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::FuzzyRow(_)))
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
            let (op, with) = comparison(rng, key);
            Filter::Row(op, with)
        }
        3 => Filter::RowRanges(row_ranges(rng)),
        4 => Filter::FuzzyRow(fuzzy_rows(rng)),
        _ if source.plan.has_one_region() => Filter::Page(rng.u64(1..4)),
        _ => Filter::RowPrefix(row(rng)),
    }
}

fn of_cells(source: &mut Source<'_>) -> Filter {
    let rng = &mut *source.rng;
    let name = source.plan.qualifier(rng);
    let last = if source.plan.has_nameless { 7 } else { 12 };
    match rng.u32(..last) {
        0 => {
            let family = pick(rng, &FAMILIES).as_bytes().to_vec();
            let (op, with) = comparison(rng, family);
            Filter::Family(op, with)
        }
        1 | 2 => {
            let (op, with) = comparison(rng, name);
            Filter::Qualifier(op, with)
        }
        7 => Filter::QualifierPrefix(prefix(&name, rng)),
        8 => {
            let prefixes = (0..2).map(|_| source.plan.qualifier(rng));
            Filter::QualifierPrefixes(prefixes.collect())
        }
        3 | 4 => {
            let given = value(rng);
            let (op, with) = comparison(rng, given);
            Filter::Value(op, with)
        }
        5 => Filter::KeyOnly(rng.bool()),
        6 => Filter::FirstKeyOnly,
        9 => qualifier_range(name, source.plan.qualifier(rng), rng),
        10 => Filter::Timestamps((0..3).map(|_| source.times.timestamp(rng)).collect()),
        _ => Filter::ColumnPage {
            limit: rng.u32(1..4),
            offset: rng.u32(..3),
        },
    }
}

fn of_column_value(source: &mut Source<'_>) -> Filter {
    let rng = &mut *source.rng;
    let given = value(rng);
    let (op, comparator) = comparison(rng, given);
    Filter::ColumnValue {
        family: pick(rng, &FAMILIES).as_bytes().to_vec(),
        qualifier: source.plan.qualifier(rng),
        op,
        comparator,
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

/// Patterns, substrings and null support only equality in the model; `HBase` treats values that do not match as
/// greater.
fn comparison(rng: &mut Rng, bytes: Vec<u8>) -> (CompareOp, Comparator) {
    let comparator = comparator(rng, bytes);
    let op = match comparator {
        Comparator::Regex(_) | Comparator::Substring(_) | Comparator::Null => {
            *pick(rng, &[CompareOp::Equal, CompareOp::NotEqual])
        }
        _ => operator(rng),
    };
    (op, comparator)
}

/// Usually a comparison of bytes.
fn comparator(rng: &mut Rng, bytes: Vec<u8>) -> Comparator {
    match rng.u32(..12) {
        0 => Comparator::BinaryPrefix(prefix(&bytes, rng)),
        1 => Comparator::Long(rng.i64(-2..3)),
        2 => Comparator::Regex((*pick(rng, &["a", "^a", "b$", "^$", "[ab]+"])).to_owned()),
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
        let start = one.min(other);
        let stop = one.max(other).max(start + 1);
        let stop = ROWS.get(stop).map_or(Vec::new(), |row| row.to_vec());
        (ROWS[start].to_vec(), stop)
    };
    (0..count).map(|_| range(rng)).collect()
}

fn fuzzy_rows(rng: &mut Rng) -> Vec<(Vec<u8>, Vec<bool>)> {
    let count = rng.usize(1..3);
    let pattern = |rng: &mut Rng| {
        let mut bytes = row(rng);
        bytes.truncate(1);
        let must_match = bytes.iter().map(|_| rng.bool()).collect();
        (bytes, must_match)
    };
    (0..count).map(|_| pattern(rng)).collect()
}

fn qualifier_range(one: Vec<u8>, other: Vec<u8>, rng: &mut Rng) -> Filter {
    Filter::QualifierRange {
        min: (!one_in(rng, 4)).then(|| one.clone().min(other.clone())),
        min_inclusive: rng.bool(),
        max: (!one_in(rng, 4)).then(|| one.max(other)),
        max_inclusive: rng.bool(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negation_reads_families_on_demand_where_its_filter_does_not() {
        let column = |filter_if_missing| Filter::ColumnValue {
            family: b"f".to_vec(),
            qualifier: b"q".to_vec(),
            op: CompareOp::Equal,
            comparator: Comparator::Binary(b"v".to_vec()),
            filter_if_missing,
            latest_version_only: true,
        };
        for filter_if_missing in [false, true] {
            let filter = column(filter_if_missing);
            assert_eq!(reads_families_on_demand(&filter), filter_if_missing);
            let not = Filter::Not(Box::new(filter));
            assert_eq!(reads_families_on_demand(&not), !filter_if_missing);
        }
    }
}
