//! One declaration per table: several structs may declare one table, each with its own families or
//! with another row key. The tables that their indexes need are declared too.

mod indexes;

use hbase_model::diff::{Contradiction, merge};
use hbase_model::splits::SplitError;
use hbase_model::{DescribedIndex, DescribedTable, KeyLayout, TableDescriptor, TableName};

use indexes::with_index_tables;

/// A table and the structs that declare it.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredTable {
    /// The merged declaration of all structs.
    pub table: TableDescriptor,
    /// The structs' names.
    pub rows: Vec<String>,
    /// The structs' key layouts, each once; none for the tables of indexes.
    pub keys: Vec<KeyLayout>,
    /// The contents.
    pub content: DeclaredContent,
}

/// The contents of a declared table.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum DeclaredContent {
    /// Rows of structs.
    Rows {
        /// The indexes of these rows.
        indexes: Vec<DescribedIndex>,
        /// The families of the indexed columns.
        indexed_families: Vec<String>,
    },
    /// The entries of an index.
    Index {
        /// The table of the rows.
        of: TableName,
        /// The index.
        index: DescribedIndex,
    },
    /// The states of the indexes of a namespace.
    IndexStates,
}

/// Errors from merging the declarations of one table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DeclaredError {
    /// Two structs declare an attribute differently.
    #[error(
        "structs of the table {table} contradict each other: {} is {} in {}, and {} in `{row}`: \
         declare it once, or the same in each",
        .found.kind, .found.declared.0, listed(.rows), .found.declared.1
    )]
    Contradiction {
        /// The table.
        table: Box<TableName>,
        /// The structs that agree.
        rows: Vec<String>,
        /// The struct that contradicts them.
        row: String,
        /// The attribute and both declarations.
        found: Box<Contradiction>,
    },
    /// Two structs of one table that declare different indexes.
    #[error(
        "structs of the table {table} have different indexes: {} in {}, and {} in `{row}`: rows that one of \
         them writes lack the entries of the others, so declare the same indexes in each struct that writes, \
         and none in one that only reads",
        .indexes.0, listed(.rows), .indexes.1
    )]
    Indexes {
        /// The table.
        table: Box<TableName>,
        /// The structs that agree.
        rows: Vec<String>,
        /// The struct with other indexes.
        row: String,
        /// The tables of the indexes, joined by commas.
        indexes: Box<(String, String)>,
    },
    /// A table that would contain two things.
    #[error("the table {table} is {}, and {}: give each index its own table", .contents.0, .contents.1)]
    Shared {
        /// The table.
        table: Box<TableName>,
        /// The two contents.
        contents: Box<(String, String)>,
    },
    /// Splits that cannot be computed.
    #[error("splits of table {table}: {cause}")]
    Splits {
        /// The table.
        table: Box<TableName>,
        /// The cause.
        cause: Box<SplitError>,
    },
}

impl DeclaredError {
    pub(crate) fn splits(table: &TableName, cause: SplitError) -> Self {
        Self::Splits {
            table: Box::new(table.clone()),
            cause: Box::new(cause),
        }
    }
}

impl DeclaredTable {
    /// The name of the table.
    pub fn name(&self) -> &TableName {
        &self.table.name
    }

    /// The families whose cells are indexed: old versions in them must not outlive their entries.
    pub fn indexed_families(&self) -> Vec<&str> {
        match &self.content {
            DeclaredContent::Rows {
                indexed_families, ..
            } => indexed_families.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// The contents, in words: `the index of DLQX:MAIL_BOXES by sender`.
    pub fn described(&self) -> String {
        match &self.content {
            DeclaredContent::Rows { .. } => format!("the table of {}", listed(&self.rows)),
            DeclaredContent::Index { of, index } => {
                format!("the index of {of} by {}", index.field_names())
            }
            DeclaredContent::IndexStates => format!(
                "the states of the indexes of namespace {}",
                self.name().namespace()
            ),
        }
    }

    fn of(table: &DescribedTable) -> Self {
        let families = table.indexed_families().into_iter();
        Self {
            table: table.descriptor.clone(),
            rows: vec![table.row.clone()],
            keys: vec![table.key.clone()],
            content: DeclaredContent::Rows {
                indexes: table.indexes.clone(),
                indexed_families: families.map(str::to_owned).collect(),
            },
        }
    }

    fn add(&mut self, table: &DescribedTable) -> Result<(), DeclaredError> {
        let found = merge(&mut self.table, &table.descriptor);
        let name = &table.descriptor.name;
        let found = found.map_err(|error| DeclaredError::splits(name, error))?;
        if let Some(first) = found.into_iter().next() {
            return Err(DeclaredError::Contradiction {
                table: Box::new(name.clone()),
                rows: self.rows.clone(),
                row: table.row.clone(),
                found: Box::new(first),
            });
        }
        self.add_indexes(table)?;
        self.rows.push(table.row.clone());
        if !self.keys.contains(&table.key) {
            self.keys.push(table.key.clone());
        }
        Ok(())
    }

    fn add_indexes(&mut self, table: &DescribedTable) -> Result<(), DeclaredError> {
        let new = Self::of(table).content;
        match (&self.content, &new) {
            (_, DeclaredContent::Rows { indexes, .. }) if indexes.is_empty() => {}
            (DeclaredContent::Rows { indexes, .. }, _) if indexes.is_empty() => self.content = new,
            (DeclaredContent::Rows { indexes, .. }, _) if *indexes != table.indexes => {
                return Err(DeclaredError::Indexes {
                    table: Box::new(self.name().clone()),
                    rows: self.rows.clone(),
                    row: table.row.clone(),
                    indexes: Box::new((names(indexes), names(&table.indexes))),
                });
            }
            _ => {}
        }
        Ok(())
    }
}

/// Merges tables by name, in the order of their first structs; each is followed by the tables that its
/// indexes need.
///
/// ```
/// # let directory = tempfile::tempdir()?;
/// # let file = directory.path().join("call.rs");
/// # std::fs::write(&file, r#"
/// # #[derive(HTable)] #[table("DLQX:CALL_RECORD")] #[family("D1")]
/// # struct Call { #[rowkey(fixed = 11)] phone: String, duration_s: u32 }
/// # #[derive(HTable)] #[table("DLQX:CALL_RECORD")] #[family("D2")]
/// # struct Bill { #[rowkey(fixed = 11)] phone: String, cents: u32 }
/// # "#)?;
/// let tables = hbase_schema_build::read(&file)?;
/// let declared = hbase_schema_build::declared(&tables)?;
/// assert_eq!((tables.len(), declared.len()), (2, 1));
/// assert_eq!(declared[0].rows, ["Call", "Bill"]);
/// assert_eq!(declared[0].table.families.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If two structs of one table contradict each other, or a table would contain two things.
pub fn declared(tables: &[DescribedTable]) -> Result<Vec<DeclaredTable>, DeclaredError> {
    let mut declared: Vec<DeclaredTable> = Vec::new();
    for table in tables {
        let mut known = declared.iter_mut();
        match known.find(|known| *known.name() == table.descriptor.name) {
            Some(known) => known.add(table)?,
            None => declared.push(DeclaredTable::of(table)),
        }
    }
    with_index_tables(&declared)
}

fn names(indexes: &[DescribedIndex]) -> String {
    let names = indexes.iter().map(|index| index.table.to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// `A`, `B` and `C`.
pub(crate) fn listed(rows: &[String]) -> String {
    let quoted: Vec<_> = rows.iter().map(|row| format!("`{row}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}
