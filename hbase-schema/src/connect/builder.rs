//! A connection put together in code.

use std::path::Path;

use super::embedded_settings::EmbeddedSettings;
use super::error::SettingsError;
use super::meaning;
use super::open::open;
use super::settings::Settings;
use super::url::Target;
use crate::db::{About, Connection, Error, Limits};

/// What to connect to: made by [`Connection::builder`].
///
/// ```
/// use hbase_schema::Connection;
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), hbase_schema::Error> {
/// let db = Connection::builder()
///     .url("memory:")
///     .set("hbase.schema.timeout.ms", "5000")
///     .connect()
///     .await?;
/// assert_eq!(db.limits().timeout.as_secs(), 5);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a builder does nothing until it connects"]
pub struct Builder {
    settings: Settings,
    limits: Option<Limits>,
    /// The first mistake, which is told when it connects.
    error: Option<SettingsError>,
}

impl Builder {
    /// What to connect to; see [`connect`](crate::connect()) for the urls.
    pub fn url(self, url: impl Into<String>) -> Self {
        self.set("hbase.schema.url", url)
    }

    /// Says one setting; see [`Settings`] for their names. It goes before the files.
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.settings = self.settings.set(key, value);
        self
    }

    /// Takes a setting back, wherever it was set: [`Settings::remove`].
    pub fn remove(mut self, key: &str) -> Self {
        self.settings = self.settings.remove(key);
        self
    }

    /// The settings so far, to list them.
    pub fn as_settings(&self) -> &Settings {
        &self.settings
    }

    /// All settings so far are replaced by these.
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Adds the settings of a `.properties` file, which go after those of the code.
    pub fn properties_file(self, path: impl AsRef<Path>) -> Self {
        self.adding(|settings| settings.properties_file(path))
    }

    /// Adds the settings of an `hbase-site.xml`, which go after all others.
    pub fn site_file(self, path: impl AsRef<Path>) -> Self {
        self.adding(|settings| settings.site_file(path))
    }

    fn adding(mut self, add: impl FnOnce(Settings) -> Result<Settings, SettingsError>) -> Self {
        match add(self.settings.clone()) {
            Ok(settings) => self.settings = settings,
            Err(error) => self.error = self.error.or(Some(error)),
        }
        self
    }

    /// The numbers to go by, whatever the settings say of them.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Connects, and asks whether the backend can be reached.
    ///
    /// # Errors
    /// [`Error::Settings`] where the settings do not say what to connect to, say it wrongly, or have
    /// a name of this crate's that there is not; [`Error::Backend`] outside of a tokio runtime;
    /// [`Error::Backend`] where it cannot be reached.
    pub async fn connect(self) -> Result<Connection, Error> {
        if let Some(error) = self.error {
            return Err(error.into());
        }
        let runtime = crate::db::check_runtime().await;
        runtime.map_err(|error| About::call("connect").backend(error))?;
        meaning::check(&self.settings)?;
        let limits = match self.limits {
            Some(limits) => limits,
            None => meaning::limits(&self.settings)?,
        };
        let url = meaning::url(&self.settings)?;
        let embedded = EmbeddedSettings::read(&self.settings)?;
        let backend = open(&url, Target::parse(&url)?, embedded).await?;
        let connection = Connection::with_limits(backend, limits);
        connection.ping().await?;
        Ok(connection)
    }
}
