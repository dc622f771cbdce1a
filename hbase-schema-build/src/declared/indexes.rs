//! The tables that indexes need, after those of their rows.

use hbase_model::index_tables::states_table;

use super::{DeclaredContent, DeclaredError, DeclaredTable};

/// Adds the tables of the indexes. That of the states is added once for all tables of a namespace.
pub(super) fn with_index_tables(
    tables: &[DeclaredTable],
) -> Result<Vec<DeclaredTable>, DeclaredError> {
    let mut all: Vec<DeclaredTable> = Vec::with_capacity(tables.len());
    for table in tables {
        all.push(table.clone());
        for needed in index_tables(table) {
            if let Some(rows) = tables.iter().find(|rows| rows.name() == needed.name()) {
                return Err(shared(&needed, rows));
            }
            match all.iter_mut().find(|known| known.name() == needed.name()) {
                Some(known) if known.content == needed.content => known.rows.extend(needed.rows),
                Some(known) => return Err(shared(&needed, known)),
                None => all.push(needed),
            }
        }
    }
    Ok(all)
}

fn index_tables(table: &DeclaredTable) -> Vec<DeclaredTable> {
    let indexes = match &table.content {
        DeclaredContent::Rows { indexes, .. } if !indexes.is_empty() => indexes,
        _ => return Vec::new(),
    };
    let needed = |descriptor, content| DeclaredTable {
        table: descriptor,
        rows: table.rows.clone(),
        keys: Vec::new(),
        content,
    };
    let mut tables = vec![needed(
        states_table(table.name()),
        DeclaredContent::IndexStates,
    )];
    tables.extend(indexes.iter().map(|index| {
        let content = DeclaredContent::Index {
            of: table.name().clone(),
            index: index.clone(),
        };
        needed(index.descriptor(), content)
    }));
    tables
}

fn shared(one: &DeclaredTable, other: &DeclaredTable) -> DeclaredError {
    DeclaredError::Shared {
        table: Box::new(one.name().clone()),
        contents: Box::new((other.described(), one.described())),
    }
}
