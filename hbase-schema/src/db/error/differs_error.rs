//! The error of a live table that differs from its struct.

use std::fmt;

use hbase_model::TableName;
use hbase_model::diff::{Difference, DifferenceKind, TableDiff};

/// The differences of a live table, and of the tables of its indexes, from its struct. Displayed, each is one line: the item, the
/// declared and the live value, help.
#[derive(Clone, Debug)]
pub struct DiffersError {
    pub(in crate::db) row: &'static str,
    pub(in crate::db) diff: TableDiff,
    pub(in crate::db) others: Vec<TableDiff>,
}

impl DiffersError {
    /// The table.
    pub fn table(&self) -> &TableName {
        &self.diff.table
    }

    /// The differences.
    pub fn differences(&self) -> &[Difference] {
        &self.diff.differences
    }

    /// The other tables of the struct that differ: those of its indexes.
    pub fn others(&self) -> &[TableDiff] {
        &self.others
    }

    /// The declared attributes that the backend does not report.
    pub fn not_checked(&self) -> &[DifferenceKind] {
        &self.diff.not_checked
    }
}

impl fmt::Display for DiffersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = "";
        for diff in std::iter::once(&self.diff).chain(&self.others) {
            write!(f, "{line}table {} differs from `{}`:", diff.table, self.row)?;
            for difference in &diff.differences {
                write!(f, "\n  {difference}")?;
            }
            line = "\n";
        }
        Ok(())
    }
}

impl std::error::Error for DiffersError {}
