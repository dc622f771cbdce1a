//! A table as its struct declares it, as data.

use std::borrow::Cow;

use hbase_model::{CellRef, KeyLayout, TableDescriptor};

use crate::cell::CellForm;

/// A table as its struct declares it: `Call::SCHEMA`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TableSchema {
    /// The struct's name.
    pub row: &'static str,
    /// The table: name, families, splits, attributes.
    pub table: &'static TableDescriptor,
    /// The row key.
    pub key: &'static KeyLayout,
    /// The columns, in the order of the fields.
    pub columns: &'static [ColumnEntry],
}

/// One column, or the columns of a flattened group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnEntry {
    /// One column.
    Cell(&'static ColumnSchema),
    /// The columns of a flattened group.
    Group(&'static ColumnGroupSchema),
}

/// One column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSchema {
    /// The field's name.
    pub field: &'static str,
    /// The family; empty within a group, whose table chooses it.
    pub family: &'static str,
    /// The qualifier.
    pub qualifier: &'static str,
    /// The field's type as it was written.
    pub type_name: &'static str,
    /// What kind of bytes its cells hold.
    pub form: CellForm,
}

/// The columns of a flattened group within a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnGroupSchema {
    /// The field's name.
    pub field: &'static str,
    /// The family.
    pub family: &'static str,
    /// What stands in front of each qualifier.
    pub prefix: &'static str,
    /// The group's columns.
    pub columns: &'static [ColumnSchema],
}

impl TableSchema {
    #[doc(hidden)]
    pub const fn new(
        row: &'static str,
        table: &'static TableDescriptor,
        key: &'static KeyLayout,
        columns: &'static [ColumnEntry],
    ) -> Self {
        Self {
            row,
            table,
            key,
            columns,
        }
    }

    /// Family and qualifier of every column, those of groups included.
    pub fn column_names(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
        self.columns.iter().flat_map(ColumnEntry::names)
    }
}

impl ColumnEntry {
    fn names(&self) -> Vec<(&'static str, Cow<'static, str>)> {
        match self {
            Self::Cell(column) => vec![(column.family, Cow::Borrowed(column.qualifier))],
            Self::Group(group) => group
                .columns
                .iter()
                .map(|column| (group.family, group.qualifier(column)))
                .collect(),
        }
    }
}

impl ColumnGroupSchema {
    /// The qualifier of one of the group's columns within the table.
    pub fn qualifier(&self, column: &ColumnSchema) -> Cow<'static, str> {
        if self.prefix.is_empty() {
            return Cow::Borrowed(column.qualifier);
        }
        Cow::Owned([self.prefix, column.qualifier].concat())
    }

    pub(crate) fn holds(&self, cell: &CellRef<'_>, column: &ColumnSchema) -> bool {
        cell.family == self.family.as_bytes()
            && cell.qualifier.strip_prefix(self.prefix.as_bytes())
                == Some(column.qualifier.as_bytes())
    }
}
