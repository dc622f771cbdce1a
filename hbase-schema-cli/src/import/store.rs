//! The store of an import. It is opened when it is first needed; an embedded store can be open only once at a
//! time.

use std::time::Duration;

use hbase_backend::{Deadline, Error};
use hbase_model::{TableDescriptor, TableName};
use hbase_schema::Connection;

use super::ImportArgs;
use crate::error::CliError;
use crate::live::reach;

/// The store, opened or not.
pub(super) struct Store<'a> {
    url: &'a str,
    timeout: Duration,
    db: Option<Connection>,
}

impl<'a> Store<'a> {
    pub(super) fn new(args: &'a ImportArgs) -> Self {
        Self {
            url: &args.to,
            timeout: args.timeout,
            db: None,
        }
    }

    pub(super) const fn url(&self) -> &'a str {
        self.url
    }

    /// Opens the store; an embedded one is created if it is missing.
    pub(super) async fn open(&mut self) -> Result<&Connection, CliError> {
        let db = match self.db.take() {
            Some(db) => db,
            None => reach::connect(self.url, self.timeout).await?,
        };
        Ok(self.db.insert(db))
    }

    /// The opened store; `None` for an embedded one that does not exist.
    pub(super) async fn existing(&mut self) -> Result<Option<&Connection>, CliError> {
        if self.db.is_none() && reach::require_store(self.url).is_err() {
            return Ok(None);
        }
        self.open().await.map(Some)
    }

    /// A table; `None` if the store does not have it.
    pub(super) async fn table(
        &mut self,
        name: &TableName,
    ) -> Result<Option<TableDescriptor>, CliError> {
        let (url, deadline) = (self.url, Deadline::after(self.timeout));
        let Some(db) = self.existing().await? else {
            return Ok(None);
        };
        match db.backend().describe_table(name, deadline).await {
            Ok(table) => Ok(Some(table)),
            Err(Error::TableNotFound { .. }) => Ok(None),
            Err(error) => Err(CliError::unreachable(error).at(url)),
        }
    }

    pub(super) async fn close(self) -> Result<(), CliError> {
        match self.db {
            Some(db) => db.close().await.map_err(CliError::unreachable),
            None => Ok(()),
        }
    }
}
