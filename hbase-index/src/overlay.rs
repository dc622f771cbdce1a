//! Applies a mutation to a row that was read: returns the cells to send, and the row's indexed columns after
//! it.

use hbase_backend::{CellBlock, CellKind, CellRef, Durability, LATEST_TIMESTAMP, Mutation, Row};

use crate::content::Content;
use crate::definition::{Column, TableDefinition};

/// The mutation with every column that an index depends on, and those columns after it.
pub(crate) fn overlay(
    definition: &TableDefinition,
    content: &Content,
    mut mutation: Mutation,
) -> Result<(Mutation, Content), String> {
    check(definition, &mutation)?;
    let after = after(definition, content, &mutation);
    let content = content_of(mutation.row(), &after)?;
    // Unchanged columns are put once more, so that all expire together, and not before their entries.
    let others = after.iter().filter(|after| !after.is_put);
    let others: Vec<_> = others
        .map(|after| (after.column, after.value.to_vec()))
        .collect();
    for ((family, qualifier), value) in others {
        let added = mutation.put(family, qualifier, &value);
        added.map_err(|error| error.to_string())?;
    }
    Ok((mutation, content))
}

/// Whether the mutation alone determines the row's indexed columns.
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

/// Rejects mutations that would break the indexes.
fn check(definition: &TableDefinition, mutation: &Mutation) -> Result<(), String> {
    // After a server's crash, the row would have its old value again, whose entry may be deleted.
    if mutation.durability == Durability::SkipWal {
        return Err("an unlogged write: use another durability in a table with indexes".to_owned());
    }
    // When a cell's own TTL runs out, HBase shows the older value again, whose entry may be deleted.
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
    // Without the newest version, HBase shows the older value again, whose entry may be deleted.
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

/// A column that an index depends on, after a mutation.
struct After<'d, 'a> {
    column: &'d Column,
    value: &'a [u8],
    /// Whether the mutation puts it.
    is_put: bool,
}

/// The columns that have a value, in their order.
fn after<'d, 'a>(
    definition: &'d TableDefinition,
    content: &'a Content,
    mutation: &'a Mutation,
) -> Vec<After<'d, 'a>> {
    let indexes = definition.indexes.iter();
    let mut columns: Vec<&Column> = indexes.flat_map(|index| &index.depends_on).collect();
    columns.sort_unstable();
    columns.dedup();
    let after = columns.into_iter().filter_map(|column| {
        let put = put_of(mutation, column);
        let old = || {
            let row = content.0.as_ref().filter(|_| !deletes(mutation, column));
            row?.value(&column.0, &column.1)
        };
        Some(After {
            column,
            value: put.or_else(old)?,
            is_put: put.is_some(),
        })
    });
    after.collect()
}

/// The last value that a mutation puts: of several values at one timestamp, reads return the last.
fn put_of<'a>(mutation: &'a Mutation, (family, qualifier): &Column) -> Option<&'a [u8]> {
    let cells = mutation.cells().iter();
    let puts = cells.filter(|cell| !cell.kind.is_delete());
    let of_column = puts.filter(|cell| cell.qualifier == qualifier && cell.family == family);
    of_column.last().map(|cell| cell.value)
}

/// Whether a mutation deletes a column's current value. Its markers are below its own puts.
fn deletes(mutation: &Mutation, (family, qualifier): &Column) -> bool {
    let is_marker = |cell: CellRef<'_>| match cell.kind {
        CellKind::DeleteFamily => cell.family == family,
        CellKind::DeleteColumn => cell.family == family && cell.qualifier == qualifier,
        _ => false,
    };
    mutation.row_deletion().is_some() || mutation.cells().iter().any(is_marker)
}

fn content_of(key: &[u8], after: &[After<'_, '_>]) -> Result<Content, String> {
    if after.is_empty() {
        return Ok(Content(None));
    }
    let mut block = CellBlock::new();
    for After { column, value, .. } in after {
        let cell = CellRef {
            row: key,
            family: &column.0,
            qualifier: &column.1,
            timestamp: 0,
            kind: CellKind::Put,
            value,
        };
        block.push(cell).map_err(|error| error.to_string())?;
    }
    Ok(Content(Some(Row::from_trusted(block.take()))))
}
