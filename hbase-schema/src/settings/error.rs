//! Errors of settings.

/// An error in the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// No setting names a backend.
    #[error(
        "nothing says what to connect to: give a url (`memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE`, `thrift://HOST:PORT`) in code or as hbase.schema.url, or hbase.zookeeper.quorum, as in `hbase-site.xml`"
    )]
    Nowhere,
    /// The url cannot be parsed.
    #[error("url `{url}`: {what}")]
    Url {
        /// The url.
        url: String,
        /// The text found and the text expected.
        what: String,
    },
    /// This build lacks the url's backend.
    #[error(
        "url `{url}`: this build has no {backend} backend: switch on the feature `{feature}` of hbase-schema"
    )]
    NoBackend {
        /// The url.
        url: String,
        /// The missing backend.
        backend: &'static str,
        /// The feature that adds it.
        feature: &'static str,
    },
    /// An unknown setting with this crate's prefix, `hbase.schema.`. Names with other prefixes are
    /// ignored: an `hbase-site.xml` contains settings of other programs.
    #[error("{origin}: found the unknown setting `{key}`{help}")]
    Unknown {
        /// Its source: `code`, or a file.
        origin: String,
        /// The setting.
        key: String,
        /// The nearest name, or all of them.
        help: String,
    },
    /// A setting has an invalid value.
    #[error("{origin}: {key} is `{value}`, expected {expected}")]
    Value {
        /// Its source: `code`, or a file.
        origin: String,
        /// The setting.
        key: String,
        /// Its value.
        value: String,
        /// The valid values.
        expected: &'static str,
    },
    /// A file cannot be read.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: String,
        /// The reason.
        what: String,
    },
}
