//! Reading one row.

use bytes::Bytes;
use hbase_backend::block::split_cell;
use hbase_backend::{Error, Get, ReadOptions, Result, Row};
use hbase_model::TableName;

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

    /// Reads a row; continues where an unfinished attempt stopped.
    pub(crate) fn get_from(
        &self,
        begun: &mut Begun,
        name: &TableName,
        get: &Get,
        work: &mut Work,
    ) -> Result<Option<Row>> {
        if let Some(reader) = begun.take() {
            match finish(reader, begun, work) {
                Err(error) if !is_late(&error) => {
                    // The attempt's table may have been altered or dropped since.
                }
                result => return result,
            }
        }
        self.read(name, |table| {
            let reader = open(self, table, &get.row, &get.read)?;
            finish(Box::new(reader), begun, work)
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

/// The read of a row that was not finished in time.
pub(crate) type Begun = Option<Box<Reader>>;

/// Reads the reader's row; if the deadline passes, keeps a reader that can continue later.
fn finish(mut reader: Box<Reader>, begun: &mut Begun, work: &mut Work) -> Result<Option<Row>> {
    match reader.next(work) {
        Ok(Some(_)) => Ok(Some(row_of(&reader))),
        Ok(None) => Ok(None),
        Err(error) => {
            *begun = Some(reader).filter(|reader| is_late(&error) && reader.can_go_on());
            Err(error)
        }
    }
}

fn is_late(error: &Error) -> bool {
    matches!(error, Error::DeadlineExceeded { .. })
}

fn row_of(reader: &Reader) -> Row {
    Row::from_trusted(Bytes::copy_from_slice(reader.cells()))
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
    Ok(Some(row_of(&reader)))
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use hbase_backend::{Deadline, Filter, Mutation};
    use hbase_model::{FamilyDescriptor, TableDescriptor};

    use super::*;
    use crate::engine::Memory;
    use crate::options::Options;

    const NAME: TableName = TableName::from_static("default", "T");

    fn soon() -> Work {
        Work::new("testing", Deadline::after(Duration::from_secs(60)))
    }

    /// A store with a row of this many cells.
    fn store(cells: u32) -> Store {
        let store = Store::new(Box::<Memory>::default(), Options::default()).unwrap();
        let mut table = TableDescriptor::new(NAME);
        table.families = vec![FamilyDescriptor::new("f")].into();
        store.create_table(&table, &soon()).unwrap();
        let mut put = Mutation::new("r");
        for cell in 0..cells {
            put.put_at(b"f", &cell.to_be_bytes(), 1, b"value").unwrap();
        }
        store.mutate(&NAME, &put, &mut soon()).unwrap();
        store
    }

    #[test]
    fn a_read_goes_on_where_it_was_left() {
        let store = store(1000);
        let (get, mut begun, mut attempts) = (Get::new("r"), None, 0);
        let found = loop {
            attempts += 1;
            assert!(attempts < 20, "each attempt starts over");
            let mut late = Work::new("testing", Deadline::after(Duration::ZERO));
            match store.get_from(&mut begun, &NAME, &get, &mut late) {
                Ok(found) => break found,
                Err(error) => assert!(is_late(&error), "{error}"),
            }
        };
        assert!(attempts > 5, "{attempts}");
        assert_eq!(found, store.get(&NAME, &get, &mut soon()).unwrap());
        assert_eq!(found.unwrap().cells().count(), 1000);
    }

    #[test]
    fn a_read_with_a_filter_starts_over() {
        let store = store(1000);
        let (mut get, mut begun) = (Get::new("r"), None);
        get.read.filter = Some(Filter::KeyOnly(false));
        let mut late = Work::new("testing", Deadline::after(Duration::ZERO));
        store
            .get_from(&mut begun, &NAME, &get, &mut late)
            .unwrap_err();
        assert!(begun.is_none());
    }
}
