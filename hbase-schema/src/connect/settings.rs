//! Settings: from code, from a properties file, from `hbase-site.xml`.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;

use super::error::SettingsError;
use super::{meaning, properties, site};

/// Settings by their names, from code, from a `.properties` file and from `hbase-site.xml`; the
/// first of these that says a setting decides.
///
/// | setting | what | where nothing is said |
/// |---|---|---|
/// | `hbase.schema.url` | what to connect to: see [`connect`](crate::connect()) | the next ones |
/// | `hbase.zookeeper.quorum` | hosts of `ZooKeeper`, by commas, each with a port of its own if need be | |
/// | `hbase.zookeeper.property.clientPort` | the port of the others | 2181 |
/// | `zookeeper.znode.parent` | the cluster's znode | `/hbase` |
/// | `hbase.masters` | hosts of masters, by commas, with ports | |
/// | `hbase.master` | one master, with its port | 16000 as port |
/// | `hbase.schema.timeout.ms` and the other names in [`Limits`](crate::Limits) | how long, how many, how much | `Limits::default()` |
///
/// Of a store in this process (`memory:`, `embedded:DIR`), whose other bytes only a directory has:
///
/// | setting | what | where nothing is said |
/// |---|---|---|
/// | `hbase.schema.embedded.cache.bytes` | block cache | 32 MiB |
/// | `hbase.schema.embedded.write.buffer.bytes` | writes in memory until they are in files, of all tables | 16 MiB |
/// | `hbase.schema.embedded.snapshot.bytes` | writes that a scan's read snapshot may hold in memory | 16 MiB |
/// | `hbase.schema.embedded.cell.bytes` | the largest cell, key and value together; in memory too | 10 MiB |
/// | `hbase.schema.embedded.background.compaction` | `true` or `false`: whether the store compacts by itself; in memory too | `true` |
/// | `hbase.schema.embedded.accept.damaged.log` | `true` opens a store whose log is damaged, and gives up the writes from the damage on: for a store without a backup | `false` |
///
/// A name that begins with `hbase.schema.`, or nearly so, and is none of these is an error when it
/// connects; all other names are left alone.
///
/// ```
/// use hbase_schema::Settings;
/// let settings = Settings::new()
///     .set("hbase.zookeeper.quorum", "zk1,zk2")
///     .properties("hbase.zookeeper.quorum=other\nzookeeper.znode.parent=/prod")?;
/// assert_eq!(settings.get("hbase.zookeeper.quorum"), Some("zk1,zk2"));
/// assert_eq!(settings.get("zookeeper.znode.parent"), Some("/prod"));
/// # Ok::<(), hbase_schema::SettingsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// In the order in which they decide.
    layers: [Layer; 3],
}

/// A setting that has a value: an item of [`Settings::iter`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting<'s> {
    name: &'s str,
    value: &'s str,
    source: &'s str,
}

impl<'s> Setting<'s> {
    /// Its name.
    pub fn name(&self) -> &'s str {
        self.name
    }

    /// Its value, trimmed.
    pub fn value(&self) -> &'s str {
        self.value
    }

    /// Where it was set: `code`, or a file.
    pub fn source(&self) -> &'s str {
        self.source
    }
}

impl fmt::Display for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} ({})", self.name, self.value, self.source)
    }
}

/// Where settings come from, in the order in which they decide.
#[derive(Clone, Copy)]
enum Source {
    Code = 0,
    Properties = 1,
    Site = 2,
}

/// Settings of one kind.
#[derive(Clone, Debug, Default)]
struct Layer {
    /// Each with where it was said.
    values: HashMap<String, (String, String)>,
}

impl Settings {
    /// Nothing is said yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says one setting in code.
    pub fn set(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.add(Source::Code, "code", [(key.into(), value.into())]);
        self
    }

    /// Adds the settings of a `.properties` file.
    ///
    /// # Errors
    /// [`SettingsError::File`] where it cannot be read, or is none.
    pub fn properties_file(self, path: impl AsRef<Path>) -> Result<Self, SettingsError> {
        let (path, text) = read(path.as_ref())?;
        self.with_properties(&path, &text)
    }

    /// Adds settings in the form of a `.properties` file.
    ///
    /// # Errors
    /// [`SettingsError::File`] where the text is not of that form.
    pub fn properties(self, text: &str) -> Result<Self, SettingsError> {
        self.with_properties("properties", text.as_bytes())
    }

    fn with_properties(mut self, origin: &str, text: &[u8]) -> Result<Self, SettingsError> {
        let values = properties::read(text).map_err(|what| file(origin, what))?;
        self.add(Source::Properties, origin, values);
        Ok(self)
    }

    /// Adds the settings of an `hbase-site.xml`.
    ///
    /// # Errors
    /// [`SettingsError::File`] where it cannot be read, or is none.
    pub fn site_file(self, path: impl AsRef<Path>) -> Result<Self, SettingsError> {
        let (path, text) = read(path.as_ref())?;
        self.with_site(&path, &text)
    }

    /// Adds settings in the form of `hbase-site.xml`.
    ///
    /// # Errors
    /// [`SettingsError::File`] where the text is not of that form.
    pub fn site(self, text: &str) -> Result<Self, SettingsError> {
        self.with_site("hbase-site.xml", text.as_bytes())
    }

    fn with_site(mut self, origin: &str, text: &[u8]) -> Result<Self, SettingsError> {
        let values = site::read(text).map_err(|what| file(origin, what))?;
        self.add(Source::Site, origin, values);
        Ok(self)
    }

    fn add(
        &mut self,
        from: Source,
        origin: &str,
        values: impl IntoIterator<Item = (String, String)>,
    ) {
        let layer = &mut self.layers[from as usize];
        for (key, value) in values {
            layer.values.insert(key, (value, origin.to_owned()));
        }
    }

    /// Takes a setting back, wherever it was set: its default holds then.
    ///
    /// ```
    /// use hbase_schema::Settings;
    /// let settings = Settings::new().properties("hbase.schema.retries=9")?;
    /// assert_eq!(settings.remove("hbase.schema.retries").get("hbase.schema.retries"), None);
    /// # Ok::<(), hbase_schema::SettingsError>(())
    /// ```
    pub fn remove(mut self, key: &str) -> Self {
        for layer in &mut self.layers {
            layer.values.remove(key);
        }
        self
    }

    /// Every setting that has a value, those of others too, by name; each once, as it decides.
    ///
    /// ```
    /// use hbase_schema::Settings;
    /// let settings = Settings::new()
    ///     .properties("hbase.schema.retries=9\nhbase.schema.slow.ms=50")?
    ///     .set("hbase.schema.retries", "1");
    /// let all: Vec<String> = settings.iter().map(|setting| setting.to_string()).collect();
    /// assert_eq!(all, [
    ///     "hbase.schema.retries = 1 (code)",
    ///     "hbase.schema.slow.ms = 50 (properties)",
    /// ]);
    /// # Ok::<(), hbase_schema::SettingsError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Setting<'_>> {
        let names = self.layers.iter().flat_map(|layer| layer.values.keys());
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        names.into_iter().filter_map(|name| {
            let (value, source) = self.find(name)?;
            Some(Setting {
                name,
                value,
                source,
            })
        })
    }

    /// Where a setting's value was set: `code`, or a file; `None` where it has none.
    pub fn source(&self, key: &str) -> Option<&str> {
        self.find(key).map(|(_, source)| source)
    }

    /// The url that they come to.
    ///
    /// # Errors
    /// [`SettingsError::Nowhere`] where nothing says it, [`SettingsError::Value`] where something
    /// says it wrongly.
    pub fn url(&self) -> Result<String, SettingsError> {
        meaning::url(self)
    }

    /// A setting's value, trimmed; `None` where it was not said, or is empty.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.find(key).map(|(value, _)| value)
    }

    /// A setting's value and where it was said.
    fn find(&self, key: &str) -> Option<(&str, &str)> {
        self.layers.iter().find_map(|layer| {
            let (value, origin) = layer.values.get(key)?;
            let value = value.trim();
            (!value.is_empty()).then_some((value, origin.as_str()))
        })
    }

    /// A setting that is a number, or some other thing with a text of its own.
    pub(super) fn parse<T: FromStr>(
        &self,
        key: &str,
        expected: &'static str,
    ) -> Result<Option<T>, SettingsError> {
        let Some((value, _)) = self.find(key) else {
            return Ok(None);
        };
        let parsed = value.parse().map(Some);
        parsed.map_err(|_| self.wrong(key, expected))
    }

    /// A setting has a value that it cannot have.
    pub(super) fn wrong(&self, key: &str, expected: &'static str) -> SettingsError {
        let (value, origin) = self.find(key).unwrap_or_default();
        SettingsError::Value {
            origin: origin.to_owned(),
            key: key.to_owned(),
            value: value.to_owned(),
            expected,
        }
    }
}

/// No file of settings is longer.
const MOST_BYTES: u64 = 16 << 20;

fn read(path: &Path) -> Result<(String, Vec<u8>), SettingsError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(found) if found as u64 > MOST_BYTES => Err(file(
            &name,
            format!("found over {MOST_BYTES} bytes, expected a file of settings"),
        )),
        Ok(_) => Ok((name, bytes)),
        Err(error) => Err(file(&name, error.to_string())),
    }
}

fn file(path: &str, what: String) -> SettingsError {
    SettingsError::File {
        path: path.to_owned(),
        what,
    }
}
