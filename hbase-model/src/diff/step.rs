//! Steps: changes of a cluster, as statements.
//!
//! No step drops a table, whether of rows or of an index.

use crate::change::TableChange;
use crate::ddl::{self, Ddl, SplitsFile};
use crate::descriptor::TableDescriptor;
use crate::name::TableName;
use crate::splits::SplitError;

/// One change of a cluster.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// Creates a namespace.
    CreateNamespace(String),
    /// Creates a table, in an existing namespace.
    CreateTable(Box<TableDescriptor>),
    /// Changes an existing table.
    Alter(TableName, TableChange),
    /// Splits a region at a key; for the shell only, since no `Backend` splits
    /// regions.
    Split(TableName, Vec<u8>),
}

/// A change of a cluster with its statement.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The change.
    pub action: Action,
    /// The statement of `HBase`'s shell.
    pub statement: String,
    /// The file that the statement names, if it has many split points.
    pub splits_file: Option<SplitsFile>,
    /// The reason, in one line.
    pub why: String,
    /// What the step may lose; `None` for a harmless step.
    pub loses: Option<String>,
}

impl Step {
    pub(super) fn new(
        action: Action,
        why: String,
        loses: Option<String>,
    ) -> Result<Self, SplitError> {
        let (statement, splits_file) = action.statement()?;
        Ok(Self {
            action,
            statement,
            splits_file,
            why,
            loses,
        })
    }

    /// The table that the step changes; `None` for a namespace.
    pub fn table(&self) -> Option<&TableName> {
        match &self.action {
            Action::CreateNamespace(_) => None,
            Action::CreateTable(table) => Some(&table.name),
            Action::Alter(table, _) | Action::Split(table, _) => Some(table),
        }
    }

    /// The script for the shell, one statement per line: a table is preceded by its namespace, which
    /// may not exist.
    pub fn script(&self) -> String {
        match &self.action {
            Action::CreateTable(table) if !table.name.is_default_namespace() => {
                let namespace = ddl::create_namespace_if_missing(table.name.namespace());
                format!("{namespace}\n{}", self.statement)
            }
            Action::CreateNamespace(name) => ddl::create_namespace_if_missing(name),
            _ => self.statement.clone(),
        }
    }

    /// Whether the step may lose cells.
    pub fn is_destructive(&self) -> bool {
        self.loses.is_some()
    }

    /// Whether only the shell can run the step.
    pub fn is_by_hand(&self) -> bool {
        matches!(self.action, Action::Split(..))
    }
}

impl Action {
    fn statement(&self) -> Result<(String, Option<SplitsFile>), SplitError> {
        Ok(match self {
            Self::CreateNamespace(name) => (ddl::create_namespace(name), None),
            Self::CreateTable(table) => {
                let ddl = Ddl::of(table)?;
                (ddl.create, ddl.splits_file)
            }
            Self::Alter(table, change) => (ddl::alter(table, change), None),
            Self::Split(table, key) => (ddl::split(table, key), None),
        })
    }
}
