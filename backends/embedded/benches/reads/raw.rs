//! The engine alone, with the bytes that the backend stores.

use std::path::Path;
use std::time::Instant;

use fjall::config::FilterPolicy;
use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable};
use hbase_backend::CellKind;
use hbase_schema_embedded::Options;

use crate::data::{QUALIFIERS, mutation, row_key};

/// A database of the engine with one keyspace.
pub(crate) struct Raw {
    database: Database,
    space: Keyspace,
}

/// The key and value that the backend stores for a cell (see its `key` and `value`).
fn stored(cell: &hbase_backend::CellRef<'_>) -> (Vec<u8>, Vec<u8>) {
    let mut key = Vec::with_capacity(cell.row.len() + cell.qualifier.len() + 13);
    key.extend_from_slice(cell.row);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(cell.qualifier);
    key.extend_from_slice(&[0, 1]);
    key.extend_from_slice(&(!cell.timestamp.cast_unsigned()).to_be_bytes());
    key.push(!CellKind::Put.code());
    (key, [&[0], cell.value].concat())
}

impl Raw {
    pub(crate) fn filled(dir: &Path, rows: usize, cache_bytes: u64) -> Self {
        let database = Database::builder(dir).cache_size(cache_bytes).open();
        let database = database.expect("a database");
        // The same options as the store's.
        let memtable = Options::default().write_buffer_bytes / 4;
        let space = database.keyspace("1", || {
            KeyspaceCreateOptions::default()
                .max_memtable_size(memtable)
                .filter_policy(FilterPolicy::disabled())
        });
        let space = space.expect("a keyspace");
        for first in (0..rows).step_by(1000) {
            let mut batch = database.batch().durability(Some(PersistMode::Buffer));
            for number in first..rows.min(first + 1000) {
                for cell in mutation(number).cells() {
                    let (key, value) = stored(&cell);
                    batch.insert(&space, key, value);
                }
            }
            batch.commit().expect("a batch");
        }
        Self { database, space }
    }

    /// Reads the cells of a row; returns their number.
    pub(crate) fn read_row(&self, number: usize) -> usize {
        let mut from = row_key(number).into_bytes();
        let mut to = from.clone();
        from.extend_from_slice(&[0, 1]);
        to.extend_from_slice(&[0, 2]);
        let cells = self.database.snapshot().range(&self.space, from..to);
        let cells = cells.map(|entry| entry.into_inner().expect("a cell"));
        let cells: Vec<_> = cells.collect();
        debug_assert_eq!(cells.len(), QUALIFIERS.len());
        cells.len()
    }

    /// Reads all cells; returns the time in milliseconds.
    pub(crate) fn scan(&self, rows: usize) -> f64 {
        let begun = Instant::now();
        let (mut cells, mut bytes) = (0, 0);
        for entry in self.database.snapshot().iter(&self.space) {
            let (key, value) = entry.into_inner().expect("a cell");
            bytes += key.len() + value.len();
            cells += 1;
        }
        assert_eq!(cells, rows * QUALIFIERS.len());
        assert!(bytes > 0);
        begun.elapsed().as_secs_f64() * 1e3
    }

    pub(crate) fn flush(&self) {
        self.space.rotate_memtable_and_wait().expect("a flush");
    }
}
