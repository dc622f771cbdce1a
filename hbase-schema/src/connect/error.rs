//! What can be wrong with settings.

/// What is wrong with the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// Nothing says what to connect to.
    #[error(
        "nothing says what to connect to: give a url (`memory:`, `embedded:DIR`, `thrift://HOST:PORT`) in code, or as hbase.schema.url"
    )]
    Nowhere,
    /// The url is none of those that are known.
    #[error("url `{url}`: {what}")]
    Url {
        /// The url.
        url: String,
        /// What is wrong with it, and what was expected.
        what: String,
    },
    /// This build has no backend for such urls.
    #[error(
        "url `{url}`: this build has no {backend} backend: switch on the feature `{feature}` of hbase-schema"
    )]
    NoBackend {
        /// The url.
        url: String,
        /// The backend that is missing.
        backend: &'static str,
        /// The feature that brings it.
        feature: &'static str,
    },
    /// Masters and `ZooKeeper` are addresses of `HBase`'s own RPC, for which no backend exists yet.
    #[error(
        "url `{url}`: HBase's own RPC is not supported yet: connect to the cluster's Thrift gateway, `thrift://HOST:PORT` (as hbase.schema.url it goes before other settings)"
    )]
    NoNativeBackend {
        /// The url, as given or as the settings come to.
        url: String,
    },
    /// A setting of this crate's prefix, `hbase.schema.`, that there is not. Names of other prefixes
    /// are left alone: an `hbase-site.xml` holds many that are for others.
    #[error("{origin}: found the setting `{key}`, which there is not{help}")]
    Unknown {
        /// Where it was set: `code`, or a file.
        origin: String,
        /// The setting.
        key: String,
        /// The nearest name, or all of them.
        help: String,
    },
    /// A setting has a value that it cannot have.
    #[error("{origin}: {key} is `{value}`, expected {expected}")]
    Value {
        /// Where it was said: `code`, or a file.
        origin: String,
        /// The setting.
        key: String,
        /// Its value.
        value: String,
        /// What it can be.
        expected: &'static str,
    },
    /// A file cannot be read.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: String,
        /// Why.
        what: String,
    },
}
