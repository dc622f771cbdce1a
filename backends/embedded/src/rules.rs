//! The retention rules of a family.

use hbase_model::{FamilyDescriptor, KeepDeletedCells, Ttl};

/// The retention rules of a family, from its descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FamilyRules {
    pub(crate) max_versions: u32,
    pub(crate) min_versions: u32,
    /// In milliseconds; `None` means forever.
    pub(crate) ttl_ms: Option<i64>,
    pub(crate) keep_deleted: KeepDeletedCells,
}

impl FamilyRules {
    pub(crate) fn new(family: &FamilyDescriptor) -> Self {
        let ttl = family.ttl.filter(|ttl| *ttl != Ttl::FOREVER);
        Self {
            max_versions: family.versions.unwrap_or(1),
            min_versions: family.min_versions.unwrap_or(0),
            ttl_ms: ttl.map(|ttl| i64::from(ttl.as_secs()) * 1000),
            keep_deleted: family.keep_deleted_cells.unwrap_or(KeepDeletedCells::False),
        }
    }

    /// The oldest timestamp within the family's time to live.
    pub(crate) fn oldest(&self, now: i64) -> i64 {
        self.ttl_ms
            .map_or(i64::MIN, |ttl_ms| now.saturating_sub(ttl_ms))
    }
}
