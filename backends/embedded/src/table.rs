//! A table as the store works with it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};

use hbase_model::printable::Printable;
use hbase_model::{Durability, Error, FamilyDescriptor, Result, TableDescriptor, TableName};

use crate::engine::{Safety, Space};
use crate::read::FamilyRules;

/// How many rows are remembered as written since the last flush.
const RECENT_ROWS: usize = 16_384;

/// A family and the keyspace that holds it.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    pub(crate) name: Arc<[u8]>,
    pub(crate) space: Space,
    pub(crate) rules: Arc<FamilyRules>,
}

/// A table that is there, or was: whoever holds one when it is dropped finds it gone.
#[derive(Debug)]
pub(crate) struct Table {
    descriptor: TableDescriptor,
    /// In order of their names.
    families: Vec<Family>,
    default_safety: Safety,
    recent: Mutex<Recent>,
    is_gone: RwLock<bool>,
}

/// Rows written since the last flush, as long as they are few.
#[derive(Debug, Default)]
struct Recent {
    rows: HashSet<Vec<u8>>,
    is_full: bool,
}

impl Table {
    /// A table whose families lie in `spaces`, in the descriptor's order.
    pub(crate) fn new(descriptor: TableDescriptor, spaces: &[Space]) -> Self {
        let family = |(family, space): (&FamilyDescriptor, &Space)| Family {
            name: family.name.as_bytes().into(),
            space: *space,
            rules: Arc::new(FamilyRules::new(family)),
        };
        let mut families: Vec<_> = descriptor.families.iter().zip(spaces).map(family).collect();
        families.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            default_safety: default_safety(descriptor.durability.as_deref()),
            descriptor,
            families,
            recent: Mutex::default(),
            is_gone: RwLock::new(false),
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

    /// What tells this table's rows from those of others: the number of its first keyspace.
    pub(crate) fn id(&self) -> u64 {
        self.families.first().map_or(0, |family| family.space)
    }

    /// The family of this name.
    ///
    /// # Errors
    /// [`Error::FamilyNotFound`] with the families that there are.
    pub(crate) fn family(&self, name: &[u8]) -> Result<&Family> {
        let found = self.families.iter().find(|family| *family.name == *name);
        found.ok_or_else(|| Error::FamilyNotFound {
            table: self.name().clone(),
            family: Printable(name).to_string(),
            known: self.known_families(),
        })
    }

    fn known_families(&self) -> String {
        let names: Vec<_> = self
            .families
            .iter()
            .map(|family| Printable(&family.name).to_string())
            .collect();
        names.join(", ")
    }

    /// How surely a write is to be kept.
    pub(crate) fn safety(&self, durability: Durability) -> Safety {
        match durability {
            Durability::UseDefault => self.default_safety,
            Durability::SkipWal => Safety::Buffered,
            Durability::AsyncWal | Durability::SyncWal => Safety::Logged,
            Durability::FsyncWal => Safety::Forced,
        }
    }

    /// Remembers that rows were written, for the next flush.
    pub(crate) fn note_written<'a>(&self, rows: impl IntoIterator<Item = &'a [u8]>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// The rows written since this was last asked; none where they were too many.
    pub(crate) fn take_written(&self) -> HashSet<Vec<u8>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *recent).rows
    }

    /// Keeps the table from being dropped while the guard is held.
    ///
    /// # Errors
    /// [`Error::TableNotFound`] where it was dropped.
    pub(crate) fn hold(&self) -> Result<RwLockReadGuard<'_, bool>> {
        let is_gone = self.is_gone.read().unwrap_or_else(PoisonError::into_inner);
        if *is_gone {
            return Err(Error::TableNotFound {
                table: self.name().clone(),
            });
        }
        Ok(is_gone)
    }

    /// Marks the table as dropped, after the writes that are under way.
    pub(crate) fn mark_gone(&self) {
        *self.is_gone.write().unwrap_or_else(PoisonError::into_inner) = true;
    }
}

/// The table's `DURABILITY`; a synced log where it says nothing.
fn default_safety(durability: Option<&str>) -> Safety {
    match durability {
        Some("SKIP_WAL") => Safety::Buffered,
        Some("FSYNC_WAL") => Safety::Forced,
        _ => Safety::Logged,
    }
}
