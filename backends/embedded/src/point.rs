//! Reading one row.

use bytes::Bytes;
use hbase_model::block::split_cell;
use hbase_model::{Get, ReadOptions, Result, Row, TableName};

use crate::engine::{Direction, KeyRange};
use crate::key;
use crate::read::{Plan, Reader};
use crate::store::Store;
use crate::table::Table;
use crate::work::Work;

/// A cell with its time to live, which results do not contain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) timestamp: i64,
    pub(crate) value: Vec<u8>,
    /// The cell's own time to live, in milliseconds.
    pub(crate) ttl_ms: Option<i64>,
}

impl Store {
    pub(crate) fn get(&self, name: &TableName, get: &Get, work: &mut Work) -> Result<Option<Row>> {
        self.read(name, |table| {
            read_row(self, table, &get.row, &get.read, work)
        })
    }

    pub(crate) fn get_many(
        &self,
        name: &TableName,
        gets: &[Get],
        work: &mut Work,
    ) -> Result<Vec<Option<Row>>> {
        self.table(name)?;
        gets.iter()
            .map(|get| {
                work.check()?;
                self.get(name, get, work)
            })
            .collect()
    }
}

/// The current state of a row.
pub(crate) fn read_row(
    store: &Store,
    table: &Table,
    row: &[u8],
    read: &ReadOptions,
    work: &mut Work,
) -> Result<Option<Row>> {
    let mut reader = open(store, table, row, read)?;
    if reader.next(work)?.is_none() {
        return Ok(None);
    }
    Ok(Some(Row::from_trusted(Bytes::copy_from_slice(
        reader.cells(),
    ))))
}

/// The first cell of a read.
pub(crate) fn newest_cell(
    store: &Store,
    table: &Table,
    row: &[u8],
    read: &ReadOptions,
    work: &mut Work,
) -> Result<Option<Found>> {
    let mut reader = open(store, table, row, read)?;
    if reader.next(work)?.is_none() {
        return Ok(None);
    }
    let Some((cell, _)) = split_cell(reader.cells()) else {
        return Ok(None);
    };
    Ok(Some(Found {
        timestamp: cell.timestamp,
        value: cell.value.to_vec(),
        ttl_ms: reader.first_ttl_ms(),
    }))
}

/// A reader of one row's current state.
fn open(store: &Store, table: &Table, row: &[u8], read: &ReadOptions) -> Result<Reader> {
    let plan = Plan::new(table, read, false, false, store.now())?;
    let range = KeyRange::of_row(key::row_prefix(row));
    let snapshot = store.engine().snapshot();
    Reader::open(plan, &snapshot, range, Direction::Forward, None)
}
