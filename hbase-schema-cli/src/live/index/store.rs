//! The store of the indexes.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Deadline;
use hbase_index::protocol::{IndexState, Phase};
use hbase_index::{IndexDefinition, IndexError, IndexedTable, Settings, TableDefinition};
use hbase_model::TableName;
use hbase_model::index_tables::ENTRY_FAMILY;
use hbase_schema::Connection;
use serde::Serialize;

use super::args::StoreArgs;
use super::schema::DeclaredIndex;
use crate::error::CliError;
use crate::live::reach;

/// A connected store.
pub(super) struct Store {
    pub(super) db: Connection,
    pub(super) url: String,
    pub(super) timeout: Duration,
}

impl Store {
    /// # Errors
    /// A store that cannot be reached.
    pub(super) async fn open(args: &StoreArgs) -> Result<Self, CliError> {
        reach::require_store(&args.url)?;
        let timeout = args.timeout();
        let db = reach::connect(&args.url, timeout).await?.timeout(timeout);
        Ok(Self {
            db,
            url: args.url.clone(),
            timeout,
        })
    }

    pub(super) fn deadline(&self) -> Deadline {
        Deadline::after(self.timeout)
    }

    pub(super) fn backend(&self) -> &'static str {
        self.db.backend().name()
    }

    /// The table with all the indexes that its struct declares.
    pub(super) fn table(&self, declared: &DeclaredIndex, settings: Settings) -> IndexedTable {
        self.of(
            TableDefinition::described(&declared.table, &declared.rows),
            settings,
        )
    }

    /// A table without a declared index, for the states of its namespace.
    pub(super) fn of(&self, definition: TableDefinition, settings: Settings) -> IndexedTable {
        IndexedTable::new(self.db.backend(), Arc::new(definition), settings)
    }

    /// The state of an index; not built if the table of the states is missing.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn state(
        &self,
        table: &IndexedTable,
        index: &TableName,
    ) -> Result<IndexState, CliError> {
        match table.state(index, self.deadline()).await {
            Err(error) if is_missing(&error) => Ok(IndexState::NONE),
            state => state.map_err(|error| self.error(&error)),
        }
    }

    /// The same, whatever definition has filled the index; also returns that definition if it is not the
    /// declared one.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn any_state(
        &self,
        table: &IndexedTable,
        index: &TableName,
    ) -> Result<(IndexState, Option<Other>), CliError> {
        match table.any_state(index, self.deadline()).await {
            Err(error) if is_missing(&error) => Ok((IndexState::NONE, None)),
            Err(error) => Err(self.error(&error)),
            Ok((state, error)) => Ok((state, error.and_then(Other::of))),
        }
    }

    /// The same, whatever definition of the table has filled the index.
    ///
    /// # Errors
    /// The store's errors, and an index of another table.
    pub(super) async fn own_state(
        &self,
        table: &IndexedTable,
        index: &TableName,
    ) -> Result<IndexState, CliError> {
        match table.own_state(index, self.deadline()).await {
            Err(error) if is_missing(&error) => Ok(IndexState::NONE),
            state => state.map_err(|error| self.error(&error)),
        }
    }

    /// Whether an index is one of this table.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn is_of(
        &self,
        table: &IndexedTable,
        index: &TableName,
    ) -> Result<bool, CliError> {
        match table.own_state(index, self.deadline()).await {
            Err(IndexError::OtherDefinition { .. }) => Ok(false),
            Err(error) => Err(self.error(&error)),
            Ok(_) => Ok(true),
        }
    }

    /// The states that the table of the states contains.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn all_states(
        &self,
        of: &TableName,
    ) -> Result<Vec<(String, IndexState)>, CliError> {
        let table = self.of(without_indexes(of), Settings::default());
        match table.all_states(self.deadline()).await {
            Err(error) if is_missing(&error) => Ok(Vec::new()),
            states => states.map_err(|error| self.error(&error)),
        }
    }

    /// Whether a table exists.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn has_table(&self, name: &TableName) -> Result<bool, CliError> {
        let tables = self.db.tables().await;
        let tables = tables.map_err(|error| CliError::unreachable(error).at(&self.url))?;
        Ok(tables.contains(name))
    }

    /// Checks that the store can be written.
    ///
    /// # Errors
    /// The missing capabilities.
    pub(super) fn check_writes(&self, table: &IndexedTable) -> Result<(), CliError> {
        table
            .check_capabilities()
            .map_err(|error| self.error(&error))
    }

    pub(super) fn error(&self, error: &IndexError) -> CliError {
        CliError::unreachable(error).at(&self.url)
    }
}

/// Another definition than the declared one, which has filled an index: it cannot be queried or written.
#[derive(Serialize)]
pub(super) struct Other {
    pub(super) stored: String,
    pub(super) declared: String,
    pub(super) help: &'static str,
}

impl Other {
    fn of(error: IndexError) -> Option<Self> {
        match error {
            IndexError::OtherDefinition {
                stored,
                declared,
                help,
                ..
            } => Some(Self {
                stored,
                declared,
                help,
            }),
            _ => None,
        }
    }
}

/// The definition of a table, only for its namespace's states.
fn without_indexes(of: &TableName) -> TableDefinition {
    TableDefinition {
        table: of.clone(),
        families: Vec::new(),
        stamp: (Vec::new(), Vec::new()),
        states: (of.index_states(), ENTRY_FAMILY.into()),
        indexes: Vec::new(),
    }
}

/// The same with an index that is known only by its name.
pub(super) fn named(of: &TableName, index: &TableName) -> TableDefinition {
    TableDefinition {
        indexes: vec![IndexDefinition::undeclared(index.clone())],
        ..without_indexes(of)
    }
}

/// The state of an index of the table `of`, whatever definition of the table has filled the index.
///
/// # Errors
/// The store's errors, and an index of another table.
pub(in crate::live) async fn state_of(
    db: &Connection,
    args: (&str, Duration),
    of: &TableName,
    index: &TableName,
) -> Result<IndexState, CliError> {
    let (url, timeout) = args;
    let store = Store {
        db: db.clone(),
        url: url.to_owned(),
        timeout,
    };
    let table = store.of(named(of, index), Settings::default());
    store.own_state(&table, index).await
}

fn is_missing(error: &IndexError) -> bool {
    matches!(
        error,
        IndexError::Backend(
            hbase_backend::Error::TableNotFound { .. }
                | hbase_backend::Error::NamespaceNotFound { .. }
        )
    )
}

/// The phase in JSON.
pub(super) const fn code(phase: Phase) -> &'static str {
    match phase {
        Phase::Dropped => "dropped",
        Phase::WriteOnly => "write_only",
        Phase::Backfilling => "backfilling",
        Phase::Readable => "readable",
        Phase::Dropping => "dropping",
    }
}
