//! What a lock records of a column, and the facts of described tables.

use super::writer::FactWriter;
use crate::described::{
    CellCodec, CellFacts, CellFormat, ColumnSchema, DescribedColumn, DescribedDynamic,
    DescribedIndex, DescribedTable, LogicalType,
};
use crate::layout::KeyLayout;
use crate::name::TableName;

/// A column as a lock records it. Its field, and the spelling of its type, are not part of it.
#[derive(Clone, Copy, Debug)]
pub struct LockedCell<'a> {
    /// The family.
    pub family: &'a [u8],
    /// The prefix of the column's group; empty for a column of its own.
    pub prefix: &'a [u8],
    /// The qualifier after the prefix.
    pub qualifier: &'a [u8],
    /// The codec.
    pub codec: CellCodec<&'a str>,
    /// The facts of the cells.
    pub facts: CellFacts,
    /// Whether an absent cell has a value.
    pub default: bool,
    /// Whether it is a counter.
    pub counter: bool,
    /// The codes of an enum, as [`code_list`](crate::codes::code_list) lists them; empty for other types.
    pub codes: &'a str,
}

/// Dynamic columns as a lock records them.
#[derive(Clone, Copy, Debug)]
pub struct LockedDynamic<'a> {
    /// The family.
    pub family: &'a [u8],
    /// The prefix of each qualifier.
    pub prefix: &'a [u8],
    /// The parts of a qualifier after the prefix.
    pub qualifier: &'a KeyLayout,
    /// The codec of the values.
    pub codec: CellCodec<&'a str>,
    /// The format of the values.
    pub format: CellFormat,
    /// The type of the values.
    pub logical_type: LogicalType,
    /// Whether they are counters.
    pub counter: bool,
    /// The key part that qualifiers continue, and its unit in milliseconds.
    pub since: Option<(&'a str, u32)>,
}

impl LockedCell<'static> {
    /// A column of a struct. A group has its own family and prefix.
    pub const fn of_schema(column: &ColumnSchema) -> Self {
        Self {
            family: column.family.as_bytes(),
            prefix: b"",
            qualifier: column.qualifier.bytes(),
            codec: column.codec,
            facts: column.facts,
            default: column.default,
            counter: column.counter,
            codes: column.codes,
        }
    }
}

/// The facts of one table: the lines of a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFacts {
    /// The table.
    pub table: TableName,
    /// The lines, each with its hash, in the order of the struct.
    pub lines: String,
    /// The fingerprint.
    pub fingerprint: u64,
}

impl TableFacts {
    /// The facts that `write` writes.
    pub fn of(table: &TableName, write: impl Fn(&mut FactWriter<'_>)) -> Self {
        let mut measured = FactWriter::new(table, &mut []);
        write(&mut measured);
        let (len, fingerprint) = (measured.len(), measured.fingerprint());
        let mut lines = vec![0; len];
        write(&mut FactWriter::new(table, &mut lines));
        Self {
            table: table.clone(),
            // Names that are not UTF-8 are escaped.
            lines: String::from_utf8_lossy(&lines).into_owned(),
            fingerprint,
        }
    }
}

impl DescribedTable {
    /// The facts that a lock records.
    ///
    /// ```
    /// use hbase_model::layout::PartLayout;
    /// use hbase_model::{DescribedTable, Encoding, KeyLayout, TableDescriptor, TableName};
    /// let day = PartLayout::plain("day".into(), Encoding::Integer { width: 4, signed: false });
    /// let table = DescribedTable {
    ///     row: "Day".to_owned(),
    ///     descriptor: TableDescriptor::new(TableName::parse("SHOP:SALES")?),
    ///     key: KeyLayout { salt: None, parts: vec![day].into() },
    ///     columns: Vec::new(),
    ///     dynamic: Vec::new(),
    ///     timestamp: None,
    ///     period: None,
    ///     row_version: None,
    ///     indexes: Vec::new(),
    ///     table_date: None,
    /// };
    /// assert!(table.facts().lines.starts_with("SHOP:SALES key 01 day integer4-unsigned "));
    /// # Ok::<(), hbase_model::name::NameError>(())
    /// ```
    pub fn facts(&self) -> TableFacts {
        TableFacts::of(&self.descriptor.name, |facts| {
            facts.key(&self.key);
            facts.table(&self.descriptor, !self.indexes.is_empty());
            for column in &self.columns {
                facts.cell(&locked(column));
            }
            for columns in &self.dynamic {
                facts.dynamic(&locked_dynamic(columns));
            }
            for index in &self.indexes {
                self.write_index(index, facts);
            }
            if self.timestamp.is_some() {
                facts.timestamp(self.period);
            }
            let version = self.row_version.as_ref();
            if let Some(column) = version.and_then(|field| self.column_of(field)) {
                facts.row_version(column.family.as_bytes(), column.qualifier.as_bytes());
            }
        })
    }

    fn write_index(&self, index: &DescribedIndex, facts: &mut FactWriter<'_>) {
        let table = index.table.as_pair();
        facts.start_index(table, index.buckets);
        for field in &index.fields {
            if let Some(column) = self.column_of(&field.field) {
                let name = [column.family.as_bytes(), column.qualifier.as_bytes()];
                facts.indexed_column(name, &field.encoding, field.desc);
            } else {
                facts.indexed_part(&field.field, &self.key, &field.encoding, field.desc);
            }
        }
        facts.end_index(table, index.ttl.map(crate::Ttl::as_secs));
    }
}

fn locked(column: &DescribedColumn) -> LockedCell<'_> {
    LockedCell {
        family: column.family.as_bytes(),
        prefix: b"",
        qualifier: column.qualifier.as_bytes(),
        codec: borrowed(&column.codec),
        facts: column.facts,
        default: column.default,
        counter: column.counter,
        codes: &column.codes,
    }
}

fn locked_dynamic(columns: &DescribedDynamic) -> LockedDynamic<'_> {
    let since = columns.since.as_ref();
    LockedDynamic {
        family: columns.family.as_bytes(),
        prefix: columns.prefix.as_bytes(),
        qualifier: &columns.qualifier,
        codec: borrowed(&columns.codec),
        format: columns.format,
        logical_type: columns.logical_type,
        counter: columns.counter,
        since: since.map(|since| (since.part.as_str(), since.unit_ms)),
    }
}

fn borrowed(codec: &CellCodec<String>) -> CellCodec<&str> {
    match codec {
        CellCodec::Java => CellCodec::Java,
        CellCodec::Text => CellCodec::Text,
        CellCodec::JavaText => CellCodec::JavaText,
        CellCodec::Json => CellCodec::Json,
        CellCodec::Part => CellCodec::Part,
        CellCodec::With(module) => CellCodec::With(module),
        CellCodec::WithName(module) => CellCodec::WithName(module),
    }
}
