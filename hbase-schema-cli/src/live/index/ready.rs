//! Checks the tables before a command starts.

use std::path::Path;

use hbase_index::IndexedTable;
use hbase_index::protocol::Phase;
use hbase_model::{DescribedIndex, TableName};

use super::args::SelectArgs;
use super::schema::{DeclaredIndex, Schema};
use super::store::Store;
use crate::error::CliError;

/// The indexes whose values a command computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// The selected indexes.
    Selected,
    /// All indexes of their tables.
    OfTheirTables,
}

/// The selected indexes of a source, after a check that the needed values can be computed from the
/// description.
///
/// # Errors
/// The errors of [`Schema::read`] and [`Schema::select`], and the first field whose encoding only the program
/// knows.
pub(super) fn select(args: &SelectArgs, needed: Needed) -> Result<Vec<DeclaredIndex>, CliError> {
    let path = &args.store.schema;
    let schema = Schema::read(path)?;
    let selected: Vec<_> = schema.select(path, &args.indexes)?;
    for declared in &selected {
        let all = declared.rows.indexes.iter();
        let is_needed =
            |index: &&DescribedIndex| needed == Needed::OfTheirTables || **index == declared.index;
        check_computable(path, declared, all.filter(is_needed))?;
    }
    Ok(selected.into_iter().cloned().collect())
}

fn check_computable<'i>(
    path: &Path,
    declared: &DeclaredIndex,
    indexes: impl IntoIterator<Item = &'i DescribedIndex>,
) -> Result<(), CliError> {
    for index in indexes {
        if let Err(error) = declared.rows.index_values(index) {
            let (row, field) = (&error.row, &error.field);
            return Err(CliError::usage(format_args!(
                "the entries of index {} cannot be computed from the description",
                error.index
            ))
            .at(path.display())
            .found(format_args!("{} of the field `{field}`", error.reason))
            .help(format_args!(
                "build, verify and repair it by the program: `db.indexes::<{row}>()`"
            )));
        }
    }
    Ok(())
}

/// Checks that an index has been built, and that its table exists.
///
/// # Errors
/// The index's state, and the store's errors.
pub(super) async fn check_built(
    store: &Store,
    table: &IndexedTable,
    index: &TableName,
) -> Result<(), CliError> {
    let state = store.state(table, index).await?;
    if matches!(state.phase, Phase::Dropped | Phase::Dropping) {
        let what = format!("index {index} is {}", state.phase.name());
        return Err(CliError::unreachable(what)
            .at(&store.url)
            .help("`hbase-schema index build` builds it"));
    }
    check_table(store, index).await
}

/// Checks that the table of an index that has a state exists: an empty one in its place would make
/// queries return nothing.
///
/// # Errors
/// A missing table, and the store's errors.
pub(super) async fn check_table(store: &Store, index: &TableName) -> Result<(), CliError> {
    if store.has_table(index).await? {
        return Ok(());
    }
    let what = format!("the table of index {index} is missing, though the index has a state");
    Err(CliError::unreachable(what).at(&store.url).help(
        "`hbase-schema index drop` sets its state, then `hbase-schema index build` rebuilds it",
    ))
}

/// Checks that the tables have the attributes on which the protocol relies.
///
/// # Errors
/// The first difference, and the store's errors.
pub(super) async fn check_tables(store: &Store, declared: &DeclaredIndex) -> Result<(), CliError> {
    let families: Vec<_> = declared.rows.indexed_families().into_iter().collect();
    let indexes = [declared.index.descriptor()];
    let diffs = store
        .db
        .diffs_for_indexes(&declared.table, &families, &indexes)
        .await;
    let diffs = diffs.map_err(|error| CliError::unreachable(error).at(&store.url))?;
    for diff in &diffs {
        if let Some(found) = diff.differences.first() {
            return Err(CliError::unreachable(format_args!(
                "table {} does not meet an index's requirements",
                diff.table
            ))
            .at(&store.url)
            .found(found)
            .help("`hbase-schema apply` creates and alters the tables"));
        }
    }
    Ok(())
}
