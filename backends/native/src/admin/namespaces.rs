//! Namespaces.

use bytes::Bytes;
use hbase_backend::{Deadline, Error, ExceptionKind, Result};
use hbase_rpc::message::{
    CreateNamespaceRequest, DeleteNamespaceRequest, ListNamespaceDescriptorsRequest,
    NamespaceDescriptor,
};

use crate::client::Client;
use crate::failure::Operation;

impl Client {
    pub(crate) async fn create_namespace(&self, name: &str, deadline: Deadline) -> Result<()> {
        hbase_model::validate::check_namespace(name)?;
        let operation = Operation::of_cluster("creating a namespace", deadline);
        let make = |(nonce_group, nonce)| CreateNamespaceRequest {
            namespace_descriptor: NamespaceDescriptor {
                name: Bytes::copy_from_slice(name.as_bytes()),
                configuration: Vec::new(),
            },
            nonce_group,
            nonce,
        };
        let ended = self.run_procedure(operation, make).await;
        ended.map_err(|error| of_namespace(error, name))
    }

    pub(crate) async fn drop_namespace(&self, name: &str, deadline: Deadline) -> Result<()> {
        let operation = Operation::of_cluster("dropping a namespace", deadline);
        let make = |(nonce_group, nonce)| DeleteNamespaceRequest {
            namespace_name: name.to_owned(),
            nonce_group,
            nonce,
        };
        let ended = self.run_procedure(operation, make).await;
        match ended.map_err(|error| of_namespace(error, name)) {
            Err(Error::Server { class, message }) if class.ends_with("ConstraintException") => {
                self.not_empty(name, Error::Server { class, message }, deadline)
                    .await
            }
            other => other,
        }
    }

    /// Converts the error of dropping a namespace, if it has tables.
    async fn not_empty(&self, name: &str, error: Error, deadline: Deadline) -> Result<()> {
        let tables = self.tables(deadline).await?;
        let inside = tables.iter().filter(|table| table.namespace() == name);
        match inside.count() {
            0 => Err(error),
            tables => {
                let namespace = name.to_owned();
                Err(Error::NamespaceNotEmpty { namespace, tables })
            }
        }
    }

    pub(crate) async fn namespaces(&self, deadline: Deadline) -> Result<Vec<String>> {
        let operation = Operation::of_cluster("listing namespaces", deadline);
        let request = ListNamespaceDescriptorsRequest {};
        let response = self.ask_master(operation, &request).await?;
        let descriptors = response.namespace_descriptor.into_iter();
        let mut names: Vec<_> = descriptors
            .map(|namespace| String::from_utf8_lossy(&namespace.name).into_owned())
            .collect();
        names.sort_unstable();
        Ok(names)
    }
}

/// Converts the server's exception for a missing or existing namespace.
pub(super) fn of_namespace(error: Error, name: &str) -> Error {
    let Error::Server { class, .. } = &error else {
        return error;
    };
    let namespace = name.to_owned();
    match ExceptionKind::of_class(class) {
        Some(ExceptionKind::NamespaceNotFound) => Error::NamespaceNotFound { namespace },
        Some(ExceptionKind::NamespaceExists) => Error::NamespaceExists { namespace },
        _ => error,
    }
}
