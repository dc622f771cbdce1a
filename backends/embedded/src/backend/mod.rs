//! The store as a [`Backend`](hbase_backend::Backend).

mod calls;
mod open;
mod run;

use std::fmt;
use std::sync::Arc;

use hbase_backend::{Capabilities, Capability};

use crate::brief::Brief;
use crate::engine::GivenUp;
use crate::stats::Stats;
use crate::store::Store;
use crate::upkeep::Users;

/// All capabilities of the model, by name.
const CAPABILITIES: Capabilities = Capabilities::of(&[
    Capability::AtomicRowMutation,
    Capability::CellTimestamps,
    Capability::CellTtl,
    Capability::DeleteVersion,
    Capability::CheckAndMutate,
    Capability::Filters,
    Capability::ReversedScan,
    Capability::TimeRange,
    Capability::ScanVersions,
    Capability::RawScan,
    Capability::CreateWithSplits,
    Capability::AllAttributes,
    Capability::Namespaces,
    Capability::Maintenance,
    Capability::Durability,
    Capability::AlterTable,
    Capability::AllFilters,
    Capability::RowVersions,
    Capability::FamilyLimits,
    Capability::SeveralCounters,
    Capability::CounterTimestamps,
    Capability::Truncate,
]);

/// `HBase`'s semantics in this process: in memory, or in a directory.
///
/// Cheap to clone; all clones are the same store. Calls need a tokio runtime with timers.
///
/// ```
/// use std::time::Duration;
///
/// use hbase_backend::{Backend, Deadline, Get, Mutation};
/// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
/// use hbase_schema_embedded::Embedded;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> hbase_backend::Result<()> {
/// let db = Embedded::memory()?;
/// let soon = || Deadline::after(Duration::from_secs(5));
/// let mut table = TableDescriptor::new(TableName::from_static("default", "CALLS"));
/// table.families = vec![FamilyDescriptor::new("D1")].into();
/// db.create_table(&table, soon()).await?;
///
/// let mut put = Mutation::new(b"row-1");
/// put.put(b"D1", b"NAME", b"Ada")?;
/// db.mutate(&table.name, put, soon()).await?;
/// let row = db.get(&table.name, &Get::new(b"row-1"), soon()).await?.unwrap();
/// assert_eq!(row.value(b"D1", b"NAME"), Some(b"Ada".as_slice()));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Embedded {
    /// Dropped before the store, so that opening it again waits for the close.
    users: Arc<Users>,
    store: Arc<Store>,
    brief: Arc<Brief>,
}

impl fmt::Debug for Embedded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Embedded")
            .field(&self.store.engine().describe())
            .finish()
    }
}

impl Embedded {
    fn of(store: Arc<Store>) -> Self {
        Self {
            users: Users::of(&store),
            brief: Arc::new(Brief::new(store.engine().waits())),
            store,
        }
    }

    /// Counters of the store's background work.
    pub fn stats(&self) -> Stats {
        let activity = self.store.activity();
        activity.stats().read(activity.written().get())
    }

    /// The parts of the log that
    /// [`Options::accept_damaged_log`](crate::Options::accept_damaged_log) discarded when this
    /// store was opened.
    pub fn given_up(&self) -> &[GivenUp] {
        self.store.engine().given_up()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A new capability of the model is added here once the store supports it.
    #[test]
    fn every_capability_is_named() {
        for capability in Capability::EACH {
            assert!(CAPABILITIES.has(*capability), "{capability}");
        }
    }
}
