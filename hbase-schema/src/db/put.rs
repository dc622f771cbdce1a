//! One row written as a whole.

use std::collections::HashSet;

use hbase_model::{CellBlock, CellKind, CellRef, LATEST_TIMESTAMP, Mutation};

use super::connection::Connection;
use super::error::{About, Error};
use super::keys;
use crate::cell::{RowError, RowErrorKind};
use crate::key::{RowKey, printable};
use crate::table::{Table, encode_row};

impl Connection {
    /// Writes a row. A `None` leaves the cell as it is; [`replace`](Self::replace) does not.
    ///
    /// # Errors
    /// [`Error::Row`] where a field has no bytes, or every column is `None`; [`Error::Key`];
    /// [`Error::Backend`].
    pub async fn put<T: Table>(&self, row: &T) -> Result<(), Error> {
        let about = About::table("put", &T::SCHEMA.table.name);
        let mutation = put_of(row).map_err(|error| about.row_error(error))?;
        self.write(about, &T::SCHEMA.table.name, mutation).await
    }

    /// Writes a row so that no declared column of an older write shows: the columns that are there
    /// are put and the absent ones deleted, as one atomic step.
    ///
    /// Columns that the struct does not declare stay as they are. On a real `HBase` two calls for one
    /// row within a millisecond share a timestamp, and what the first one deleted hides what the
    /// second one puts; the embedded store gives each call a time of its own.
    ///
    /// # Errors
    /// As for [`put`](Self::put), and [`Error::Request`] for a key whose salt is drawn when a row
    /// is written, for the older row lies elsewhere.
    pub async fn replace<T: Table>(&self, row: &T) -> Result<(), Error> {
        let about = About::table("replace", &T::SCHEMA.table.name);
        if keys::drawn::<T::Key>().is_some() {
            return Err(about.request(DRAWN));
        }
        let mutation = replace_of(row).map_err(|error| about.row_error(error))?;
        self.write(about, &T::SCHEMA.table.name, mutation).await
    }
}

/// Why some writes are refused where the salt is drawn.
pub(super) const DRAWN: &str = "the salt of this table is drawn anew for each write, so that it is not known which row to change: put the row again, or use a salt that is computed from the key";

/// A row's cells as a mutation.
pub(super) fn put_of<T: Table>(row: &T) -> Result<Mutation, RowError> {
    let mut cells = CellBlock::new();
    let key = encode_row(row, &mut cells)?;
    Ok(Mutation::from_block(key.as_ref(), cells))
}

/// A row's cells, and markers for the columns that it has not.
///
/// A marker hides only its own column, and stands only where nothing is put, so it cannot hide the
/// put that it comes with; a marker for the whole family at the same moment would.
pub(super) fn replace_of<T: Table>(row: &T) -> Result<Mutation, RowError> {
    let mut cells = CellBlock::new();
    let key = encode_row(row, &mut cells)?;
    let key = key.as_ref();
    let absent = {
        let present: HashSet<(&[u8], &[u8])> = cells
            .iter()
            .map(|cell| (cell.family, cell.qualifier))
            .collect();
        let names = T::SCHEMA.column_names();
        names
            .filter(|(family, name)| !present.contains(&(family.as_bytes(), name.as_bytes())))
            .collect::<Vec<_>>()
    };
    let timestamp = row.timestamp().unwrap_or(LATEST_TIMESTAMP);
    for (family, qualifier) in absent {
        let marker = CellRef {
            row: key,
            family: family.as_bytes(),
            qualifier: qualifier.as_bytes(),
            timestamp,
            kind: CellKind::DeleteColumn,
            value: b"",
        };
        cells.push(marker).map_err(|source| {
            RowError::from(RowErrorKind::Model {
                row: T::Key::ROW,
                key: printable(key),
                source,
            })
        })?;
    }
    Ok(Mutation::from_block(key, cells))
}
