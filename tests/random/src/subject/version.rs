//! Writes of other programs, which count no writes.

use std::time::Duration;

use hbase_schema::cell::EncodeCell;
use hbase_schema::key::RowKey;
use hbase_schema::model::{Deadline, Mutation};
use hbase_schema::{Column, Connection};
use hbase_schema_random_generator::Value;

use super::{Done, Subject};
use crate::convert::Typed;

/// The time that such a write may take.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Sets the version of a row, or deletes it, as a program that does not know what the column is.
pub fn rewrite<'c, R, F, C>(
    db: &'c Connection,
    key: &R::Key,
    column: Column<R, F, C>,
    version: Option<&Value>,
) -> Done<'c>
where
    R: Subject,
    F: Typed + EncodeCell<C>,
{
    let (family, name) = (column.family().as_bytes(), column.qualifier());
    let key = key.encode().expect("a key");
    let mut mutation = Mutation::new(key.as_ref().to_vec());
    let changed = match version {
        Some(version) => {
            let mut bytes = Vec::new();
            let encoded = F::of(version).encode_cell(&mut bytes);
            assert!(encoded.expect("a version"), "a version has a cell");
            mutation.put(family, name.as_bytes(), &bytes)
        }
        None => mutation.delete_column(family, name.as_bytes(), None),
    };
    changed.expect("a cell");
    Box::pin(async move {
        let table = &R::SCHEMA.table.name;
        let deadline = Deadline::after(TIMEOUT);
        let written = db.backend().mutate(table, mutation, deadline).await;
        written.expect("the store writes the version");
        Ok(())
    })
}
