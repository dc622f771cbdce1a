//! Groups of changes of a row's columns, each of which is atomic.

use hbase_backend::cell::given_timestamp;
use hbase_backend::{CellBlock, CellKind, CellRef, Deadline, LATEST_TIMESTAMP, Mutation};

use crate::cell::{ABSENT, NotWritten, has_cell};
use crate::codec::CodecError;
use crate::db::batches::call::out_of_time;
use crate::db::connection::Connection;
use crate::db::error::ColumnsError;
use crate::db::error::{CallContext, Error};
use crate::db::target::keys::RowOfKey;
use crate::db::target::table_ref::TableRef;

/// Changes columns of a row, group by group.
pub(super) struct Changes<'c> {
    connection: &'c Connection,
    about: CallContext<'static>,
    table: TableRef,
    family: &'static str,
    row: Vec<u8>,
    timestamp: i64,
    cells: CellBlock,
    /// The number of changes that are written.
    done: u64,
    end: Deadline,
}

impl<'c> Changes<'c> {
    pub(super) fn new(
        connection: &'c Connection,
        about: CallContext<'static>,
        row: RowOfKey,
        family: &'static str,
        version: Option<i64>,
    ) -> Result<Self, Error> {
        let RowOfKey { table, row } = row;
        let timestamp = version.map_or(Ok(LATEST_TIMESTAMP), given_timestamp);
        let timestamp = timestamp.map_err(|error| about.backend(error))?;
        Ok(Self {
            connection,
            about,
            table,
            family,
            row,
            timestamp,
            cells: CellBlock::new(),
            done: 0,
            end: Deadline::after(connection.options.operation_timeout),
        })
    }

    /// Puts a column with the value that `value` writes.
    pub(super) fn put(
        &mut self,
        qualifier: &[u8],
        value: impl FnOnce(&mut Vec<u8>) -> Result<bool, CodecError>,
    ) -> Result<(), Error> {
        let cell = CellRef {
            row: &self.row,
            family: self.family.as_bytes(),
            qualifier,
            timestamp: self.timestamp,
            kind: CellKind::Put,
            value: &[],
        };
        let pushed = self.cells.push_with(&cell, 16, |out| {
            has_cell(value(out)).map_err(NotWritten::Codec)
        });
        let about = self.about.row(&self.row).column(self.family, qualifier);
        pushed.map_err(|reason| match reason {
            NotWritten::Absent => about.request(ABSENT),
            NotWritten::Codec(error) => about.request(error),
            NotWritten::Model(error) => about.backend(error),
        })
    }

    /// Deletes a column up to `timestamp`, or up to the request's version.
    pub(super) fn delete(&mut self, qualifier: &[u8], timestamp: Option<i64>) -> Result<(), Error> {
        let pushed = self.cells.push(CellRef {
            row: &self.row,
            family: self.family.as_bytes(),
            qualifier,
            timestamp: timestamp.unwrap_or(self.timestamp),
            kind: CellKind::DeleteColumn,
            value: &[],
        });
        pushed.map_err(|error| self.about.row(&self.row).backend(error))
    }

    /// Writes the group if it is full.
    pub(super) async fn write_if_full(&mut self) -> Result<(), Error> {
        if self.cells.as_bytes().len() < self.connection.limits().batch_bytes.max(1) {
            return Ok(());
        }
        self.write().await
    }

    /// Writes the group.
    async fn write(&mut self) -> Result<(), Error> {
        let count = self.cells.len() as u64;
        if count == 0 {
            return Ok(());
        }
        let cells = std::mem::take(&mut self.cells);
        let written = if self.end.is_over() {
            Err(out_of_time(self.about.row(&self.row)))
        } else {
            let mutation = Mutation::from_block(self.row.clone(), cells);
            self.connection
                .write(self.about.call, &self.table, mutation)
                .await
        };
        written.map_err(|cause| ColumnsError::stopped(self.done, count, cause))?;
        self.done += count;
        Ok(())
    }

    /// Returns an error if the time of all groups together is over.
    pub(super) fn check_time(&self) -> Result<(), Error> {
        if self.end.is_over() {
            return Err(self.stopped(out_of_time(self.about.row(&self.row))));
        }
        Ok(())
    }

    /// Writes the rest; returns the number of changes.
    pub(super) async fn finish(mut self) -> Result<u64, Error> {
        self.write().await?;
        Ok(self.done)
    }

    /// The error that ends the changes before the current group.
    #[cold]
    pub(super) fn stopped(&self, cause: Error) -> Error {
        ColumnsError::stopped(self.done, 0, cause)
    }
}
