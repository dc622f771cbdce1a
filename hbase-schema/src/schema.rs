//! The schema of a table, as its struct declares it.

mod dynamic;
mod index;
mod indexed_field;

use std::borrow::Cow;

use hbase_model::splits::SplitError;
use hbase_model::time::PeriodUnit;
use hbase_model::{
    CellCodec, CellRef, DescribedColumn, DescribedTable, KeyLayout, TableDescriptor, ddl,
};

use crate::cell::{Absence, CellFormat};

pub use dynamic::DynamicSchema;
pub use index::IndexSchema;
pub use indexed_field::IndexedField;

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
    /// The period whose start that timestamp is: `#[timestamp(day)]`.
    pub period: Option<PeriodUnit>,
    /// The indexes that have a table of their own, in the order of the declaration.
    pub indexes: &'static [&'static IndexSchema],
    /// The field that holds the date in the table's name, if the name contains one.
    pub table_date: Option<&'static str>,
}

/// One column, the columns of a flattened group, or dynamic columns.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ColumnEntry {
    /// One column.
    Cell(&'static ColumnSchema),
    /// The columns of a flattened group.
    Group(&'static ColumnGroupSchema),
    /// Dynamic columns.
    Dynamic(&'static DynamicSchema),
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
    /// How its codec represents an absent value of its type.
    pub absence: Absence,
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
    /// Whether the type, not only as written, may have none of the columns.
    pub may_be_absent: bool,
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
            period: None,
            indexes: &[],
            table_date: None,
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_period(self, period: PeriodUnit) -> Self {
        Self {
            period: Some(period),
            ..self
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_indexes(self, indexes: &'static [&'static IndexSchema]) -> Self {
        Self { indexes, ..self }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_table_date(self, field: &'static str) -> Self {
        Self {
            table_date: Some(field),
            ..self
        }
    }

    /// The statements of `HBase`'s shell that create the table and those that its indexes need: the table
    /// of the indexes' states, unless it exists, and the indexes' own. `Table::DDL` has the table alone.
    ///
    /// ```
    /// use hbase_schema::HTable;
    ///
    /// #[derive(HTable)]
    /// #[table("DLQX:MAIL_BOXES")]
    /// #[family("D1")]
    /// struct Mail {
    ///     #[rowkey]
    ///     id: String,
    ///     #[index("DLQX:MAIL_BY_SENDER")]
    ///     sender: String,
    /// }
    ///
    /// let statements = Mail::SCHEMA.ddl()?;
    /// assert_eq!(
    ///     statements[3],
    ///     "create 'DLQX:MAIL_BY_SENDER', {NAME => 'E', VERSIONS => 1, TTL => 2147483647}"
    /// );
    /// # Ok::<(), hbase_schema::model::splits::SplitError>(())
    /// ```
    ///
    /// # Errors
    /// Splits that cannot be computed.
    pub fn ddl(&self) -> Result<Vec<String>, SplitError> {
        ddl::with_indexes(self.table, &self.describe().index_tables())
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

    /// Family and qualifier of every counter.
    pub(crate) fn counter_names(&self) -> impl Iterator<Item = (&'static str, Cow<'static, str>)> {
        let cells = self.cells().filter(|(_, column)| column.counter);
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
                ColumnEntry::Dynamic(_) => (None, None),
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
            dynamic: self.dynamic().map(DynamicSchema::describe).collect(),
            timestamp: self.timestamp.map(str::to_owned),
            period: self.period,
            indexes: self.indexes.iter().map(|index| index.describe()).collect(),
            table_date: self.table_date.map(str::to_owned),
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
            Self::Dynamic(_) => Vec::new(),
        }
    }
}

impl ColumnCodec {
    fn describe(self) -> CellCodec {
        match self {
            Self::Java => CellCodec::Java,
            Self::Text => CellCodec::Text,
            Self::Json => CellCodec::Json,
            Self::With(module) => CellCodec::With(module.to_owned()),
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
            codec: self.codec.describe(),
            format: self.format,
            optional: self.optional,
            default: self.default,
            counter: self.counter,
            store_none: self.absence == Absence::Bytes(b""),
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
