//! Compares the declared tables with those of a store.

use std::collections::BTreeSet;
use std::time::Duration;

use hbase_backend::Deadline;
use hbase_index::protocol::Phase;
use hbase_model::diff::{Declared, Difference, DifferenceKind, Help, TableDiff, compare_layouts};
use hbase_model::{KeyLayout, TableName};
use hbase_schema::Connection;
use hbase_schema_build::{DeclaredContent, DeclaredTable};

use super::args::CompareArgs;
use super::{former, index, reach, recorded};
use crate::error::CliError;
use crate::{declared, tables};

/// The differences between the declared tables and a store.
pub(super) struct Comparison {
    pub(super) db: Connection,
    pub(super) declared: Vec<DeclaredTable>,
    /// One for each declared table, in the same order.
    pub(super) diffs: Vec<TableDiff>,
    /// Whether a former source was given.
    pub(super) has_former: bool,
    /// The changes since the former source that existing rows survive, of each declared table.
    pub(super) changes: Vec<Vec<String>>,
    /// Tables in the same namespaces that no struct declares.
    pub(super) extra: Vec<TableName>,
}

/// Compares a source with a store. A missing store is an error unless `create` is set.
///
/// # Errors
/// Sources that cannot be read, and stores that cannot be reached.
pub(super) async fn compare(args: &CompareArgs, create: bool) -> Result<Comparison, CliError> {
    let declared = declared::read(&args.path, args.dates)?;
    let before = args.before.as_deref();
    let before = before.map(|path| declared::read_before(path, args.dates));
    let before = before.transpose()?;
    let structs = tables::read(&args.path)?;
    if !create {
        reach::require_store(&args.url)?;
    }
    let timeout = args.timeout;
    let db = reach::connect(&args.url, timeout).await?.timeout(timeout);
    let mut diffs = Vec::with_capacity(declared.len());
    let mut changes = Vec::with_capacity(declared.len());
    for table in &declared {
        let mut found = diff(&db, &args.url, table, before.as_deref()).await?;
        keep_states(&db, (&args.url, timeout), table, &mut found).await?;
        let since = former::changes(args, table, &found)?;
        found.differences.extend(since.differences);
        changes.push(since.survived);
        if !is_missing(&found) {
            let recorded = recorded::changes(&db, args, table, &structs).await?;
            add_new(&mut found.differences, recorded);
        }
        diffs.push(found);
    }
    let dated = declared::dated_names(&args.path)?;
    let mut extra = extra(&db, args, &declared).await?;
    // Other periods of a declared table are declared too.
    extra.retain(|table| !dated.iter().any(|name| name.period_of(table).is_some()));
    Ok(Comparison {
        db,
        declared,
        diffs,
        has_former: args.before.is_some(),
        changes,
        extra,
    })
}

async fn diff(
    db: &Connection,
    url: &str,
    table: &DeclaredTable,
    before: Option<&[DeclaredTable]>,
) -> Result<TableDiff, CliError> {
    let before = before.and_then(|tables| tables.iter().find(|old| old.name() == table.name()));
    let key = match before {
        // The former keys are known: the splits are not needed as evidence.
        Some(_) => None,
        None => table.keys.iter().find(|key| key.salt.is_some()),
    };
    let declared = Declared {
        table: &table.table,
        key,
    };
    let compared = db
        .diff_of_indexed(declared, &table.indexed_families())
        .await;
    let mut diff = compared.map_err(|error| CliError::unreachable(error).at(url))?;
    if let (Some(before), false) = (before, is_missing(&diff)) {
        let keys = keys(&table.keys, &before.keys);
        if !keys.is_empty() {
            // The declared splits are for other keys than those of the rows.
            diff.differences
                .retain(|difference| difference.kind != DifferenceKind::MissingSplits);
        }
        diff.differences.splice(0..0, keys);
    }
    Ok(diff)
}

fn is_missing(diff: &TableDiff) -> bool {
    let mut found = diff.differences.iter();
    found.any(|difference| difference.kind == DifferenceKind::MissingTable)
}

/// Adds those that are about something else than the known ones.
fn add_new(known: &mut Vec<Difference>, found: Vec<Difference>) {
    for difference in found {
        if known.iter().all(|known| known.kind != difference.kind) {
            known.push(difference);
        }
    }
}

/// Prevents creating an empty table for an index whose state says that it has entries: queries would find
/// nothing.
async fn keep_states(
    db: &Connection,
    args: (&str, Duration),
    table: &DeclaredTable,
    diff: &mut TableDiff,
) -> Result<(), CliError> {
    let DeclaredContent::Index { of, .. } = &table.content else {
        return Ok(());
    };
    let mut differences = diff.differences.iter_mut();
    let missing = differences.find(|found| found.kind == DifferenceKind::MissingTable);
    let Some(missing) = missing else {
        return Ok(());
    };
    let phase = index::state_of(db, args, of, table.name()).await?.phase;
    if phase != Phase::Dropped {
        missing.live = format!("missing, though the index is {}", phase.name());
        missing.help = Help::NoStep(
            "in an empty table queries would find nothing: `hbase-schema index drop` sets its state, then \
             `index build` rebuilds it"
                .to_owned(),
        );
    }
    Ok(())
}

/// The differences of former key layouts that no struct declares.
fn keys(declared: &[KeyLayout], before: &[KeyLayout]) -> Vec<Difference> {
    let differing = before.iter().filter_map(|old| {
        let differences = declared.iter().map(|key| compare_layouts(key, old));
        differences
            .min_by_key(Vec::len)
            .filter(|least| !least.is_empty())
    });
    differing.flatten().collect()
}

async fn extra(
    db: &Connection,
    args: &CompareArgs,
    declared: &[DeclaredTable],
) -> Result<Vec<TableName>, CliError> {
    let deadline = Deadline::after(args.timeout);
    let all = db.backend().list_tables(deadline).await;
    let all = all.map_err(|error| {
        let error = CliError::unreachable(format_args!("cannot list the tables: {error}"));
        error.at(&args.url)
    })?;
    let known: BTreeSet<_> = declared.iter().map(DeclaredTable::name).collect();
    let namespaces: BTreeSet<_> = known.iter().map(|name| name.namespace()).collect();
    let is_extra =
        |name: &TableName| namespaces.contains(name.namespace()) && !known.contains(name);
    Ok(all.into_iter().filter(is_extra).collect())
}
