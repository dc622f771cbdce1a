//! The engine below the store, with the store's settings.

use std::path::Path;
use std::time::{Duration, Instant};

use fjall::config::FilterPolicy;
use fjall::{Database, Keyspace, KeyspaceCreateOptions, PersistMode, Readable};

use crate::data;
use crate::store::options;

/// The engine's database and its only keyspace.
pub(crate) struct Raw {
    database: Database,
    space: Keyspace,
}

impl Raw {
    pub(crate) fn open(dir: &Path) -> fjall::Result<Self> {
        let options = options();
        let database = Database::builder(dir)
            .cache_size(options.cache_bytes)
            .max_journaling_size(64 << 20)
            .open()?;
        let memtable = options.write_buffer_bytes / 4;
        let space = database.keyspace("1", || {
            KeyspaceCreateOptions::default()
                .max_memtable_size(memtable)
                .filter_policy(FilterPolicy::disabled())
        })?;
        Ok(Self { database, space })
    }

    pub(crate) fn load(&self, rows: usize) -> fjall::Result<Duration> {
        let begun = Instant::now();
        for numbers in data::batches(rows) {
            let mut batch = self.database.batch().durability(Some(PersistMode::Buffer));
            for number in numbers {
                for cell in data::row(number, 0).cells() {
                    let (key, value) = data::stored(&cell);
                    batch.insert(&self.space, key, value);
                }
            }
            batch.commit()?;
        }
        Ok(begun.elapsed())
    }

    pub(crate) fn scan(&self) -> fjall::Result<(Duration, usize)> {
        let begun = Instant::now();
        let mut cells = 0;
        let mut bytes = 0;
        for entry in self.database.snapshot().iter(&self.space) {
            let (key, value) = entry.into_inner()?;
            bytes += key.len() + value.len();
            cells += 1;
        }
        assert!(bytes > cells, "cells have bytes");
        Ok((begun.elapsed(), cells))
    }

    /// The cells of one row.
    pub(crate) fn get(&self, number: usize) -> fjall::Result<usize> {
        let mut prefix = data::key(number).into_bytes();
        prefix.extend_from_slice(&[0, 1]);
        let mut cells = 0;
        for entry in self.database.snapshot().prefix(&self.space, prefix) {
            let (_, value) = entry.into_inner()?;
            cells += usize::from(!value.is_empty());
        }
        Ok(cells)
    }
}
