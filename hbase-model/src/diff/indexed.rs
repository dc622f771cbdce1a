//! Tables with indexes.

use super::{Coverage, Declared, TableDiff, compare};
use crate::descriptor::TableDescriptor;
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
