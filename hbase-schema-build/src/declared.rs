//! One declaration per table: several structs may declare one table, each with its own families or
//! with another row key.

use hbase_model::diff::{Contradiction, merge};
use hbase_model::splits::SplitError;
use hbase_model::{DescribedTable, KeyLayout, TableDescriptor, TableName};

/// A table and the structs that declare it.
#[derive(Clone, Debug, PartialEq)]
pub struct DeclaredTable {
    /// The merged declaration of all structs.
    pub table: TableDescriptor,
    /// The structs' names.
    pub rows: Vec<String>,
    /// The structs' key layouts, each once.
    pub keys: Vec<KeyLayout>,
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

    fn of(table: &DescribedTable) -> Self {
        Self {
            table: table.descriptor.clone(),
            rows: vec![table.row.clone()],
            keys: vec![table.key.clone()],
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
        self.rows.push(table.row.clone());
        if !self.keys.contains(&table.key) {
            self.keys.push(table.key.clone());
        }
        Ok(())
    }
}

/// Merges tables by name, in the order of their first structs.
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
/// If two structs of one table contradict each other.
pub fn declared(tables: &[DescribedTable]) -> Result<Vec<DeclaredTable>, DeclaredError> {
    let mut declared: Vec<DeclaredTable> = Vec::new();
    for table in tables {
        let mut known = declared.iter_mut();
        match known.find(|known| *known.name() == table.descriptor.name) {
            Some(known) => known.add(table)?,
            None => declared.push(DeclaredTable::of(table)),
        }
    }
    Ok(declared)
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
