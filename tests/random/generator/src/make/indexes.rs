//! Chooses the indexes of a table.

use crate::civil::DAY_MS;
use crate::draw::Draw;
use crate::features as f;
use crate::spec::{Column, Index, OUTLIVES_MS, Table};

/// The columns of a table that may be indexed, and the pairs of them.
struct Candidates {
    columns: Vec<usize>,
    /// The columns that start with a prefix.
    texts: Vec<usize>,
    /// The columns of an index expire together.
    pairs: Vec<[usize; 2]>,
}

impl Candidates {
    fn of(table: &Table) -> Self {
        let columns = 0..table.fields.len();
        let is_column =
            |at: &usize, is: fn(&Column) -> bool| table.indexed_column(*at).is_some_and(is);
        let columns: Vec<usize> = columns
            .filter(|at| is_column(at, Column::may_be_indexed))
            .collect();
        let texts = columns.iter().copied();
        let texts = texts.filter(|at| is_column(at, Column::has_prefixes));
        let pairs = columns.iter().flat_map(|first| {
            let others = columns.iter().filter(move |other| {
                *other != first && table.ttl_of(**other) == table.ttl_of(*first)
            });
            others.map(|other| [*first, *other])
        });
        Self {
            texts: texts.collect(),
            pairs: pairs.collect(),
            columns,
        }
    }
}

/// Up to three indexes. Each has other fields, or the same ones in another order.
pub(super) fn indexes(draw: &mut Draw, table: &Table) -> Vec<Index> {
    let mut indexes: Vec<Index> = Vec::new();
    if !table.may_be_indexed() {
        return indexes;
    }
    let candidates = Candidates::of(table);
    let possible = candidates.columns.len() + candidates.pairs.len();
    let number = |name: &str| name.parse::<usize>().unwrap_or(0);
    let count = number(draw.among(&f::INDEXES, |name| number(name) <= possible));
    while indexes.len() < count {
        let is_new = |index: &Index| indexes.iter().all(|other| other.fields != index.fields);
        let index = |draw: &mut Draw| Some(index(draw, table, &candidates)).filter(is_new);
        indexes.extend(draw.attempt(index));
    }
    indexes
}

fn index(draw: &mut Draw, table: &Table, candidates: &Candidates) -> Index {
    let Candidates {
        columns,
        texts,
        pairs,
    } = candidates;
    let chosen = draw.among(&f::INDEX, |name| match name {
        "splits" => !texts.is_empty(),
        "fields" => !pairs.is_empty(),
        _ => true,
    });
    let fields = match chosen {
        "splits" => vec![*draw.pick(texts)],
        "fields" => draw.pick(pairs).to_vec(),
        _ => vec![*draw.pick(columns)],
    };
    let rows = table.ttl_of(fields[0]);
    let ttl = draw.among(&f::INDEX_TTL, |name| name == "none" || rows.is_some());
    let longer = match ttl {
        "none" => None,
        "shortest" => Some(OUTLIVES_MS),
        _ => Some(DAY_MS),
    };
    Index {
        fields,
        desc: draw.among(&f::INDEX_ORDER, |_| true) == "descending",
        buckets: (chosen != "splits")
            .then(|| draw.among(&f::INDEX_BUCKETS, |_| true).parse().ok())
            .flatten(),
        splits: (chosen == "splits").then_some("[\"b\", \"u\"]"),
        ttl_ms: rows.zip(longer).map(|(rows, longer)| rows + longer),
    }
}
