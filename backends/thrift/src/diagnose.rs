//! Converts a failed call on a table into an error that names the cause. If the exception does not contain
//! it, requests the table's families or state from the gateway.

use hbase_backend::{Error, ExceptionKind};
use hbase_model::TableName;
use hbase_model::printable::Printable;

use crate::call::{CallError, Target};
use crate::exception::Exception;
use crate::{ddl, table_state};

/// The error of a call on a table. `families` are those of the call.
pub(crate) async fn diagnose(on: Target<'_>, error: CallError, families: &[Vec<u8>]) -> Error {
    let exception = match error {
        CallError::Exception(exception) => exception,
        other => return other.into(),
    };
    let cause = if exception.has_kind(ExceptionKind::FamilyNotFound) {
        missing_family(on, families).await
    } else {
        hidden_cause(on, &exception).await
    };
    cause.unwrap_or_else(|| exception.into_table_error(on.table))
}

async fn missing_family(on: Target<'_>, families: &[Vec<u8>]) -> Option<Error> {
    let known = ddl::families(on).await.ok()?;
    let missing = families.iter().find(|family| !known.contains(family))?;
    Some(family_not_found(on.table, missing, &known))
}

/// The cause of a failed call for several rows: if every row failed, the exception names only the table.
async fn hidden_cause(on: Target<'_>, exception: &Exception) -> Option<Error> {
    if !exception.mentions("RetriesExhaustedWithDetailsException") {
        return None;
    }
    table_state::error(on).await
}

/// A family that the table does not have.
pub(crate) fn family_not_found(table: &TableName, family: &[u8], known: &[Vec<u8>]) -> Error {
    let known = known.iter().map(|name| Printable(name).to_string());
    Error::family_not_found(table, Printable(family).to_string(), known)
}
