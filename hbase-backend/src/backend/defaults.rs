//! The defaults of calls, for backends that do not override them.

use std::future::{Ready, ready};

use super::Backend;
use crate::capability::Capability;
use crate::check_and_mutate::CheckAndMutate;
use crate::deadline::Deadline;
use crate::error::{Error, Result};
use hbase_model::change::TableChange;
use hbase_model::name::TableName;

pub(super) fn alter_table<B: Backend + ?Sized>(
    backend: &B,
    _: &TableName,
    _: &[TableChange],
    _: Deadline,
) -> Ready<Result<()>> {
    ready(Err(Error::Unsupported {
        backend: backend.name(),
        capability: Capability::AlterTable,
        instead: "run `alter` in HBase's shell".to_owned(),
    }))
}

pub(super) async fn split_points<B: Backend + ?Sized>(
    backend: &B,
    table: &TableName,
    deadline: Deadline,
) -> Result<Vec<Vec<u8>>> {
    let table = backend.describe_table(table, deadline).await?;
    let points = table.splits.keys();
    points.map_err(|error| Error::invalid(error.to_string()))
}

pub(super) fn is_table_enabled<B: Backend + ?Sized>(
    _: &B,
    _: &TableName,
    _: Deadline,
) -> Ready<Result<bool>> {
    ready(Ok(true))
}

pub(super) async fn check_and_mutate_many<B: Backend + ?Sized>(
    backend: &B,
    table: &TableName,
    checks: Vec<CheckAndMutate>,
    deadline: Deadline,
) -> Result<Vec<Result<bool>>> {
    let mut results = Vec::with_capacity(checks.len());
    for check in checks {
        results.push(backend.check_and_mutate(table, check, deadline).await);
    }
    Ok(results)
}
