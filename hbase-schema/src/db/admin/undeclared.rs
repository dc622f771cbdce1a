//! Indexes of a live table that its struct does not declare.

use hbase_backend::{Error as Cause, Get, Row};
use hbase_model::diff::Declared;
use hbase_model::index_tables::{ENTRY_FAMILY, LISTED};
use hbase_model::{STAMP_FAMILY, TableName};

use super::verify::check_equal;
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::schema::TableSchema;

impl Connection {
    /// Rejects a struct that lacks an index of its live table: the rows that it writes would have no entries. Writes check
    /// it too, but only those of structs with an index. A table without the family of the stamps has no index.
    pub(in crate::db) async fn check_declares_indexes(
        &self,
        call: &'static str,
        schema: &'static TableSchema,
    ) -> Result<(), Error> {
        let live = match self.describe_schema(schema).await {
            Err(error) if error.is_missing_table() => return Ok(()),
            live => live?,
        };
        if live.family(STAMP_FAMILY.as_bytes()).is_none() {
            return Ok(());
        }
        let about = CallContext::table(call, &schema.table.name);
        let mut listed = self.listed_indexes(about, &schema.table.name).await?;
        listed.retain(|name| !declares(schema, name));
        if listed.is_empty() {
            return Ok(());
        }
        let diff = self.diff_of(Declared::table(schema.table)).await?;
        check_equal(
            schema.row,
            &diff.with_undeclared_indexes(schema.row, listed),
        )
    }

    /// The names of the tables of a table's indexes, as the table of their states lists them.
    async fn listed_indexes(
        &self,
        about: CallContext<'_>,
        table: &TableName,
    ) -> Result<Vec<String>, Error> {
        let mut get = Get::new(table.to_string());
        get.read.add_family(ENTRY_FAMILY.as_bytes());
        let (states, get) = (&table.index_states(), &get);
        let found = self.read(about, |backend, deadline| async move {
            match backend.get(states, get, deadline).await {
                // The family has another program's cells.
                Err(Cause::TableNotFound { .. }) => Ok(None),
                found => found,
            }
        });
        let found = found.await?;
        let cells = found.iter().flat_map(Row::cells);
        let names = cells.filter_map(|cell| cell.qualifier.strip_prefix(LISTED));
        let names = names.map(|name| String::from_utf8_lossy(name).into_owned());
        Ok(names.collect())
    }
}

fn declares(schema: &TableSchema, name: &str) -> bool {
    let mut indexes = schema.indexes.iter();
    indexes.any(|index| index.table().to_string() == name)
}
