//! Dynamic columns as data.

use hbase_backend::{Filter, ReadOptions};
use hbase_model::DynamicSchema;

use super::{ColumnEntry, TableSchema, name_of};

impl TableSchema {
    /// The dynamic columns of every field.
    pub fn dynamic(&self) -> impl Iterator<Item = &'static DynamicSchema> {
        self.columns.iter().filter_map(|entry| match entry {
            ColumnEntry::Dynamic(columns) => Some(*columns),
            ColumnEntry::Cell(_) | ColumnEntry::Group(_) => None,
        })
    }

    /// Those that are read with their row.
    pub(crate) fn whole_dynamic(&self) -> impl Iterator<Item = &'static DynamicSchema> {
        self.dynamic().filter(|columns| columns.limit.is_some())
    }

    /// The number of columns at which a row that is read as a whole may be cut off.
    pub(crate) fn most_cells(&self) -> usize {
        let fixed = self.cells().count();
        let limits = self.dynamic().filter_map(|columns| columns.limit);
        let limits = limits.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
        limits.fold(fixed.saturating_add(1), usize::saturating_add)
    }

    /// The number of cells at which each family of a row is cut off, if it is read with several
    /// versions.
    pub(crate) fn most_versions(&self, max_versions: u32) -> u32 {
        let most = u64::try_from(self.most_cells()).unwrap_or(u64::MAX);
        let most = most.saturating_mul(max_versions.into());
        let most = u32::try_from(most).unwrap_or(u32::MAX);
        most.min(i32::MAX.cast_unsigned())
    }

    /// Whether a qualifier in the family of `columns` is that of another declared column.
    pub(crate) fn has_other(&self, columns: &DynamicSchema, qualifier: &[u8]) -> bool {
        let is_fixed = self.cells().any(|(group, column)| {
            let (family, name) = name_of(group, column);
            family == columns.family && name.as_bytes() == qualifier
        });
        let mut others = self.dynamic();
        is_fixed
            || others.any(|other| {
                other.family == columns.family
                    && other.field != columns.field
                    && other.may_be(qualifier, b"")
            })
    }

    /// Adds the columns to read for the whole struct.
    pub(crate) fn add_columns(&self, read: &mut ReadOptions) {
        read.add_declared(self.column_names());
        for columns in self.whole_dynamic() {
            read.add_family(columns.family.as_bytes());
        }
        if self.whole_dynamic().next().is_some() && read.max_versions > 1 {
            // A page of columns has one version of each.
            read.store_limit = Some(self.most_versions(read.max_versions));
        }
        if read.columns.is_empty() {
            // Only columns that are not read with the row: it exists if it has any of them.
            for columns in self.dynamic() {
                read.add_family(columns.family.as_bytes());
            }
        }
    }

    /// The filter for the whole struct. It cuts off a row with more columns than are read. If a row's columns are not
    /// read, a single cell shows that the row exists.
    pub(crate) fn own_filter(&self, max_versions: u32) -> Option<Filter> {
        if self.whole_dynamic().next().is_some() {
            let limit = u32::try_from(self.most_cells()).unwrap_or(u32::MAX);
            return (max_versions == 1).then_some(Filter::ColumnPage { limit, offset: 0 });
        }
        let only_dynamic = self.cells().next().is_none() && self.dynamic().next().is_some();
        only_dynamic.then_some(Filter::FirstKeyOnly)
    }
}
