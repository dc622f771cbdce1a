//! Flushes and compactions: the cells that they drop.
//!
//! The engine flushes, and the store merges the files that the engine's policy chooses. Cells that `HBase`
//! would drop are dropped in two ways. Merges drop what a minor compaction may drop (`drop_policy`), which
//! costs no writes. A pass over the rows removes cells like a writer, markers included (`pass`); the next merge
//! then frees their space.
//!
//! - A flush drops versions beyond VERSIONS, expired cells, and cells hidden by delete markers, but no markers.
//!   It reads all cells of the rows written since the last flush, up to some thousand rows. The result is the
//!   same as if the new file were merged with the older ones at once, which a minor compaction may do at any
//!   time.
//! - A major compaction reads every row, and drops the markers too.
//! - A background compaction runs when a sample of rows predicts a gain. During writes, it is the store's usual
//!   merges; without writes, or if these are too slow, it is a merge of all files. If delete markers take the
//!   space, it is a pass that keeps young ones. A store in memory has no files, so each compaction is a pass.

mod background;
mod drop_policy;
mod family;
mod keep;
mod pass;
mod row;

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Deadline, Result};
use hbase_model::TableName;

pub(crate) use self::background::Background;
use self::keep::CompactionKind;
use self::pass::Pass;
use crate::store::Store;
use crate::table::{Table, WriteError};
use crate::work::Work;

/// Rows that a flush processes under one lock.
const FLUSHED_ROWS: usize = 256;

/// Longer than any merge.
const ANY_TIME: Duration = Duration::from_secs(1 << 32);

impl Store {
    /// Drops obsolete cells, and writes files.
    pub(crate) fn flush(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| flush(self, table, work))
    }

    /// Drops obsolete cells and markers, and merges the files.
    pub(crate) fn major_compact(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| major(self, table, work))?;
        // Deletes the merged files.
        if self.engine().waits() {
            self.activity().signal().wake();
        }
        Ok(())
    }
}

fn flush(store: &Store, table: &Table, work: &mut Work) -> Result<(), WriteError> {
    let mut rows: Vec<_> = table.take_written().into_iter().collect();
    rows.sort_unstable();
    for rows in rows.chunks(FLUSHED_ROWS) {
        row::compact(store, table, rows, CompactionKind::Minor, work)?;
    }
    for family in table.families() {
        store.engine().flush(family.keyspace, work)?;
    }
    store.engine().settle(work)?;
    Ok(())
}

fn major(store: &Store, table: &Table, work: &mut Work) -> Result<(), WriteError> {
    // The pass reads these rows too, so the next flush need not.
    table.take_written();
    for family in table.families() {
        let kind = CompactionKind::Major {
            earliest_put: pass::earliest_put(store, family, work)?,
        };
        let mut pass = Pass::new(family.clone(), kind);
        while pass.step(store, table, work)? {
            work.check()?;
        }
        store.engine().flush(family.keyspace, work)?;
        store
            .engine()
            .compact(family.keyspace, &until_closed(store, ANY_TIME))?;
    }
    store.engine().settle(work)?;
    Ok(())
}

/// Work that ends when the store is closed, and after `patience`. For merges it is [`ANY_TIME`]: a started
/// merge is worth finishing, whatever the caller's deadline is.
fn until_closed(store: &Store, patience: Duration) -> Work {
    let mut work = Work::new("writing files in the background", Deadline::after(patience));
    work.add_flag(Arc::clone(store.activity().signal().stopped()));
    work
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use hbase_backend::{Get, Increment, Mutation};
    use hbase_model::{FamilyDescriptor, TableDescriptor};

    use super::*;
    use crate::engine::counted::{Counted, Counts};
    use crate::options::Options;

    const NAME: TableName = TableName::from_static("default", "T");

    fn store() -> (Store, Arc<Counts>, Work) {
        let engine = Counted::default();
        let counts = engine.counts();
        let store = Store::new(Box::new(engine), Options::default()).unwrap();
        let mut table = TableDescriptor::new(NAME);
        table.families = vec![FamilyDescriptor::new("f"), FamilyDescriptor::new("g")].into();
        let work = Work::new("testing", Deadline::after(Duration::from_secs(60)));
        store.create_table(&table, &work).unwrap();
        (store, counts, work)
    }

    #[test]
    fn a_flush_removes_cells_of_many_rows_in_few_batches() {
        let (store, counts, mut work) = store();
        let rows = 4 * FLUSHED_ROWS;
        for version in [1, 2] {
            for number in 0..rows {
                let mut put = Mutation::new(format!("{number:06}"));
                put.put_at(b"f", b"q", version, b"value").unwrap();
                store.mutate(&NAME, &put, &mut work).unwrap();
            }
        }
        let before = counts.commits.load(Ordering::Relaxed);
        store.flush(&NAME, &mut work).unwrap();
        let commits = counts.commits.load(Ordering::Relaxed) - before;
        assert_eq!(commits, 4);
        let removed = store.activity().stats().read(0).cells_removed;
        assert_eq!(removed, rows as u64);
        let found = store.get(&NAME, &Get::new("000007"), &mut work).unwrap();
        assert_eq!(found.unwrap().cells().next().unwrap().timestamp, 2);
    }

    #[test]
    fn an_increment_reads_each_column_once() {
        let (store, counts, mut work) = store();
        let increment = Increment {
            row: b"row".to_vec(),
            columns: vec![
                (b"f".to_vec(), b"q".to_vec(), 1),
                (b"g".to_vec(), b"q".to_vec(), 1),
            ],
            ..Increment::default()
        };
        for _ in 0..3 {
            let before = counts.snapshots.load(Ordering::Relaxed);
            store.increment(&NAME, &increment, &mut work).unwrap();
            assert_eq!(counts.snapshots.load(Ordering::Relaxed) - before, 2);
        }
    }
}
