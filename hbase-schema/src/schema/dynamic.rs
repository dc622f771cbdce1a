//! Dynamic columns as data.

use hbase_model::{DescribedDynamic, Filter, KeyLayout, ReadOptions};

use super::{ColumnCodec, ColumnEntry, TableSchema, name_of};
use crate::cell::CellFormat;

/// The dynamic columns that a field declares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DynamicSchema {
    /// The field's name.
    pub field: &'static str,
    /// The family.
    pub family: &'static str,
    /// The prefix of each qualifier.
    pub prefix: &'static str,
    /// The parts of a qualifier behind the prefix.
    pub qualifier: &'static KeyLayout,
    /// The bytes of a qualifier behind the prefix, if all have the same number.
    pub width: Option<usize>,
    /// The field's type as in the source.
    pub type_name: &'static str,
    /// The codec of the values.
    pub codec: ColumnCodec,
    /// The format of the values.
    pub format: CellFormat,
    /// Whether the columns are read and written with their row.
    pub whole: bool,
    /// The maximum number of columns that are read with a row.
    pub limit: u32,
}

impl DynamicSchema {
    /// The bytes of a column's qualifier behind the prefix; `None` for a column that is none of these.
    pub(crate) fn strip<'q>(&self, qualifier: &'q [u8]) -> Option<&'q [u8]> {
        qualifier.strip_prefix(self.prefix.as_bytes())
    }

    /// Whether one of the columns may have this qualifier, given in two halves.
    pub(crate) const fn may_be(&self, front: &[u8], back: &[u8]) -> bool {
        let prefix = self.prefix.as_bytes();
        let len = front.len() + back.len();
        starts_with(front, back, prefix) && fits(self.width, len - prefix.len())
    }

    /// Whether a column of this field and one of the other may have the same qualifier.
    pub(crate) const fn may_meet(&self, other: &Self) -> bool {
        let (a, b) = (self.prefix.as_bytes(), other.prefix.as_bytes());
        let one_starts_the_other = starts_with(a, b"", b) || starts_with(b, b"", a);
        let same_length = match (self.width, other.width) {
            (Some(width), Some(others)) => a.len() + width == b.len() + others,
            _ => true,
        };
        one_starts_the_other && same_length
    }
}

const fn fits(width: Option<usize>, len: usize) -> bool {
    match width {
        Some(width) => width == len,
        None => true,
    }
}

/// Whether bytes in two halves start with `prefix`.
const fn starts_with(front: &[u8], back: &[u8], prefix: &[u8]) -> bool {
    if prefix.len() > front.len() + back.len() {
        return false;
    }
    let mut at = 0;
    while at < prefix.len() {
        let byte = match at.checked_sub(front.len()) {
            None => front[at],
            Some(behind) => back[behind],
        };
        if byte != prefix[at] {
            return false;
        }
        at += 1;
    }
    true
}

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
        self.dynamic().filter(|columns| columns.whole)
    }

    /// The number of columns at which a row that is read as a whole may be cut off.
    pub(crate) fn most_cells(&self) -> usize {
        let fixed = self.cells().count();
        let limits = self.whole_dynamic();
        let limits = limits.map(|columns| usize::try_from(columns.limit).unwrap_or(usize::MAX));
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

    /// The filter for the whole struct: a row of more columns than are read is cut off, and of one
    /// whose columns are not read a single cell shows that it exists.
    pub(crate) fn own_filter(&self, max_versions: u32) -> Option<Filter> {
        if self.whole_dynamic().next().is_some() {
            let limit = u32::try_from(self.most_cells()).unwrap_or(u32::MAX);
            return (max_versions == 1).then_some(Filter::ColumnPage { limit, offset: 0 });
        }
        let only_dynamic = self.cells().next().is_none() && self.dynamic().next().is_some();
        only_dynamic.then_some(Filter::FirstKeyOnly)
    }
}

impl DynamicSchema {
    pub(super) fn describe(&self) -> DescribedDynamic {
        DescribedDynamic {
            field: self.field.to_owned(),
            family: self.family.to_owned(),
            prefix: self.prefix.to_owned(),
            qualifier: self.qualifier.clone(),
            type_name: self.type_name.to_owned(),
            codec: self.codec.describe(),
            format: self.format,
            limit: self.whole.then_some(self.limit),
        }
    }
}
