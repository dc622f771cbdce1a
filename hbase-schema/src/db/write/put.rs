//! Writes whole rows: `put` and `replace`.

use std::collections::HashSet;

use hbase_backend::{BoxFuture, CellBlock, CellKind, CellRef, LATEST_TIMESTAMP, Mutation};

use super::unversioned::Unversioned;
use crate::cell::{RowError, RowErrorKind};
use crate::db::connection::Connection;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys;
use crate::db::target::table_ref::TableRef;
use crate::key::{RowKey, printable};
use crate::table::{Table, Writable, encode_row};

impl Connection {
    /// Writes a row. A `None` leaves its cell unchanged; [`replace`](Self::replace) deletes it.
    ///
    /// Counters (`#[column(counter)]`) stay unchanged, whatever the row's value, so that no
    /// concurrent increment is lost: [`increment`](Self::increment) changes them, and
    /// [`set_counter`](Self::set_counter) sets them.
    ///
    /// # Errors
    /// [`Error::Row`] if a field cannot be encoded, or every column is `None`; [`Error::Key`];
    /// [`Error::Backend`].
    pub fn put<'c, T: Writable>(&'c self, row: &T) -> BoxFuture<'c, Result<(), Error>> {
        // An `async fn` would report a missing bound three times: here, and in all similar calls.
        let about = CallContext::of::<T>("put");
        let put = put_of(row).map_err(|error| about.row_error(error));
        Box::pin(async move {
            let RowWrite { table, mutation } = put?;
            self.write("put", &table, mutation).await
        })
    }

    /// Writes a row and deletes the declared columns that it lacks, in one atomic step: no cell of
    /// an older write remains visible.
    ///
    /// Counters, and columns that the struct does not declare, stay unchanged. A struct with a map of
    /// dynamic columns cannot replace a row, because the columns to delete are unknown. A struct with a
    /// `#[timestamp]` cannot replace a row: see [`Unversioned`]. In `HBase` two calls for one row
    /// within a millisecond share a timestamp, and the first one's deletes hide the second one's
    /// puts; the embedded store assigns each call its own timestamp.
    ///
    /// # Errors
    /// Same as [`put`](Self::put), and [`Error::Request`] for a key with a random or round-robin
    /// salt: the older row has another salt.
    pub fn replace<'c, T: Unversioned + Writable>(
        &'c self,
        row: &T,
    ) -> BoxFuture<'c, Result<(), Error>> {
        let about = CallContext::of::<T>("replace");
        let replace = match keys::drawn(T::SCHEMA.key) {
            Some(_) => Err(about.request(keys::DRAWN)),
            None => replace_of(row).map_err(|error| about.row_error(error)),
        };
        Box::pin(async move {
            let RowWrite { table, mutation } = replace?;
            self.write("replace", &table, mutation).await
        })
    }
}

/// A mutation of a row, in its table.
pub(in crate::db) struct RowWrite {
    pub(in crate::db) table: TableRef,
    pub(in crate::db) mutation: Mutation,
}

/// A row's cells as a mutation.
pub(in crate::db) fn put_of<T: Table>(row: &T) -> Result<RowWrite, RowError> {
    let mut cells = CellBlock::new();
    let key = encode_row(row, &mut cells)?;
    Ok(RowWrite {
        table: TableRef::of_row(row)?,
        mutation: Mutation::from_block(key.as_ref(), cells),
    })
}

/// The row's cells, and delete markers for the columns that it lacks.
///
/// A marker of a column hides only that column, which is not put. A marker of the whole family
/// would have the timestamp of the puts, and hide them.
pub(in crate::db) fn replace_of<T: Unversioned>(row: &T) -> Result<RowWrite, RowError> {
    let mut cells = CellBlock::new();
    let key = encode_row(row, &mut cells)?;
    let key = key.as_ref();
    let mut maps = T::SCHEMA.whole_dynamic();
    if let Some(columns) = maps.find(|map| !map.counter) {
        return Err(RowError::from(RowErrorKind::ReplacesDynamic {
            row: T::Key::ROW,
            key: printable(key),
            field: columns.field,
        }));
    }
    let absent = {
        let present: HashSet<(&[u8], &[u8])> = cells
            .iter()
            .map(|cell| (cell.family, cell.qualifier))
            .collect();
        let names = T::SCHEMA.put_names();
        names
            .filter(|(family, name)| !present.contains(&(family.as_bytes(), name.as_bytes())))
            .collect::<Vec<_>>()
    };
    for (family, qualifier) in absent {
        let marker = CellRef {
            row: key,
            family: family.as_bytes(),
            qualifier: qualifier.as_bytes(),
            timestamp: LATEST_TIMESTAMP,
            kind: CellKind::DeleteColumn,
            value: b"",
        };
        cells.push(marker).map_err(|cause| {
            RowError::from(RowErrorKind::Model {
                row: T::Key::ROW,
                key: printable(key),
                cause,
            })
        })?;
    }
    Ok(RowWrite {
        table: TableRef::of_row(row)?,
        mutation: Mutation::from_block(key, cells),
    })
}
