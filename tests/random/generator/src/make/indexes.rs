//! Chooses the indexes of a table.

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Column, Index, Table};

/// Up to three indexes. Each has other fields, or the same ones in another order.
pub(super) fn indexes(draw: &mut Draw, table: &Table) -> Vec<Index> {
    let mut indexes = Vec::new();
    if !table.may_be_indexed() {
        return indexes;
    }
    let columns = (0..table.fields.len()).filter(|at| {
        let column = table.indexed_column(*at);
        column.is_some_and(Column::may_be_indexed)
    });
    let columns: Vec<usize> = columns.collect();
    // Each column alone, and each pair of different columns.
    let possible = columns.len() * columns.len();
    let number = |name: &str| name.parse::<usize>().unwrap_or(0);
    let count = number(draw.among(&f::INDEXES, |name| number(name) <= possible));
    while indexes.len() < count {
        let is_new = |index: &Index| {
            indexes
                .iter()
                .all(|other: &Index| other.fields != index.fields)
        };
        indexes.extend(draw.attempt(|draw| Some(index(draw, table, &columns)).filter(is_new)));
    }
    indexes
}

fn index(draw: &mut Draw, table: &Table, columns: &[usize]) -> Index {
    let has_prefixes = |at: &usize| table.indexed_column(*at).is_some_and(Column::has_prefixes);
    let texts: Vec<usize> = columns.iter().copied().filter(has_prefixes).collect();
    let chosen = draw.among(&f::INDEX, |name| match name {
        "splits" => !texts.is_empty(),
        "fields" => columns.len() > 1,
        _ => true,
    });
    let mut columns = columns.to_vec();
    draw.rng.shuffle(&mut columns);
    match chosen {
        "splits" => Index {
            fields: vec![*draw.pick(&texts)],
            splits: Some("[\"b\", \"u\"]"),
        },
        chosen => {
            columns.truncate(if chosen == "fields" { 2 } else { 1 });
            Index {
                fields: columns,
                splits: None,
            }
        }
    }
}
