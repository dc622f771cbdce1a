//! The store of the indexes.

use std::sync::Arc;
use std::time::Duration;

use anstyle::Style;
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
use crate::style::{CARE, GOOD};

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
        let timeout = args.timeout;
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
        let state = table.state(index, self.deadline()).await;
        self.or_missing(state, IndexState::NONE)
    }

    /// A declared index, whatever definition has filled it.
    ///
    /// # Errors
    /// The store's errors.
    pub(super) async fn find(
        &self,
        table: &IndexedTable,
        index: &TableName,
    ) -> Result<Found, CliError> {
        let state = table.any_state(index, self.deadline()).await;
        let (state, other) = self.or_missing(state, (IndexState::NONE, None))?;
        Ok(Found {
            state: code(state.phase),
            generation: state.generation,
            phase: state.phase,
            exists: self.has_table(index).await?,
            other_definition: other.and_then(Other::of),
        })
    }

    /// The states that were read, or `missing` if the table of the states is missing.
    fn or_missing<T>(&self, found: Result<T, IndexError>, missing: T) -> Result<T, CliError> {
        match found {
            Err(error) if is_missing(&error) => Ok(missing),
            found => found.map_err(|error| self.error(&error)),
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
        let state = table.own_state(index, self.deadline()).await;
        self.or_missing(state, IndexState::NONE)
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
        let states = table.all_states(self.deadline()).await;
        self.or_missing(states, Vec::new())
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

/// A declared index in the store.
#[derive(Serialize)]
pub(super) struct Found {
    pub(super) state: &'static str,
    pub(super) generation: u64,
    #[serde(skip)]
    pub(super) phase: Phase,
    /// Whether its table exists.
    pub(super) exists: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) other_definition: Option<Other>,
}

impl Found {
    /// Whether queries can use it.
    pub(super) fn is_readable(&self) -> bool {
        self.phase == Phase::Readable && self.exists && self.other_definition.is_none()
    }

    /// Whether its state says that it has entries, but its table is missing.
    pub(super) fn is_lost(&self) -> bool {
        self.phase != Phase::Dropped && !self.exists
    }

    /// The style of its state.
    pub(super) const fn style(&self) -> Style {
        match self.phase {
            Phase::Readable => GOOD,
            _ => CARE,
        }
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
