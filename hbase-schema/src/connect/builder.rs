//! A connection built in code.

use super::open::{BackendSettings, open};
use super::url::{Target, parameters};
use crate::db::{CallContext, Connection, Error, Limits, check_runtime};
use crate::settings::{Settings, SettingsError, TokenBytes, check_names, check_parameters};

/// A builder of connections, created by [`Connection::builder`].
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
    /// All settings: those of [`Builder::settings`], and `own`, which takes precedence.
    settings: Settings,
    /// The settings of the builder's other methods.
    own: Settings,
    limits: Option<Limits>,
    /// Delegation tokens, in place of those of the settings.
    pub(super) tokens: Option<TokenBytes>,
    /// The first error; connecting returns it.
    error: Option<SettingsError>,
}

impl Connection {
    /// Builds a connection from a url and settings.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Builder {
    /// Sets the url; [`connect`](crate::connect()) lists the kinds of urls.
    pub fn url(self, url: impl Into<String>) -> Self {
        self.set("hbase.schema.url", url)
    }

    /// Sets one setting, which takes precedence over files; [`Settings`] lists the names.
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        let (key, value) = (key.into(), value.into());
        self.own = self.own.set(key.clone(), value.clone());
        self.settings = self.settings.set(key, value);
        self
    }

    /// Removes a setting from all sources so far: [`Settings::remove`].
    pub fn remove(mut self, key: &str) -> Self {
        self.own = self.own.remove(key);
        self.settings = self.settings.remove(key);
        self
    }

    /// The settings so far.
    pub fn as_settings(&self) -> &Settings {
        &self.settings
    }

    /// Uses these settings, instead of those of an earlier call. What this builder's other methods have set takes
    /// precedence over settings of the same source, whether they are called before or after.
    ///
    /// ```
    /// use hbase_schema::{Connection, Settings};
    /// let settings = Settings::new().set("hbase.schema.retries", "1");
    /// let builder = Connection::builder().url("memory:").settings(settings);
    /// assert_eq!(builder.as_settings().url()?, "memory:");
    /// assert_eq!(builder.as_settings().get("hbase.schema.retries"), Some("1"));
    /// # Ok::<(), hbase_schema::SettingsError>(())
    /// ```
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings.overlaid(&self.own);
        self
    }

    /// Adds the settings of a `.properties` file; those in code take precedence.
    #[cfg(feature = "properties")]
    pub fn properties_file(self, path: impl AsRef<std::path::Path>) -> Self {
        self.adding(|settings| settings.properties_file(path))
    }

    /// Adds the settings of an `hbase-site.xml`; all others take precedence.
    #[cfg(feature = "hbase-site")]
    pub fn site_file(self, path: impl AsRef<std::path::Path>) -> Self {
        self.adding(|settings| settings.site_file(path))
    }

    #[cfg(any(feature = "properties", feature = "hbase-site"))]
    fn adding(mut self, add: impl FnOnce(Settings) -> Result<Settings, SettingsError>) -> Self {
        match add(Settings::new()) {
            Ok(added) => {
                self.settings = self.settings.overlaid(&added);
                self.own = self.own.overlaid(&added);
            }
            Err(error) => self.error = self.error.or(Some(error)),
        }
        self
    }

    /// Sets all limits, overriding the settings.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    /// Connects, and pings the backend.
    ///
    /// # Errors
    /// [`Error::Settings`] if the settings name no backend, have an invalid value, or an unknown name
    /// with this crate's prefix; [`Error::Backend`] outside of a tokio runtime, and if the backend
    /// cannot be reached.
    pub async fn connect(self) -> Result<Connection, Error> {
        let runtime = check_runtime().await;
        runtime.map_err(|error| CallContext::call("connect").backend(error))?;
        let (url, settings) = self.all_settings()?;
        let limits = match self.limits {
            Some(limits) => limits,
            None => Limits::from_settings(&settings)?,
        };
        let settings = BackendSettings::read(&settings, self.tokens.as_ref())?;
        let backend = open(&url, Target::parse(&url)?, &settings).await?;
        let connection = Connection::with_limits(backend, limits);
        connection.ping().await?;
        Ok(connection)
    }

    /// The url without its parameters, and all settings, to which they belong.
    pub(super) fn all_settings(&self) -> Result<(String, Settings), SettingsError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        check_names(&self.settings, Limits::SETTINGS)?;
        let url = self.settings.url()?;
        let (address, parameters) = parameters(&url)?;
        check_parameters(&url, &parameters, Limits::SETTINGS)?;
        let settings = self.settings.clone().parameters(&url, parameters);
        Ok((address.to_owned(), settings))
    }
}
