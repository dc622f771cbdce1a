//! Tables with indexes.

use super::{Coverage, Declared, Difference, DifferenceKind, Help, TableDiff, compare};
use crate::descriptor::TableDescriptor;
use crate::index::STAMP_FAMILY;
use crate::splits::SplitError;

/// Compares like [`compare`]; `indexed_families` contain columns with an index. Their `MIN_VERSIONS` must be 0
/// even if it is not declared: values that it keeps after their TTL would have no entries.
///
/// # Errors
/// Invalid declared splits.
pub fn compare_indexed(
    declared: Declared<'_>,
    live: Option<&TableDescriptor>,
    coverage: Coverage,
    indexed_families: &[&str],
) -> Result<TableDiff, SplitError> {
    if live.is_none() {
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
    /// Keeps the differences that make queries by index miss rows: in the families of the stamps and of the
    /// indexed columns, and in how long their cells are kept.
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

    /// Replaces the differences by these: a live index that is not declared, by the name of its table. A program that does
    /// not declare it writes rows without entries.
    #[must_use]
    pub fn with_undeclared_indexes(
        mut self,
        row: &str,
        indexes: impl IntoIterator<Item = String>,
    ) -> Self {
        let undeclared = |index: String| Difference {
            declared: "no such index".to_owned(),
            live: "there".to_owned(),
            help: Help::NoStep(format!(
                "declare it (`#[index(\"{index}\")]`), or drop it: `db.indexes::<{row}>().drop_undeclared(\"{index}\")`, or `hbase-schema index drop {index}`"
            )),
            kind: DifferenceKind::UndeclaredIndex(index.into()),
        };
        self.differences = indexes.into_iter().map(undeclared).collect();
        self
    }
}
