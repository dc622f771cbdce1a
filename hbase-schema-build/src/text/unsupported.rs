//! Errors for key parts and columns that another system cannot express, and notes in its statements.

use std::fmt;

use hbase_model::DescribedTable;

use super::one_line;

/// A table that another system cannot express; at least one key part or column of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsupported {
    /// The table.
    pub table: String,
    /// The system.
    pub system: &'static str,
    /// Every unsupported key part and column.
    pub items: Vec<UnsupportedItem>,
}

/// One key part or one column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnsupportedItem {
    /// The field, or `salt`.
    pub name: String,
    /// The reason and an alternative.
    pub reason: String,
}

impl UnsupportedItem {
    pub(super) fn new(name: &str, reason: impl Into<String>) -> Self {
        Self {
            name: one_line(name),
            reason: one_line(&reason.into()),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot express table {}:", self.system, self.table)?;
        for item in &self.items {
            write!(f, "\n  `{}`: {}", item.name, item.reason)?;
        }
        Ok(())
    }
}

impl std::error::Error for Unsupported {}

/// The findings while a statement is made.
#[derive(Default)]
pub(super) struct Remarks {
    notes: Vec<String>,
    items: Vec<UnsupportedItem>,
}

impl Remarks {
    /// Adds a comment to the statement.
    pub(super) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Adds comments on the dynamic columns of a table.
    pub(super) fn note_dynamic(&mut self, table: &DescribedTable) {
        for columns in &table.dynamic {
            self.note(format!(
                "{}: dynamic columns of the family {}, whose names are values: left out.",
                columns.field, columns.family
            ));
        }
    }

    /// Rejects a key part or a column.
    pub(super) fn reject(&mut self, name: &str, reason: impl Into<String>) {
        self.items.push(UnsupportedItem::new(name, reason));
    }

    /// Rejects a key part, which can be mapped as part of the whole key.
    pub(super) fn reject_part(&mut self, name: &str, reason: &str) {
        self.reject(name, format!("{reason}: map the key as a whole"));
    }

    /// The number of rejected key parts and columns.
    pub(super) fn rejected(&self) -> usize {
        self.items.len()
    }

    /// The notes as comments of SQL.
    pub(super) fn comments(&self) -> String {
        let mut comments = String::new();
        for note in &self.notes {
            comments.extend(["-- ", &one_line(note), "\n"]);
        }
        comments
    }

    /// The error for the rejected key parts and columns.
    pub(super) fn into_error(self, system: &'static str, table: impl fmt::Display) -> Unsupported {
        Unsupported {
            table: table.to_string(),
            system,
            items: self.items,
        }
    }
}
