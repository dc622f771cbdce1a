//! What flushes and compactions do to what can be seen.
//!
//! The engine writes and merges its files as it sees fit. There are two ways to drop what `HBase`
//! drops: a merge of the engine's asks which entries go (`judge`), which costs no writes and is what
//! a minor compaction may drop; and a pass over the rows removes cells in the way of a writer
//! (`pass`), markers too, after which the engine's next merge frees their room.
//!
//! - A flush drops versions beyond VERSIONS, expired cells, and what delete markers hide. Markers
//!   stay. It looks at the rows written since the last flush, as long as these are not more than
//!   some thousands, and at all of their cells: as if the new file were merged with the older ones
//!   at once, which a minor compaction may do at any time.
//! - A major compaction looks at every row, and drops the markers too.
//! - A compaction in the background runs when a sample of rows says that it pays: while a table is
//!   written, by the merges that the engine makes anyway; in a quiet moment, or where these fall
//!   behind, by one of all files; and where markers are what is in the way, by a pass that keeps
//!   young ones. In memory there are no files, and each is a pass.

mod background;
mod family;
mod judge;
mod keep;
mod pass;
mod row;

use std::sync::Arc;
use std::time::Duration;

use hbase_model::{Deadline, Result, TableName};

pub(crate) use self::background::Background;
use self::keep::CompactionKind;
use self::pass::Pass;
use crate::store::Store;
use crate::table::{Table, WriteError};
use crate::work::Work;

/// Rows that a flush looks at under one lock.
const FLUSHED_ROWS: usize = 256;

/// Longer than any merge takes.
const ANY_TIME: Duration = Duration::from_secs(1 << 32);

impl Store {
    /// Drops what a flush drops, and writes files.
    pub(crate) fn flush(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| flush(self, table, work))
    }

    /// Drops what a major compaction drops, and merges the files.
    pub(crate) fn major_compact(&self, name: &TableName, work: &mut Work) -> Result<()> {
        self.write(name, |table| major(self, table, work))?;
        // The files that were merged are left to delete.
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
        store.engine().compact(family.keyspace, &until_closed(store, ANY_TIME))?;
    }
    store.engine().settle(work)?;
    Ok(())
}

/// Work that nobody waits for: it ends when the store is closed. A merge that was begun is worth
/// finishing, whatever the deadline of who asked for it.
fn until_closed(store: &Store, patience: Duration) -> Work {
    let mut work = Work::new("writing files in the background", Deadline::after(patience));
    work.set_cancelled(Arc::clone(store.activity().signal().stopped()));
    work
}
