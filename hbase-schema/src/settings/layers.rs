//! Settings in layers: from code, from a `.properties` file, from `hbase-site.xml`.

use std::collections::BTreeMap;
use std::fmt;

use super::cluster::{self, cluster_table};
use super::error::SettingsError;
use super::names::current;
use super::native::native_table;
use super::security::security_table;
use super::store::store_table;

/// Settings by name, from code, from a `.properties` file and from `hbase-site.xml`, in this order
/// of precedence.
///
#[doc = cluster_table!()]
/// | `hbase.schema.timeout.ms` and the other settings in [`Limits`](crate::Limits) | timeouts, retries, sizes of batches | `Limits::default()` |
///
/// An embedded store has its own settings. They apply to a directory (`embedded:DIR`), and to `memory:` only if so
/// marked.
///
#[doc = store_table!()]
///
/// A client of `HBase`'s own RPC (`hbase://` and `hbase+zk://`) has settings too.
///
#[doc = native_table!()]
///
/// It logs in to secured clusters by these. Relative files are in the current directory.
///
#[doc = security_table!()]
///
/// An unknown name that starts with `hbase.schema.`, or nearly so, is an error when connecting. All
/// other names are ignored.
///
/// The features `properties` and `hbase-site`, both off by default, read files.
///
/// ```
/// # #[cfg(feature = "properties")] {
/// use hbase_schema::Settings;
/// let settings = Settings::new()
///     .set("hbase.zookeeper.quorum", "zk1,zk2")
///     .properties("hbase.zookeeper.quorum=other\nzookeeper.znode.parent=/prod")?;
/// assert_eq!(settings.get("hbase.zookeeper.quorum"), Some("zk1,zk2"));
/// assert_eq!(settings.get("zookeeper.znode.parent"), Some("/prod"));
/// # }
/// # Ok::<(), hbase_schema::SettingsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// In order of precedence, each with the current names of its settings.
    layers: [BTreeMap<String, Entry>; 3],
}

/// A setting of one layer.
#[derive(Clone, Debug)]
struct Entry {
    /// The name as written: an old name stays in errors.
    name: String,
    /// Trimmed; empty counts as not set.
    value: String,
    source: String,
}

/// A setting with a value: an item of [`Settings::iter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'s> {
    name: &'s str,
    value: &'s str,
    source: &'s str,
}

impl<'s> Setting<'s> {
    /// The setting's name.
    pub fn name(&self) -> &'s str {
        self.name
    }

    /// The setting's value, trimmed.
    pub fn value(&self) -> &'s str {
        self.value
    }

    /// The setting's source: `code`, or a file.
    pub fn source(&self) -> &'s str {
        self.source
    }
}

impl<'s> From<&'s Entry> for Setting<'s> {
    fn from(entry: &'s Entry) -> Self {
        Self {
            name: &entry.name,
            value: &entry.value,
            source: &entry.source,
        }
    }
}

impl fmt::Display for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} ({})", self.name, self.value, self.source)
    }
}

/// The sources of settings, in order of precedence.
#[derive(Clone, Copy)]
enum Layer {
    Code = 0,
    #[cfg(feature = "properties")]
    Properties = 1,
    #[cfg(feature = "hbase-site")]
    Site = 2,
}

impl Settings {
    /// No settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets one in code.
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.add(Layer::Code, "code", [(key.into(), value.into())]);
        self
    }

    /// Adds the parameters of a url, as if they were set in code after the others.
    pub(crate) fn parameters(mut self, url: &str, parameters: Vec<(String, String)>) -> Self {
        self.add(Layer::Code, url, parameters);
        self
    }

    /// Adds the settings of a `.properties` file.
    ///
    /// # Errors
    /// [`SettingsError::File`] if it cannot be read or parsed.
    #[cfg(feature = "properties")]
    pub fn properties_file(self, path: impl AsRef<std::path::Path>) -> Result<Self, SettingsError> {
        let (path, text) = super::file::read(path.as_ref())?;
        self.with(Layer::Properties, &path, super::properties::read(&text))
    }

    /// Adds the settings of a text in the format of a `.properties` file.
    ///
    /// # Errors
    /// [`SettingsError::File`] if it cannot be parsed.
    #[cfg(feature = "properties")]
    pub fn properties(self, text: &str) -> Result<Self, SettingsError> {
        self.with(
            Layer::Properties,
            "properties",
            super::properties::read(text.as_bytes()),
        )
    }

    /// Adds the settings of an `hbase-site.xml`.
    ///
    /// # Errors
    /// [`SettingsError::File`] if it cannot be read or parsed.
    #[cfg(feature = "hbase-site")]
    pub fn site_file(self, path: impl AsRef<std::path::Path>) -> Result<Self, SettingsError> {
        let (path, text) = super::file::read(path.as_ref())?;
        self.with(Layer::Site, &path, super::site::read(&text))
    }

    /// Adds the settings of a text in the format of `hbase-site.xml`.
    ///
    /// # Errors
    /// [`SettingsError::File`] if it cannot be parsed.
    #[cfg(feature = "hbase-site")]
    pub fn site(self, text: &str) -> Result<Self, SettingsError> {
        self.with(
            Layer::Site,
            "hbase-site.xml",
            super::site::read(text.as_bytes()),
        )
    }

    #[cfg(any(feature = "properties", feature = "hbase-site"))]
    fn with(
        mut self,
        layer: Layer,
        source: &str,
        values: Result<Vec<(String, String)>, String>,
    ) -> Result<Self, SettingsError> {
        let values = values.map_err(|what| super::file::error(source, what))?;
        self.add(layer, source, values);
        Ok(self)
    }

    fn add(
        &mut self,
        layer: Layer,
        source: &str,
        values: impl IntoIterator<Item = (String, String)>,
    ) {
        let layer = &mut self.layers[layer as usize];
        for (name, value) in values {
            let entry = Entry {
                value: value.trim().to_owned(),
                source: source.to_owned(),
                name,
            };
            layer.insert(current(&entry.name).to_owned(), entry);
        }
    }

    /// Adds the settings of another one, which take precedence over those of the same source.
    pub(crate) fn overlaid(mut self, above: &Self) -> Self {
        for (layer, above) in self.layers.iter_mut().zip(&above.layers) {
            let entries = above.iter();
            layer.extend(entries.map(|(name, entry)| (name.clone(), entry.clone())));
        }
        self
    }

    /// Removes a setting from all sources, so that its default applies.
    ///
    /// ```
    /// # #[cfg(feature = "properties")] {
    /// use hbase_schema::Settings;
    /// let settings = Settings::new().properties("hbase.schema.retries=9")?;
    /// assert_eq!(settings.source("hbase.schema.retries"), Some("properties"));
    /// assert_eq!(settings.remove("hbase.schema.retries").get("hbase.schema.retries"), None);
    /// # }
    /// # Ok::<(), hbase_schema::SettingsError>(())
    /// ```
    pub fn remove(mut self, key: &str) -> Self {
        for layer in &mut self.layers {
            layer.remove(current(key));
        }
        self
    }

    /// Every setting with a value, including other programs', in the order of names.
    ///
    /// ```
    /// # #[cfg(feature = "properties")] {
    /// use hbase_schema::Settings;
    /// let settings = Settings::new()
    ///     .properties("hbase.schema.retries=9\nhbase.schema.slow.ms=50")?
    ///     .set("hbase.schema.retries", "1");
    /// let all: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
    /// assert_eq!(all, [
    ///     "hbase.schema.retries = 1 (code)",
    ///     "hbase.schema.slow.ms = 50 (properties)",
    /// ]);
    /// # }
    /// # Ok::<(), hbase_schema::SettingsError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Setting<'_>> {
        let mut decisive = BTreeMap::new();
        for (name, entry) in self.layers.iter().flatten() {
            if !entry.value.is_empty() {
                decisive.entry(name).or_insert(entry);
            }
        }
        decisive.into_values().map(Setting::from)
    }

    /// Every setting of every layer, including those without a value.
    pub(super) fn all(&self) -> impl Iterator<Item = Setting<'_>> {
        self.layers
            .iter()
            .flat_map(BTreeMap::values)
            .map(Setting::from)
    }

    /// The source of a setting's value: `code`, or a file; `None` if it has none.
    pub fn source(&self, key: &str) -> Option<&str> {
        self.find(key).map(|entry| &*entry.source)
    }

    /// Returns the url of the settings.
    ///
    /// # Errors
    /// [`SettingsError::Nowhere`] if none names a backend, [`SettingsError::Value`] if a value is
    /// invalid.
    pub fn url(&self) -> Result<String, SettingsError> {
        cluster::url(self)
    }

    /// A setting's value, trimmed; `None` if it is not set or empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.find(key).map(|entry| &*entry.value)
    }

    fn find(&self, key: &str) -> Option<&Entry> {
        let name = current(key);
        let entries = self.layers.iter().filter_map(|layer| layer.get(name));
        let mut with_value = entries.filter(|entry| !entry.value.is_empty());
        with_value.next()
    }

    /// The error of a setting with an invalid value.
    #[cold]
    pub(super) fn wrong_value(&self, key: &str, expected: &'static str) -> SettingsError {
        let entry = self.find(key);
        let text = |of: fn(&Entry) -> &String| entry.map(of).cloned().unwrap_or_default();
        SettingsError::Value {
            origin: text(|entry| &entry.source),
            key: text(|entry| &entry.name),
            value: text(|entry| &entry.value),
            expected,
        }
    }
}
