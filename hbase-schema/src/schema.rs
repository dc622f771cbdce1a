//! The schema of a table, as its struct declares it.

mod ddl_error;
mod dynamic;
mod index;
mod indexed_field;
#[cfg(test)]
mod tests;
mod version_column;

use std::borrow::Cow;

use hbase_backend::{CellRef, ColumnSelection, Row};
use hbase_model::time::PeriodUnit;
use hbase_model::{DescribedColumn, DescribedTable, KeyLayout, TableDescriptor, ddl};

pub use hbase_model::{CellCodec, ColumnQualifier, ColumnSchema, DynamicSchema, Since};

pub use ddl_error::DdlError;
pub use index::IndexSchema;
pub(crate) use indexed_field::AppendValue;
pub use indexed_field::{IndexedField, IndexedSource};
pub(crate) use version_column::RowVersion;
#[doc(hidden)]
pub use version_column::VersionColumn;
pub(crate) use version_column::VersionNumber;

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
    /// The field that holds the cells' timestamp, if any.
    pub timestamp: Option<&'static str>,
    /// The period whose start that timestamp is: `#[timestamp(day)]`.
    pub period: Option<PeriodUnit>,
    /// The indexes that have their own table, in the order of the declaration.
    pub indexes: &'static [&'static IndexSchema],
    /// The field that holds the date in the table's name, if the name contains one.
    pub table_date: Option<&'static str>,
    /// The families whose columns reads always name, and that they never read whole.
    pub named_columns: &'static [&'static str],
    /// The column of `#[version]`.
    pub(crate) version: Option<VersionColumn>,
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

/// The columns of a flattened group within a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnGroupSchema {
    /// The field's name.
    pub field: &'static str,
    /// The family.
    pub family: &'static str,
    /// The prefix of each qualifier.
    pub prefix: ColumnQualifier,
    /// Whether the type is an `Option`, so that a row may have none of the columns.
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
            named_columns: &[],
            version: None,
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn with_version(self, version: VersionColumn) -> Self {
        Self {
            version: Some(version),
            ..self
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

    #[doc(hidden)]
    #[must_use]
    pub const fn with_named_columns(self, families: &'static [&'static str]) -> Self {
        Self {
            named_columns: families,
            ..self
        }
    }

    /// Whether a read of these columns may request their whole families. `selected` is the struct of the rows, if it is not
    /// the table's own.
    pub(crate) fn reads_whole_families(
        &self,
        selected: Option<&Self>,
        columns: &[ColumnSelection],
    ) -> bool {
        let schemas = [self, selected.unwrap_or(self)];
        let mut named = schemas.iter().flat_map(|schema| schema.named_columns);
        !named.any(|name| columns.iter().any(|of| *of.family == *name.as_bytes()))
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
    /// # Ok::<(), hbase_schema::schema::DdlError>(())
    /// ```
    ///
    /// # Errors
    /// Splits that cannot be computed, and a name that contains a date: it is not the name of a table.
    pub fn ddl(&self) -> Result<Vec<String>, DdlError> {
        if self.dated_name().is_some() {
            return Err(DdlError::Dated {
                row: self.row,
                table: self.table.name.to_string(),
            });
        }
        let statements = ddl::with_indexes(self.table, &self.describe().index_tables());
        statements.map_err(DdlError::Splits)
    }

    /// Family and qualifier of every column, including those of groups.
    pub fn column_names(
        &self,
    ) -> impl Iterator<Item = (&'static str, ColumnQualifier<Cow<'static, [u8]>>)> {
        self.cells().map(|(group, column)| name_of(group, column))
    }

    /// Whether any column is a counter.
    pub(crate) fn has_counters(&self) -> bool {
        self.cells().any(|(_, column)| column.counter) || self.dynamic_counters().next().is_some()
    }

    fn dynamic_counters(&self) -> impl Iterator<Item = &'static DynamicSchema> {
        self.dynamic().filter(|columns| columns.counter)
    }

    /// Family and qualifier of every column that a put writes: all but counters.
    pub(crate) fn put_names(
        &self,
    ) -> impl Iterator<Item = (&'static str, ColumnQualifier<Cow<'static, [u8]>>)> {
        let cells = self.cells().filter(|(_, column)| !column.counter);
        cells.map(|(group, column)| name_of(group, column))
    }

    /// Whether a row has a cell of a column that a put writes.
    pub(crate) fn has_put_cell(&self, row: &Row) -> bool {
        let mut names = self.put_names();
        names.any(|(family, name)| row.cell(family.as_bytes(), name.as_bytes()).is_some())
    }

    /// Family and qualifier of every counter that is a column of its own.
    pub(crate) fn counter_names(
        &self,
    ) -> impl Iterator<Item = (&'static str, ColumnQualifier<Cow<'static, [u8]>>)> {
        let cells = self.cells().filter(|(_, column)| column.counter);
        cells.map(|(group, column)| name_of(group, column))
    }

    /// Whether the column is a counter.
    pub(crate) fn is_counter(&self, family: &[u8], qualifier: &[u8]) -> bool {
        let mut counters = self.cells().filter(|(_, column)| column.counter);
        counters.any(|(group, column)| {
            let (name, end) = name_of(group, column);
            name.as_bytes() == family && end.as_bytes() == qualifier
        }) || self.is_dynamic_counter(family, qualifier)
    }

    fn is_dynamic_counter(&self, family: &[u8], qualifier: &[u8]) -> bool {
        let mut counters = self.dynamic_counters();
        counters.any(|columns| {
            let is_of = family == columns.family.as_bytes() && columns.may_be(qualifier, b"");
            is_of && !self.has_other(columns, qualifier)
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
            row_version: self.version.map(|version| version.field().to_owned()),
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
) -> (&'static str, ColumnQualifier<Cow<'static, [u8]>>) {
    match group {
        Some(group) => (group.family, group.qualifier(column)),
        None => (column.family, column.qualifier.into()),
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

impl ColumnGroupSchema {
    fn describe(&self) -> Vec<DescribedColumn> {
        let columns = self.columns.iter();
        columns
            .map(|column| {
                let described = DescribedColumn {
                    field: format!("{}.{}", self.field, column.field),
                    family: self.family.to_owned(),
                    qualifier: self.qualifier(column).describe(),
                    ..column.describe()
                };
                if self.may_be_absent {
                    return described.of_absent_group();
                }
                described
            })
            .collect()
    }

    /// The qualifier of one of the group's columns within the table.
    pub fn qualifier(&self, column: &ColumnSchema) -> ColumnQualifier<Cow<'static, [u8]>> {
        if self.prefix.is_empty() {
            return column.qualifier.into();
        }
        let name = column.qualifier.with_prefix(self.prefix.as_bytes());
        ColumnQualifier::from_bytes(Cow::Owned(name.into()))
    }

    pub(crate) fn holds(&self, cell: &CellRef<'_>, column: &ColumnSchema) -> bool {
        cell.family == self.family.as_bytes()
            && cell.qualifier.strip_prefix(self.prefix.as_bytes())
                == Some(column.qualifier.as_bytes())
    }
}
