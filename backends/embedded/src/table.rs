//! Tables at run time.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hbase_backend::{Deadline, Durability, Error, Result};
use hbase_model::printable::Printable;
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use parking_lot::Mutex;

use crate::engine::{KeyspaceId, Safety};
use crate::gate::{Excluded, Gate, Held};
use crate::rules::FamilyRules;
use crate::watch::{Sample, Watch, Watched};

/// Rows remembered as written since the last flush.
const RECENT_ROWS: usize = 16_384;

/// A family and its keyspace.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) name: Arc<[u8]>,
    pub(crate) keyspace: KeyspaceId,
    pub(crate) rules: Arc<FamilyRules>,
}

/// A table. A write checks first whether it was altered or dropped.
#[derive(Debug)]
pub(crate) struct Table {
    descriptor: TableDescriptor,
    /// Sorted by name.
    families: Vec<Family>,
    default_safety: Safety,
    id: u64,
    version: u64,
    shared: Arc<Shared>,
}

/// State that a table shares with its earlier versions.
#[derive(Debug, Default)]
struct Shared {
    recent: Mutex<Recent>,
    /// For each family, the rows written since the last check.
    samples: Mutex<HashMap<KeyspaceId, Sample>>,
    watched: Watched,
    cells_written: AtomicU64,
    /// Shared by writers; held exclusively to alter or drop the table.
    gate: Gate,
    is_gone: AtomicBool,
    /// Counts the alterations.
    version: AtomicU64,
}

/// The reason why a write ended.
#[derive(Debug)]
pub(crate) enum WriteError {
    /// The table was altered since it was looked up. Nothing was written; a retry finds the new
    /// version.
    Outdated,
    /// The write failed before anything was written.
    Rejected(Error),
    /// The write failed midway.
    Failed(Error),
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::Rejected(error)
    }
}

/// The rows written since the last flush, unless they were too many.
#[derive(Debug, Default)]
struct Recent {
    rows: HashSet<Vec<u8>>,
    is_full: bool,
}

impl Table {
    /// A table whose families have these keyspaces, in the descriptor's order.
    pub(crate) fn new(descriptor: TableDescriptor, keyspaces: &[KeyspaceId]) -> Self {
        let mut table = Self::of(descriptor, keyspaces);
        table.id = table.families.first().map_or(0, |family| family.keyspace);
        table
    }

    /// This table after an alteration.
    pub(crate) fn altered(&self, descriptor: TableDescriptor, keyspaces: &[KeyspaceId]) -> Self {
        Self {
            id: self.id,
            version: self.version + 1,
            shared: Arc::clone(&self.shared),
            ..Self::of(descriptor, keyspaces)
        }
    }

    fn of(descriptor: TableDescriptor, keyspaces: &[KeyspaceId]) -> Self {
        let family = |(family, keyspace): (&FamilyDescriptor, &KeyspaceId)| Family {
            name: family.name.as_bytes().into(),
            keyspace: *keyspace,
            rules: Arc::new(FamilyRules::new(family)),
        };
        let mut families: Vec<_> = descriptor
            .families
            .iter()
            .zip(keyspaces)
            .map(family)
            .collect();
        families.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            default_safety: default_safety(descriptor.durability.as_deref()),
            descriptor,
            families,
            id: 0,
            version: 0,
            shared: Arc::default(),
        }
    }

    pub(crate) fn name(&self) -> &TableName {
        &self.descriptor.name
    }

    pub(crate) fn descriptor(&self) -> &TableDescriptor {
        &self.descriptor
    }

    pub(crate) fn families(&self) -> &[Family] {
        &self.families
    }

    /// Distinguishes this table's rows from other tables', even after an alteration. It is the number of a
    /// keyspace that the table had when it was opened.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The family with this name.
    ///
    /// # Errors
    /// [`Error::FamilyNotFound`] with the existing families.
    pub(crate) fn family(&self, name: &[u8]) -> Result<&Family> {
        let found = self.families.iter().find(|family| *family.name == *name);
        found.ok_or_else(|| {
            let known = self.families.iter();
            let known = known.map(|family| Printable(&family.name).to_string());
            Error::family_not_found(self.name(), Printable(name).to_string(), known)
        })
    }

    /// The durability of a write.
    pub(crate) fn safety(&self, durability: Durability) -> Safety {
        match durability {
            Durability::UseDefault => self.default_safety,
            Durability::SkipWal => Safety::Buffered,
            Durability::AsyncWal | Durability::SyncWal => Safety::Logged,
            // An unknown durability counts as the strongest.
            Durability::FsyncWal | _ => Safety::Forced,
        }
    }

    /// Remembers that rows were written, for the next flush and for compactions.
    pub(crate) fn note_written(&self, rows: &[&[u8]], cells: usize) {
        self.shared.watched.note(rows);
        let mut samples = self.shared.samples.lock();
        for family in &self.families {
            samples.entry(family.keyspace).or_default().note(rows);
        }
        drop(samples);
        self.shared
            .cells_written
            .fetch_add(cells as u64, Ordering::Relaxed);
        self.note_recent(rows.iter().copied());
    }

    /// Number of cells written since the store was opened.
    pub(crate) fn cells_written(&self) -> u64 {
        self.shared.cells_written.load(Ordering::Relaxed)
    }

    /// Prefixes of some rows of the family that were written since the last call.
    pub(crate) fn take_sample(&self, family: &Family) -> Vec<Vec<u8>> {
        let sample = self.shared.samples.lock().remove(&family.keyspace);
        sample.map(Sample::into_prefixes).unwrap_or_default()
    }

    /// Starts to record written rows.
    pub(crate) fn watch(&self) -> Watch<'_> {
        self.shared.watched.start()
    }

    fn note_recent<'a>(&self, rows: impl IntoIterator<Item = &'a [u8]>) {
        let mut recent = self.shared.recent.lock();
        for row in rows {
            if recent.is_full {
                return;
            }
            if !recent.rows.contains(row) {
                recent.rows.insert(row.to_vec());
            }
            if recent.rows.len() >= RECENT_ROWS {
                recent.rows = HashSet::new();
                recent.is_full = true;
            }
        }
    }

    /// The rows written since the last call; empty if they were too many.
    pub(crate) fn take_written(&self) -> HashSet<Vec<u8>> {
        let mut recent = self.shared.recent.lock();
        std::mem::take(&mut *recent).rows
    }

    /// Prevents alterations and drops of the table while the guard is held.
    pub(crate) fn hold(&self, deadline: Deadline) -> Result<Held<'_>, WriteError> {
        let held = self.shared.gate.hold(deadline, "waiting for a table")?;
        if self.is_outdated() {
            return Err(WriteError::Outdated);
        }
        Ok(held)
    }

    /// Whether the table was altered or dropped since it was looked up.
    pub(crate) fn is_outdated(&self) -> bool {
        let shared = &self.shared;
        shared.is_gone.load(Ordering::Acquire)
            || shared.version.load(Ordering::Acquire) != self.version
    }

    /// Waits for the writes in progress, and blocks further ones while the guard is held.
    pub(crate) fn exclude(&self, deadline: Deadline) -> Result<Excluded<'_>> {
        let doing = "waiting for the writes to a table";
        self.shared.gate.exclude(deadline, doing)
    }

    /// Marks the table as dropped. The caller has exclusive access, and removed it from the
    /// catalog.
    pub(crate) fn set_gone(&self) {
        self.shared.is_gone.store(true, Ordering::Release);
    }

    /// Marks the table as altered. The caller has exclusive access, and put the result of
    /// [`altered`](Self::altered) into the catalog.
    pub(crate) fn set_altered(&self) {
        self.shared
            .version
            .store(self.version + 1, Ordering::Release);
    }
}

/// The table's `DURABILITY`; a synced log by default.
fn default_safety(durability: Option<&str>) -> Safety {
    match durability {
        Some("SKIP_WAL") => Safety::Buffered,
        Some("FSYNC_WAL") => Safety::Forced,
        _ => Safety::Logged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_has_a_sample_of_its_own() {
        let mut descriptor = TableDescriptor::new(TableName::from_static("default", "T"));
        descriptor.families = vec![FamilyDescriptor::new("a"), FamilyDescriptor::new("b")].into();
        let table = Table::new(descriptor, &[1, 2]);
        table.note_written(&[b"row"], 1);
        for family in table.families() {
            assert_eq!(table.take_sample(family), [crate::key::row_prefix(b"row")]);
            assert!(table.take_sample(family).is_empty());
        }
    }
}
