//! The error of a write of a row that was changed after it was read.

use std::fmt;

use hbase_backend::Row;
use hbase_model::time::Period;

use super::context::{CallContext, ErrorContext};
use super::types::Error;
use crate::cell::RowCells;
use crate::table::{FromRowOwned, Table};

/// A row with a `#[version]` was not written, because another writer has changed it since it was read. It contains the
/// row as it is now.
#[derive(Clone, Debug)]
pub struct ChangedRow {
    pub(in crate::db) context: Box<ErrorContext>,
    /// The version of the row that was to be written.
    pub(in crate::db) read: String,
    /// The version of the row as it is now; `None` if the row does not exist.
    pub(in crate::db) found: Option<String>,
    pub(in crate::db) row: Option<Row>,
    pub(in crate::db) period: Option<Period>,
}

impl ChangedRow {
    /// The call that failed, with the table and the row.
    pub fn context(&self) -> &ErrorContext {
        &self.context
    }

    /// The row as it is now, read after the write failed; `None` if it does not exist.
    ///
    /// # Errors
    /// [`Error::Row`] and [`Error::Key`] if the row cannot be decoded.
    pub fn row<T: Table + FromRowOwned>(&self) -> Result<Option<T>, Error> {
        let row = self.row.as_ref().map(|row| {
            let cells = RowCells::new(row, T::SCHEMA.row).of_period(self.period);
            T::from_row(&cells)
        });
        let row = row.transpose();
        row.map_err(|error| {
            let about = CallContext {
                table: self.context.table(),
                row: self.context.row(),
                ..CallContext::call(self.context.call())
            };
            about.row_error(error)
        })
    }
}

impl fmt::Display for ChangedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (context, read) = (&self.context, &self.read);
        write!(
            f,
            "{context}: another writer changed the row after it was read: expected its version {read}, "
        )?;
        match &self.found {
            Some(found) => write!(f, "found {found}")?,
            None => f.write_str("found no row")?,
        }
        f.write_str(
            ": the error has the row as it is now; `update` reads and writes a row in one step",
        )
    }
}

impl std::error::Error for ChangedRow {}
