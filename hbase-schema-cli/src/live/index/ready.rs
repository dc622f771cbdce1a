//! What a command needs of the tables before it starts.

use std::path::Path;

use hbase_index::IndexedTable;
use hbase_index::protocol::Phase;
use hbase_model::diff::{Declared, Difference, DifferenceKind};
use hbase_model::index_tables::states_table;
use hbase_model::{DescribedIndex, STAMP_FAMILY, TableDescriptor, TableName};

use super::args::SelectArgs;
use super::schema::{DeclaredIndex, Schema};
use super::store::Store;
use crate::error::CliError;

/// The indexes whose values a command computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed {
    /// The selected ones.
    Selected,
    /// All indexes of their tables.
    OfTheirTables,
}

/// The selected indexes of a source, after a check that the needed values can be computed from the
/// description.
///
/// # Errors
/// Those of [`Schema::read`] and [`Schema::select`], and the first field whose encoding only the program
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
                "build, verify and repair it by the program: `db.indexed::<{row}>()`"
            )));
        }
    }
    Ok(())
}

/// Checks that an index has been built, and that its table is there.
///
/// # Errors
/// Its state, and those of the store.
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
/// A missing table, and those of the store.
pub(super) async fn check_table(store: &Store, index: &TableName) -> Result<(), CliError> {
    if store.has_table(index).await? {
        return Ok(());
    }
    let what = format!("the table of index {index} is missing, though the index has a state");
    Err(CliError::unreachable(what).at(&store.url).help(
        "`hbase-schema index drop` sets its state, then `hbase-schema index build` builds it anew",
    ))
}

/// Checks that the tables have what the protocol relies on.
///
/// # Errors
/// The first difference, and those of the store.
pub(super) async fn check_tables(store: &Store, declared: &DeclaredIndex) -> Result<(), CliError> {
    let families = declared.rows.indexed_families();
    let concerns = |difference: &Difference| match &difference.kind {
        DifferenceKind::MissingTable => true,
        DifferenceKind::MissingFamily(family) => {
            family == STAMP_FAMILY || families.contains(&**family)
        }
        DifferenceKind::FamilyAttribute(family, name) => {
            family == STAMP_FAMILY
                || (families.contains(&**family) && ["TTL", "MIN_VERSIONS"].contains(&&**name))
        }
        _ => false,
    };
    let families: Vec<&str> = families.iter().copied().collect();
    check(store, &declared.table, &families, concerns).await?;
    check(store, &states_table(&declared.table.name), &[], |_| true).await?;
    // A build creates it.
    let index = declared.index.descriptor();
    check(store, &index, &[], |difference| {
        difference.kind != DifferenceKind::MissingTable
    })
    .await
}

async fn check(
    store: &Store,
    table: &TableDescriptor,
    indexed_families: &[&str],
    concerns: impl Fn(&Difference) -> bool,
) -> Result<(), CliError> {
    let diff = store
        .db
        .diff_of_indexed(Declared::table(table), indexed_families)
        .await;
    let diff = diff.map_err(|error| CliError::unreachable(error).at(&store.url))?;
    match diff.differences.iter().find(|found| concerns(found)) {
        None => Ok(()),
        Some(found) => Err(CliError::unreachable(format_args!(
            "table {} is not as an index needs it",
            table.name
        ))
        .at(&store.url)
        .found(found)
        .help("`hbase-schema apply` creates and alters the tables")),
    }
}
