//! Creates, describes, alters, truncates and drops tables.

use bytes::Bytes;
use hbase_backend::{Deadline, Error, Result};
use hbase_model::{FamilyDescriptor, Splits, TableChange, TableDescriptor, TableName};
use hbase_rpc::Rpc;
use hbase_rpc::message::{
    AddColumnRequest, CreateTableRequest, DeleteColumnRequest, DeleteTableRequest,
    DisableTableRequest, GetTableDescriptorsRequest, GetTableNamesRequest, GetTableStateRequest,
    ModifyColumnRequest, ModifyTableRequest, ProcedureResponse, TableStateKind,
    TruncateTableRequest,
};
use hbase_rpc::region::{table_message, table_name};

use super::master::{Nonces, after};
use super::namespaces::of_namespace;
use crate::client::Client;
use crate::convert::table;
use crate::failure::Operation;

impl Client {
    pub(crate) async fn create(
        &self,
        descriptor: &TableDescriptor,
        deadline: Deadline,
    ) -> Result<()> {
        descriptor.validate()?;
        let operation = Operation::on("creating a table", &descriptor.name, deadline);
        let splits = descriptor.splits.keys();
        let splits = splits.map_err(|error| Error::invalid(error.to_string()))?;
        let make = |(nonce_group, nonce)| CreateTableRequest {
            table_schema: table::schema(descriptor),
            split_keys: splits.into_iter().map(Bytes::from).collect(),
            nonce_group,
            nonce,
        };
        let created = self.run_procedure(operation, make).await;
        created.map_err(|error| of_namespace(error, descriptor.name.namespace()))
    }

    pub(crate) async fn drop_table(&self, name: &TableName, deadline: Deadline) -> Result<()> {
        let operation = Operation::on("dropping a table", name, deadline);
        let make = |(nonce_group, nonce)| DeleteTableRequest {
            table_name: table_message(name),
            nonce_group,
            nonce,
        };
        self.run_disabled(operation, name, make).await
    }

    pub(crate) async fn truncate(
        &self,
        name: &TableName,
        preserve_splits: bool,
        deadline: Deadline,
    ) -> Result<()> {
        let operation = Operation::on("truncating a table", name, deadline);
        let make = |(nonce_group, nonce)| TruncateTableRequest {
            table_name: table_message(name),
            preserve_splits: Some(preserve_splits),
            nonce_group,
            nonce,
        };
        self.run_disabled(operation, name, make).await
    }

    /// Disables a table. The procedure gives it new regions.
    async fn run_disabled<Q: Rpc<Response = ProcedureResponse>>(
        &self,
        operation: Operation<'_>,
        name: &TableName,
        make: impl FnOnce(Nonces) -> Q,
    ) -> Result<()> {
        self.disable(operation, name).await?;
        let outcome = self.run_procedure(operation, make).await;
        outcome.map_err(|error| after("the table was disabled", error))?;
        self.locator.cache().forget_table(name);
        Ok(())
    }

    /// Disables a table; it is not an error if the table is already disabled.
    async fn disable(&self, operation: Operation<'_>, name: &TableName) -> Result<()> {
        let make = |(nonce_group, nonce)| DisableTableRequest {
            table_name: table_message(name),
            nonce_group,
            nonce,
        };
        match self.run_procedure(operation, make).await {
            Err(Error::TableDisabled { .. }) => Ok(()),
            other => other,
        }
    }

    pub(crate) async fn alter(
        &self,
        name: &TableName,
        changes: &[TableChange],
        deadline: Deadline,
    ) -> Result<()> {
        for change in changes {
            change.validate()?;
        }
        for (change, index) in changes.iter().zip(0..) {
            let outcome = self.change(name, change, deadline).await;
            outcome.map_err(|error| match index {
                0 => error,
                _ => after("earlier changes were made", error),
            })?;
        }
        Ok(())
    }

    async fn change(
        &self,
        name: &TableName,
        change: &TableChange,
        deadline: Deadline,
    ) -> Result<()> {
        let operation = Operation::on("altering a table", name, deadline);
        match change {
            TableChange::AddFamily(family) => {
                let make = |(nonce_group, nonce)| AddColumnRequest {
                    table_name: table_message(name),
                    column_families: table::family_schema(family),
                    nonce_group,
                    nonce,
                };
                self.run_procedure(operation, make).await
            }
            TableChange::AlterFamily(family) => self.alter_family(operation, name, family).await,
            TableChange::DropFamily(family) => {
                let make = |(nonce_group, nonce)| DeleteColumnRequest {
                    table_name: table_message(name),
                    column_name: Bytes::copy_from_slice(family.as_bytes()),
                    nonce_group,
                    nonce,
                };
                self.run_procedure(operation, make).await
            }
            TableChange::AlterTable(attributes) => {
                self.alter_attributes(operation, name, attributes, None)
                    .await
            }
            TableChange::SetMetadata(attributes) => {
                self.alter_attributes(operation, name, attributes, Some(false))
                    .await
            }
            other => Err(Error::invalid(format!(
                "a change that is not known here: {other:?}"
            ))),
        }
    }

    /// The server replaces the whole family, so undeclared attributes are copied from the live one.
    async fn alter_family(
        &self,
        operation: Operation<'_>,
        name: &TableName,
        family: &FamilyDescriptor,
    ) -> Result<()> {
        let live = self.descriptor(name, operation.deadline).await?;
        let Some(mut whole) = live.family(family.name.as_bytes()).cloned() else {
            let known = live.families.iter().map(|family| family.name.to_string());
            return Err(Error::family_not_found(name, &*family.name, known));
        };
        whole.set(family);
        let make = |(nonce_group, nonce)| ModifyColumnRequest {
            table_name: table_message(name),
            column_families: table::family_schema(&whole),
            nonce_group,
            nonce,
        };
        self.run_procedure(operation, make).await
    }

    /// The server replaces the whole table, so undeclared attributes are copied from the live one. Servers before 2.6 ignore
    /// `reopen_regions`, and reopen all regions.
    async fn alter_attributes(
        &self,
        operation: Operation<'_>,
        name: &TableName,
        attributes: &TableDescriptor,
        reopen_regions: Option<bool>,
    ) -> Result<()> {
        let mut whole = self.descriptor(name, operation.deadline).await?;
        whole.set(attributes);
        let make = |(nonce_group, nonce)| ModifyTableRequest {
            table_name: table_message(name),
            table_schema: table::schema(&whole),
            nonce_group,
            nonce,
            reopen_regions,
        };
        self.run_procedure(operation, make).await
    }

    /// A table's descriptor from the master, without its splits.
    async fn descriptor(&self, name: &TableName, deadline: Deadline) -> Result<TableDescriptor> {
        let operation = Operation::on("describing a table", name, deadline);
        let request = GetTableDescriptorsRequest {
            table_names: vec![table_message(name)],
            include_sys_tables: Some(true),
            ..GetTableDescriptorsRequest::default()
        };
        let response = self.ask_master(operation, &request).await?;
        match response.table_schema.first() {
            Some(schema) => table::descriptor(schema),
            None => Err(Error::TableNotFound {
                table: name.clone(),
            }),
        }
    }

    pub(crate) async fn describe(
        &self,
        name: &TableName,
        deadline: Deadline,
    ) -> Result<TableDescriptor> {
        let mut descriptor = self.descriptor(name, deadline).await?;
        let points = self.split_points(name, deadline).await?;
        let keys: Vec<_> = points.into_iter().map(std::borrow::Cow::Owned).collect();
        if !keys.is_empty() {
            descriptor.splits = Splits::Keys(keys.into());
        }
        Ok(descriptor)
    }

    pub(crate) async fn is_enabled(&self, name: &TableName, deadline: Deadline) -> Result<bool> {
        let operation = Operation::on("reading a table's state", name, deadline);
        let request = GetTableStateRequest {
            table_name: table_message(name),
        };
        let response = self.ask_master(operation, &request).await?;
        Ok(response.table_state.state == i32::from(TableStateKind::Enabled))
    }

    pub(crate) async fn tables(&self, deadline: Deadline) -> Result<Vec<TableName>> {
        let operation = Operation::of_cluster("listing tables", deadline);
        let request = GetTableNamesRequest::default();
        let response = self.ask_master(operation, &request).await?;
        let names = response.table_names.iter().map(table_name);
        let mut names = names.collect::<hbase_rpc::Result<Vec<_>>>()?;
        names.sort_unstable();
        Ok(names)
    }
}
