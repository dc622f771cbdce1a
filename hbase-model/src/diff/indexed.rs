//! Tables with indexes.

use super::{Coverage, Declared, Difference, DifferenceKind, TableDiff, compare};
use crate::descriptor::TableDescriptor;
use crate::index::STAMP_FAMILY;
use crate::splits::SplitError;

/// Compares a table as [`compare`], where `indexed_families` contain columns with an index: values that
/// `MIN_VERSIONS` keeps after their time would have no entries, so that it is 0 also where it is not
/// declared.
///
/// # Errors
/// Invalid declared splits.
pub fn compare_indexed(
    declared: Declared<'_>,
    live: Option<&TableDescriptor>,
    coverage: Coverage,
    indexed_families: &[&str],
) -> Result<TableDiff, SplitError> {
    if live.is_none() || indexed_families.is_empty() {
        return compare(declared, live, coverage);
    }
    let mut table = declared.table.clone();
    for family in table.families.to_mut() {
        if indexed_families.contains(&&*family.name) && family.min_versions.is_none() {
            family.min_versions = Some(0);
        }
    }
    let declared = Declared {
        table: &table,
        ..declared
    };
    compare(declared, live, coverage)
}

impl TableDiff {
    /// Keeps the differences of a table with indexes by which queries would miss rows: the families of the
    /// stamps and of the indexed columns, and how long their cells are kept.
    #[must_use]
    pub fn concerning_indexes(mut self, indexed_families: &[&str]) -> Self {
        let concerns = |difference: &Difference| match &difference.kind {
            DifferenceKind::MissingTable => true,
            DifferenceKind::MissingFamily(family) => {
                family == STAMP_FAMILY || indexed_families.contains(&&**family)
            }
            DifferenceKind::FamilyAttribute(family, name) => {
                let is_kept = ["TTL", "MIN_VERSIONS"].contains(&&**name);
                family == STAMP_FAMILY || (is_kept && indexed_families.contains(&&**family))
            }
            _ => false,
        };
        self.differences.retain(concerns);
        self
    }
}
