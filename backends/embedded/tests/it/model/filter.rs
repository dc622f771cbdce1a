//! Filters with a simple meaning: on a row, or on a cell.

use hbase_backend::{Cell, Comparator, Filter};

use super::Stored;

/// Whether a row passes.
pub(super) fn row(filter: &Filter, key: &[u8]) -> bool {
    match filter {
        Filter::RowPrefix(prefix) => key.starts_with(prefix),
        Filter::Row(op, with) => op.holds(key.cmp(bytes(with))),
        Filter::And(all) => all.iter().all(|filter| row(filter, key)),
        _ => true,
    }
}

/// The cells that pass, of those found in one family of one row: at most `max_versions` versions of each
/// column.
pub(super) fn cells(filter: &Filter, found: &[&Stored], max_versions: usize) -> Vec<Cell> {
    let mut passed: Vec<Cell> = Vec::new();
    for stored in found {
        let column = &stored.cell.qualifier;
        let before = passed.iter().filter(|cell| cell.qualifier == *column);
        if passes(filter, &stored.cell) && before.count() < max_versions {
            passed.push(shown(filter, &stored.cell));
        }
    }
    passed
}

fn passes(filter: &Filter, cell: &Cell) -> bool {
    match filter {
        Filter::Qualifier(op, with) => op.holds(cell.qualifier.as_slice().cmp(bytes(with))),
        Filter::QualifierPrefix(prefix) => cell.qualifier.starts_with(prefix),
        Filter::Value(op, with) => op.holds(cell.value.as_slice().cmp(bytes(with))),
        Filter::Timestamps(all) => all.contains(&cell.timestamp),
        Filter::And(all) => all.iter().all(|filter| passes(filter, cell)),
        Filter::Or(any) => any.iter().any(|filter| passes(filter, cell)),
        _ => true,
    }
}

/// The cell as it is shown.
fn shown(filter: &Filter, cell: &Cell) -> Cell {
    let mut cell = cell.clone();
    let hides_values = |filter: &Filter| matches!(filter, Filter::KeyOnly(_));
    if hides_values(filter) || matches!(filter, Filter::And(all) if all.iter().any(hides_values)) {
        cell.value.clear();
    }
    cell
}

fn bytes(comparator: &Comparator) -> &[u8] {
    match comparator {
        Comparator::Binary(bytes) => bytes,
        other => panic!("the model knows no {other:?}"),
    }
}
