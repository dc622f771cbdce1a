//! The table: created on request, and its split points.

use hbase_backend::Deadline;
use hbase_model::printable::Printable;
use hbase_model::{FamilyDescriptor, TableDescriptor};
use hbase_schema::Connection;
use hbase_schema_import::{Plan, create_table};
use serde::Serialize;

use super::ImportArgs;
use super::keys::TableKeys;
use super::store::Store;
use crate::error::CliError;

/// The split points by which rows are counted per region.
#[derive(Serialize)]
pub(super) struct SplitPoints {
    /// `store`, or `declared` if the store has no such table.
    pub(super) of: &'static str,
    #[serde(skip)]
    pub(super) keys: Vec<Vec<u8>>,
    /// As `HBase`'s shell prints them.
    #[serde(rename = "keys")]
    pub(super) printed: Vec<String>,
}

impl SplitPoints {
    fn new(of: &'static str, keys: Vec<Vec<u8>>) -> Self {
        Self {
            of,
            printed: keys.iter().map(|key| Printable(key).to_string()).collect(),
            keys,
        }
    }

    /// Whether the store has the table.
    pub(super) fn is_live(&self) -> bool {
        self.of == "store"
    }
}

/// The split points of the live table or, if it does not exist, of the declared one.
pub(super) async fn split_points(
    store: &mut Store<'_>,
    args: &ImportArgs,
    keys: &TableKeys,
    plan: &Plan,
) -> Result<SplitPoints, CliError> {
    let Some(db) = store.existing().await? else {
        return declared(keys);
    };
    match db
        .backend()
        .split_points(plan.table(), Deadline::after(args.timeout))
        .await
    {
        Ok(points) => Ok(SplitPoints::new("store", points)),
        Err(hbase_backend::Error::TableNotFound { .. }) => declared(keys),
        Err(error) => Err(CliError::unreachable(error).at(&args.to)),
    }
}

/// The reason why an import into the store would end before its first row; `None` for the store `memory:`,
/// which takes no imports.
///
/// # Errors
/// The store's errors.
pub(super) async fn obstacle(
    store: &mut Store<'_>,
    args: &ImportArgs,
    plan: &Plan,
) -> Result<Option<String>, CliError> {
    if args.to.trim() == "memory:" {
        return Ok(None);
    }
    let table = plan.table();
    let Some(found) = store.table(table).await? else {
        let why = || format!("the store has no table {table}: `--create` creates it");
        return Ok((!args.create).then(why));
    };
    let mut families = plan.families().into_iter();
    let missing = families.find(|name| found.family(name.as_bytes()).is_none());
    Ok(missing.map(|name| format!("the table {table} has no family `{name}`")))
}

fn declared(keys: &TableKeys) -> Result<SplitPoints, CliError> {
    let declared = match keys {
        TableKeys::Struct(table) => table.descriptor.splits.keys(),
        TableKeys::Policy { .. } => Ok(Vec::new()),
    };
    let declared = declared.map_err(CliError::usage)?;
    Ok(SplitPoints::new("declared", declared))
}

/// Creates the table and its namespace if they are missing.
pub(super) async fn create(db: &Connection, keys: &TableKeys, plan: &Plan) -> Result<(), CliError> {
    let table = match keys {
        TableKeys::Struct(table) => table.descriptor.clone(),
        TableKeys::Policy { table, .. } => {
            let mut descriptor = TableDescriptor::new(table.clone());
            let families = plan.families().into_iter();
            let families: Vec<_> = families
                .map(|name| FamilyDescriptor {
                    name: name.into(),
                    ..FamilyDescriptor::new("")
                })
                .collect();
            descriptor.families = families.into();
            descriptor
        }
    };
    let created = create_table(&*db.backend(), &table, db.limits().timeout).await;
    created.map_err(|error| CliError::unreachable(error).at(&table.name))
}
