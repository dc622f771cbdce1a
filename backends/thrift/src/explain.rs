//! From a gateway's exception to the error that says what to do.

use hbase_model::printable::Printable;
use hbase_model::{Deadline, Error, TableName};

use crate::call::{Link, Trouble};
use crate::ddl;
use crate::fault::{Fault, Thrown};
use crate::state;

/// The error of a call on a table. `families` are those that the call has named.
pub(crate) async fn explain(
    link: &Link,
    trouble: Trouble,
    table: &TableName,
    families: &[Vec<u8>],
    deadline: Deadline,
) -> Error {
    let fault = match trouble {
        Trouble::Fault(fault) => fault,
        other => return other.into(),
    };
    if !fault.names("NoSuchColumnFamilyException") {
        return match hidden_cause(link, &fault, table, deadline).await {
            Some(cause) => cause,
            None => of_table(fault, table),
        };
    }
    let Ok(known) = ddl::families(link, table, deadline).await else {
        return of_table(fault, table);
    };
    match families.iter().find(|family| !known.contains(family)) {
        Some(family) => no_family(table, family, &known),
        None => of_table(fault, table),
    }
}

/// What a call for several rows leaves unsaid where all of them fail for the table's sake: its
/// exception names the table, and not what is wrong with it.
async fn hidden_cause(
    link: &Link,
    fault: &Fault,
    table: &TableName,
    deadline: Deadline,
) -> Option<Error> {
    if !fault.names("RetriesExhaustedWithDetailsException") {
        return None;
    }
    state::cause(link, table, deadline).await
}

/// A family that the table does not have.
pub(crate) fn no_family(table: &TableName, family: &[u8], known: &[Vec<u8>]) -> Error {
    let known = known.iter().map(|name| Printable(name).to_string());
    Error::family_not_found(table, Printable(family).to_string(), known)
}

/// The error of a call on a table, as far as the exception tells it.
pub(crate) fn of_table(fault: Fault, table: &TableName) -> Error {
    let table = || table.clone();
    if fault.thrown == Thrown::AlreadyExists || fault.names("TableExistsException") {
        return Error::TableExists { table: table() };
    }
    if fault.names("NamespaceNotFoundException") {
        return Error::NamespaceNotFound {
            namespace: table().namespace().to_owned(),
        };
    }
    if fault.names("TableNotEnabledException") {
        return Error::TableDisabled { table: table() };
    }
    if fault.names("TableNotFoundException") || fault.message == "table does not exist" {
        return Error::TableNotFound { table: table() };
    }
    fault.into_error()
}
