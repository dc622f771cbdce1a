//! A connection put together in code.

use super::error::SettingsError;
use super::open::open;
use super::url::Target;
use crate::db::{Connection, Error, Limits};

/// What to connect to: made by [`Connection::builder`].
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until it connects"]
pub struct Builder {
    url: Option<String>,
    limits: Limits,
}

impl Builder {
    /// What to connect to; see [`connect`](crate::connect) for the urls.
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }

    /// The numbers to go by.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Connects, and asks whether the backend can be reached.
    ///
    /// # Errors
    /// [`Error::Settings`], [`Error::Backend`].
    pub async fn connect(self) -> Result<Connection, Error> {
        let url = self.url.ok_or(SettingsError::Nowhere)?;
        let backend = open(&url, Target::parse(&url)?).await?;
        let connection = Connection::with_limits(backend, self.limits);
        connection.ping().await?;
        Ok(connection)
    }
}
