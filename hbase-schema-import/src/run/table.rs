//! Checks of the target table, before the first row and when an import is resumed.

use hbase_backend::{Backend, Capability, Deadline, Error, Get, TimeRange};
use hbase_model::printable::parse_printable;
use hbase_model::{STAMP_FAMILY, TableDescriptor, TableName};

use super::checkpoint::Checkpoint;
use super::options::{ImportOptions, OnDuplicate};
use crate::error::{ImportError, Result};
use crate::plan::Plan;

/// Checks that the table exists and is enabled, and that the backend has the capabilities that an import needs.
pub(super) async fn check(
    plan: &Plan,
    backend: &dyn Backend,
    options: &ImportOptions,
) -> Result<()> {
    let checked = check_backend(plan, backend, options).await;
    checked.map_err(|error| lost_table(error, options))
}

async fn check_backend(plan: &Plan, backend: &dyn Backend, options: &ImportOptions) -> Result<()> {
    let fail = |error| ImportError::store(&plan.table, error);
    let deadline = Deadline::after(options.timeout);
    let table = backend.describe_table(&plan.table, deadline).await;
    let table = table.map_err(fail)?;
    check_indexes(&plan.table, &table)?;
    for cell in &plan.cells {
        let family = cell.column.family.as_str();
        if !table.families.iter().any(|known| known.name == family) {
            let known = table.families.iter().map(|family| family.name.to_string());
            let error = Error::family_not_found(&plan.table, family, known);
            return Err(fail(error));
        }
    }
    let mut needed = vec![Capability::TimeRange];
    if options.on_duplicate == OnDuplicate::Replace {
        needed.push(Capability::AtomicRowMutation);
        needed.push(Capability::CellTimestamps);
    }
    for capability in needed {
        if !backend.capabilities().has(capability) {
            return Err(fail(Error::Unsupported {
                backend: backend.name(),
                capability,
                instead: "import over HBase's own RPC (`hbase://`)".to_owned(),
            }));
        }
    }
    Ok(())
}

/// Checks that the table has no index tables, even if neither a policy nor the struct knows about them: queries
/// by an index would not find rows without stamps and entries.
fn check_indexes(name: &TableName, table: &TableDescriptor) -> Result<()> {
    if table.family(STAMP_FAMILY.as_bytes()).is_none() {
        return Ok(());
    }
    Err(ImportError::Plan {
        errors: vec![format!(
            "the table {name} has index tables, as its family {STAMP_FAMILY} shows, which an import would not \
             maintain: use `put_many` of an indexed connection; where all its indexes were dropped and no program \
             writes by them any more, drop that family too"
        )],
    })
}

/// Converts the error of a table that is missing although its import has started.
fn lost_table(error: ImportError, options: &ImportOptions) -> ImportError {
    match (&options.checkpoint, error) {
        (Some(path), ImportError::Store { table, error })
            if options.resume && matches!(*error, Error::TableNotFound { .. }) =>
        {
            ImportError::Checkpoint {
                path: path.display().to_string(),
                what: format!("the table {table}, into which it imported, does not exist: {LOST}"),
            }
        }
        (_, error) => error,
    }
}

const LOST: &str =
    "name the store that it imported into, or remove this file and the rejects file to start over";

/// Checks that the last row of the earlier runs is in the table, with a cell of this import or a later one.
pub(super) async fn check_last_key(
    checkpoint: &Checkpoint,
    plan: &Plan,
    backend: &dyn Backend,
    options: &ImportOptions,
) -> Result<()> {
    let (Some(path), Some(key)) = (&options.checkpoint, &checkpoint.last_key) else {
        return Ok(());
    };
    let mut get = Get::new(parse_printable(key));
    get.read.time_range = TimeRange {
        min: checkpoint.timestamp,
        max: i64::MAX,
    };
    let found = backend.get(&plan.table, &get, Deadline::after(options.timeout));
    let found = found.await;
    let found = found.map_err(|error| ImportError::store(&plan.table, error))?;
    if found.is_some() {
        return Ok(());
    }
    Err(ImportError::Checkpoint {
        path: path.display().to_string(),
        what: format!(
            "the table {} lacks the row `{key}`, which it wrote last: {LOST}",
            plan.table
        ),
    })
}
