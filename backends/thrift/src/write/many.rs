//! Many mutations: one call per group, one result per mutation.

use hbase_backend::{Error, ExceptionKind, Mutation, Result};
use hbase_model::TableName;

use super::group::{Group, groups};
use super::kind::{WriteKind, WriteOperation, families};
use super::one::apply;
use super::send;
use crate::call::{CallError, Target};
use crate::diagnose::{diagnose, family_not_found};
use crate::error::backend_error;
use crate::exception::Exception;
use crate::{ddl, table_state};

/// Applies mutations; returns a result for each.
pub(crate) async fn mutate_many(on: Target<'_>, mutations: &[Mutation]) -> Result<Vec<Result<()>>> {
    let mut kinds = Vec::with_capacity(mutations.len());
    let mut outcomes: Vec<Result<()>> = Vec::with_capacity(mutations.len());
    for mutation in mutations {
        let kind = WriteKind::of(mutation);
        outcomes.push(kind.as_ref().map(drop).map_err(Error::clone));
        kinds.push(kind.ok());
    }
    let (mut written, mut failed) = (false, None);
    for group in groups(mutations, &kinds, on.link.wire.framed) {
        match apply_group(on, mutations, &group).await {
            Ok(found) => {
                written = true;
                for (index, outcome) in group.indexes.into_iter().zip(found) {
                    outcomes[index] = outcome;
                }
            }
            // The next group often has the same error, but each group is tried.
            Err(error) => {
                for index in group.indexes {
                    outcomes[index] = Err(error.clone());
                }
                failed = Some(error);
            }
        }
    }
    match failed {
        Some(error) if !written => Err(error),
        _ => Ok(outcomes),
    }
}

/// The results of the group's mutations, or one error for all of them.
async fn apply_group(
    on: Target<'_>,
    mutations: &[Mutation],
    group: &Group,
) -> Result<Vec<Result<()>>> {
    let indexes = group.indexes.iter();
    let rows: Vec<&Mutation> = indexes.map(|&index| &mutations[index]).collect();
    if group.kind.operation == WriteOperation::DeleteRow || rows.len() == 1 {
        let mut outcomes = Vec::with_capacity(rows.len());
        for row in rows {
            outcomes.push(apply(on, row, group.kind).await);
        }
        return Ok(outcomes);
    }
    table_state::check_enabled(on).await?;
    match send::rows(on, &rows, group.kind).await {
        Ok(()) => Ok(rows.iter().map(|_| Ok(())).collect()),
        Err(error) => outcomes_of_failure(on, &rows, error)
            .await
            .inspect_err(|error| table_state::distrust(on, error)),
    }
}

/// A missing family fails only its rows, if all others are known to be written.
async fn outcomes_of_failure(
    on: Target<'_>,
    rows: &[&Mutation],
    error: CallError,
) -> Result<Vec<Result<()>>> {
    let CallError::Exception(exception) = &error else {
        return Err(error.into());
    };
    if !exception.has_kind(ExceptionKind::FamilyNotFound) {
        let unknown =
            failed_in_part(exception, rows.len()).then(|| unknown_outcome(on.table, exception));
        let cause = diagnose(on, error, &[]).await;
        // An error of the table does not prove that no row was written.
        return Err(unknown
            .filter(|_| cause.is_without_effect())
            .unwrap_or(cause));
    }
    let known = ddl::families(on).await?;
    let missing = |row: &&Mutation| families(row).into_iter().find(|name| !known.contains(name));
    let outcome = |row| match missing(row) {
        Some(family) => Err(family_not_found(on.table, &family, &known)),
        None => Ok(()),
    };
    let outcomes: Vec<Result<()>> = rows.iter().map(outcome).collect();
    match outcomes.iter().filter(|outcome| outcome.is_err()).count() {
        0 => Err(error.into()),
        bad if exception.mentions(&format!("Failed {bad} action")) => Ok(outcomes),
        _ => Err(unknown_outcome(on.table, exception)),
    }
}

/// Whether the exception contains the number of failed rows, and it is less than all.
fn failed_in_part(exception: &Exception, all: usize) -> bool {
    exception.mentions("Failed ") && !exception.mentions(&format!("Failed {all} action"))
}

fn unknown_outcome(table: &TableName, exception: &Exception) -> Error {
    backend_error(format!(
        "table {table}: it is not known which rows were written ({}: {})",
        exception.class, exception.message
    ))
}
