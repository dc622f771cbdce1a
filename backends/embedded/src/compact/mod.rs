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

use hbase_model::Result;

pub(crate) use self::background::Background;
use self::keep::Kind;
use self::pass::Pass;
use crate::store::Store;
use crate::table::{Stop, Table};
use crate::work::Work;

/// Drops what a flush drops, and writes files.
pub(crate) fn flush(store: &Store, table: &Table, work: &mut Work) -> Result<(), Stop> {
    for row in table.take_written() {
        work.step()?;
        for family in table.families() {
            row::compact(store, table, family, &row, Kind::Minor, work)?;
        }
    }
    for family in table.families() {
        store.engine().flush(family.space, work.deadline())?;
    }
    store.engine().settle(work.deadline())?;
    Ok(())
}

/// Drops what a major compaction drops, and merges the files.
pub(crate) fn major(store: &Store, table: &Table, work: &mut Work) -> Result<(), Stop> {
    table.take_written();
    for family in table.families() {
        let kind = Kind::Major {
            earliest_put: pass::earliest_put(store, family, work)?,
        };
        let mut pass = Pass::new(family.clone(), kind);
        while pass.step(store, table, work)? {
            work.check()?;
        }
        store.engine().flush(family.space, work.deadline())?;
        store.engine().compact(family.space)?;
    }
    store.engine().settle(work.deadline())?;
    Ok(())
}
