//! The schema of a table, as its struct declares it.

use std::borrow::Cow;

use hbase_model::{
    CellCodec, CellRef, DescribedColumn, DescribedTable, KeyLayout, TableDescriptor,
};

use crate::cell::CellFormat;

/// The schema of a table, as its struct declares it: `Call::SCHEMA`.
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
    /// The field that holds the cells' timestamp, if there is one.
    pub timestamp: Option<&'static str>,
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
    /// The family; empty within a group, whose table declares it.
    pub family: &'static str,
    /// The qualifier.
    pub qualifier: &'static str,
    /// The field's type as in the source.
    pub type_name: &'static str,
    /// The codec of the field.
    pub codec: ColumnCodec,
    /// The format of its cells.
    pub format: CellFormat,
    /// Whether the type is written as `Option<…>`.
    pub optional: bool,
    /// Whether an absent cell has a default.
    pub default: bool,
    /// Whether the cell is a counter.
    pub counter: bool,
}

/// The codec of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColumnCodec {
    /// As Java's `Bytes.toBytes`: the default.
    Java,
    /// `text`.
    Text,
    /// `json`.
    Json,
    /// `with = module`: the module as in the source.
    With(&'static str),
}

/// The columns of a flattened group within a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnGroupSchema {
    /// The field's name.
    pub field: &'static str,
    /// The family.
    pub family: &'static str,
    /// The prefix of each qualifier.
    pub prefix: &'static str,
    /// Whether the type is written as `Option<…>`.
    pub optional: bool,
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
        timestamp: Option<&'static str>,
    ) -> Self {
        Self {
            row,
            table,
            key,
            columns,
            timestamp,
        }
    }

    /// Family and qualifier of every column, including those of groups.
    pub fn column_names(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
        self.cells().map(|(group, column)| name_of(group, column))
    }

    /// Whether any column is a counter.
    pub(crate) fn has_counters(&self) -> bool {
        self.cells().any(|(_, column)| column.counter)
    }

    /// Family and qualifier of every column that a put writes: all but counters.
    pub(crate) fn put_names(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
        let cells = self.cells().filter(|(_, column)| !column.counter);
        cells.map(|(group, column)| name_of(group, column))
    }

    /// Whether the column is a counter.
    pub(crate) fn is_counter(&self, family: &[u8], qualifier: &[u8]) -> bool {
        let mut counters = self.cells().filter(|(_, column)| column.counter);
        counters.any(|(group, column)| {
            let (name, end) = name_of(group, column);
            name.as_bytes() == family && end.as_bytes() == qualifier
        })
    }

    /// Every column, with its group.
    pub(crate) fn cells(
        &self,
    ) -> impl Iterator<Item = (Option<&'static ColumnGroupSchema>, &'static ColumnSchema)> {
        self.columns.iter().flat_map(|entry| {
            let (cell, group) = match entry {
                ColumnEntry::Cell(column) => (Some(*column), None),
                ColumnEntry::Group(group) => (None, Some(*group)),
            };
            let of_group = group.into_iter().flat_map(|group| group.columns);
            let cells = cell.into_iter().chain(of_group);
            cells.map(move |column| (group, column))
        })
    }

    /// The schema without its struct, as `hbase-schema-build` derives it from sources.
    pub fn describe(&self) -> DescribedTable {
        DescribedTable {
            row: self.row.to_owned(),
            descriptor: self.table.clone(),
            key: self.key.clone(),
            columns: self
                .columns
                .iter()
                .flat_map(ColumnEntry::describe)
                .collect(),
            timestamp: self.timestamp.map(str::to_owned),
        }
    }

    /// The table as JSON, for tools and other languages: see [`hbase_model::description`].
    ///
    /// ```
    /// use hbase_schema::HTable;
    ///
    /// #[derive(HTable)]
    /// #[table("DLQX:CALL_RECORD")]
    /// #[family("D1")]
    /// struct Call {
    ///     #[rowkey(fixed = 11)]
    ///     phone: String,
    ///     duration_s: u32,
    /// }
    ///
    /// println!("{}", Call::SCHEMA.to_json());
    /// # assert!(Call::SCHEMA.to_json().contains("\"name\": \"DLQX:CALL_RECORD\""));
    /// ```
    #[cfg(feature = "description")]
    pub fn to_json(&self) -> String {
        hbase_model::description::Description::of(&self.describe()).to_string()
    }
}

/// Family and qualifier of a column, which may be part of a group.
pub(crate) fn name_of(
    group: Option<&'static ColumnGroupSchema>,
    column: &'static ColumnSchema,
) -> (&'static str, Cow<'static, str>) {
    match group {
        Some(group) => (group.family, group.qualifier(column)),
        None => (column.family, Cow::Borrowed(column.qualifier)),
    }
}

impl ColumnEntry {
    fn describe(&self) -> Vec<DescribedColumn> {
        match self {
            Self::Cell(column) => vec![column.describe()],
            Self::Group(group) => group.describe(),
        }
    }
}

impl ColumnSchema {
    fn describe(&self) -> DescribedColumn {
        DescribedColumn {
            field: self.field.to_owned(),
            family: self.family.to_owned(),
            qualifier: self.qualifier.to_owned(),
            type_name: self.type_name.to_owned(),
            codec: match self.codec {
                ColumnCodec::Java => CellCodec::Java,
                ColumnCodec::Text => CellCodec::Text,
                ColumnCodec::Json => CellCodec::Json,
                ColumnCodec::With(module) => CellCodec::With(module.to_owned()),
            },
            format: self.format,
            optional: self.optional,
            default: self.default,
            counter: self.counter,
        }
    }
}

impl ColumnGroupSchema {
    fn describe(&self) -> Vec<DescribedColumn> {
        let columns = self.columns.iter();
        columns
            .map(|column| DescribedColumn {
                field: format!("{}.{}", self.field, column.field),
                family: self.family.to_owned(),
                qualifier: self.qualifier(column).into_owned(),
                optional: self.optional || column.optional,
                ..column.describe()
            })
            .collect()
    }

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
