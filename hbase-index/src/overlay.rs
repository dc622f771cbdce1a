//! A mutation on a row that was read: what is sent, and what the row's indexed columns are after it.

use std::collections::BTreeMap;

use hbase_model::{CellBlock, CellKind, CellRef, Durability, LATEST_TIMESTAMP, Mutation, Row};

use crate::content::Content;
use crate::definition::{Column, TableDefinition};

type Columns = BTreeMap<Column, Vec<u8>>;

/// The mutation with every column that an index depends on, and the row's content after it.
pub(crate) fn overlay(
    definition: &TableDefinition,
    content: &Content,
    mut mutation: Mutation,
) -> Result<(Mutation, Content), String> {
    check(definition, &mutation)?;
    let mut after = indexed(definition, content);
    apply(&mut after, &mutation);
    // All of them anew, so that they expire together, and not before their entries.
    let put = put_columns(&mutation);
    for ((family, qualifier), value) in &after {
        if !put.contains_key(&(family.clone(), qualifier.clone())) {
            let added = mutation.put(family, qualifier, value);
            added.map_err(|error| error.to_string())?;
        }
    }
    let content = content_of(mutation.row(), &after)?;
    Ok((mutation, content))
}

/// Whether the row's indexed columns after the mutation are the same, whatever they were before.
pub(crate) fn determines(definition: &TableDefinition, mutation: &Mutation) -> bool {
    let is_deleted = mutation.row_deletion().is_some();
    let mut columns = definition
        .indexes
        .iter()
        .flat_map(|index| &index.depends_on);
    is_deleted
        || columns.all(|(family, qualifier)| {
            mutation.cells().iter().any(|cell| {
                let is_all = matches!(cell.kind, CellKind::DeleteFamily);
                cell.family == family && (is_all || cell.qualifier == qualifier)
            })
        })
}

/// Rejects what would break the indexes.
fn check(definition: &TableDefinition, mutation: &Mutation) -> Result<(), String> {
    if mutation.durability == Durability::SkipWal {
        return Err("an unlogged write: use another durability in a table with indexes".to_owned());
    }
    if mutation.ttl_ms.is_some() {
        return Err("a time to live of single cells: set the family's TTL".to_owned());
    }
    let deleted = mutation.row_deletion();
    if deleted.is_some_and(|at| at != LATEST_TIMESTAMP) {
        return Err("a deletion at an explicit timestamp: leave the timestamp out".to_owned());
    }
    mutation
        .cells()
        .iter()
        .try_for_each(|cell| check_cell(definition, &cell))
}

fn check_cell(definition: &TableDefinition, cell: &CellRef<'_>) -> Result<(), String> {
    let versions = [CellKind::Delete, CellKind::DeleteFamilyVersion];
    if versions.contains(&cell.kind) {
        return Err("a deletion of one version: delete the column or family".to_owned());
    }
    if cell.timestamp != LATEST_TIMESTAMP {
        return Err("a cell with an explicit timestamp: leave the timestamp out".to_owned());
    }
    if !definition
        .families
        .iter()
        .any(|family| family == cell.family)
    {
        let family = String::from_utf8_lossy(cell.family);
        return Err(format!(
            "a cell of family {family}: declare it among the table's families"
        ));
    }
    Ok(())
}

/// The current cells of the columns that indexes depend on.
fn indexed(definition: &TableDefinition, content: &Content) -> Columns {
    let columns = definition
        .indexes
        .iter()
        .flat_map(|index| &index.depends_on);
    let Some(row) = &content.0 else {
        return Columns::new();
    };
    let found = columns.filter_map(|column| {
        let cell = row.cell(&column.0, &column.1)?;
        Some((column.clone(), cell.value.to_vec()))
    });
    found.collect()
}

/// Deletes first: at one timestamp a marker would hide a put, and the ones that are sent are below it.
fn apply(columns: &mut Columns, mutation: &Mutation) {
    if mutation.row_deletion().is_some() {
        columns.clear();
    }
    for cell in mutation.cells() {
        match cell.kind {
            CellKind::DeleteFamily => columns.retain(|(family, _), _| family != cell.family),
            CellKind::DeleteColumn => {
                columns.remove(&(cell.family.to_vec(), cell.qualifier.to_vec()));
            }
            _ => {}
        }
    }
    for (column, value) in put_columns(mutation) {
        columns.insert(column, value);
    }
}

fn put_columns(mutation: &Mutation) -> Columns {
    let puts = mutation
        .cells()
        .iter()
        .filter(|cell| !cell.kind.is_delete());
    let puts = puts.map(|cell| {
        let column = (cell.family.to_vec(), cell.qualifier.to_vec());
        (column, cell.value.to_vec())
    });
    puts.collect()
}

fn content_of(key: &[u8], columns: &Columns) -> Result<Content, String> {
    if columns.is_empty() {
        return Ok(Content(None));
    }
    let mut block = CellBlock::new();
    for ((family, qualifier), value) in columns {
        let cell = CellRef {
            row: key,
            family,
            qualifier,
            timestamp: 0,
            kind: CellKind::Put,
            value,
        };
        block.push(cell).map_err(|error| error.to_string())?;
    }
    Ok(Content(Some(Row::from_trusted(block.take()))))
}
