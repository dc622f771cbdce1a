//! Creates tables.

use std::time::Duration;

use hbase_backend::{Backend, Capability, Deadline, Error};
use hbase_model::TableDescriptor;

/// Creates a table and its namespace if they are missing: for this crate and the command.
///
/// # Errors
/// Errors of the store.
#[doc(hidden)]
pub async fn create_table(
    backend: &dyn Backend,
    table: &TableDescriptor,
    timeout: Duration,
) -> Result<(), Error> {
    if backend.capabilities().has(Capability::Namespaces) {
        let namespace = table.name.namespace();
        let created = backend.create_namespace(namespace, Deadline::after(timeout));
        match created.await {
            Ok(()) | Err(Error::NamespaceExists { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    match backend.create_table(table, Deadline::after(timeout)).await {
        Ok(()) | Err(Error::TableExists { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}
