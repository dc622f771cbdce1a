//! Errors below the typed layer.

use std::sync::Arc;

use crate::capability::Capability;
use hbase_model::name::TableName;
use hbase_model::validate::InvalidTable;

/// The result of a call on a backend.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error of a backend. Cheap to clone.
///
/// Each message names what was found, what was expected, and a remedy.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The table does not exist.
    #[error("table {table} does not exist: create it first")]
    TableNotFound {
        /// The table.
        table: TableName,
    },
    /// The table exists already.
    #[error("table {table} exists already: use it as it is, or compare it with its declaration")]
    TableExists {
        /// The table.
        table: TableName,
    },
    /// The table is disabled: it takes no reads and no writes.
    #[error("table {table} is disabled: run `enable '{table}'` in HBase's shell")]
    TableDisabled {
        /// The table.
        table: TableName,
    },
    /// The namespace does not exist.
    #[error("namespace {namespace} does not exist: create it first")]
    NamespaceNotFound {
        /// The namespace.
        namespace: String,
    },
    /// The namespace exists already.
    #[error("namespace {namespace} exists already")]
    NamespaceExists {
        /// The namespace.
        namespace: String,
    },
    /// A namespace that has tables cannot be dropped.
    #[error("namespace {namespace} holds {tables} table(s): drop them first")]
    NamespaceNotEmpty {
        /// The namespace.
        namespace: String,
        /// The number of its tables.
        tables: usize,
    },
    /// The table does not have the family.
    #[error("table {table} has no family {family}: it has {known}")]
    FamilyNotFound {
        /// The table.
        table: TableName,
        /// The unknown family, printable.
        family: String,
        /// The families that it has, joined by commas.
        known: String,
    },
    /// The request is invalid: no backend accepts it.
    #[error("{what}")]
    InvalidRequest {
        /// The error, and a remedy.
        what: String,
    },
    /// A name, key or value exceeds `HBase`'s limit.
    #[error("{what} of {found} bytes, expected at most {most}")]
    TooLarge {
        /// The name, key or value.
        what: &'static str,
        /// Its length in bytes.
        found: usize,
        /// The limit, in bytes.
        most: usize,
    },
    /// The backend does not support the operation.
    #[error("{backend} cannot {capability}: {instead}")]
    Unsupported {
        /// The backend's name.
        backend: &'static str,
        /// The missing capability.
        capability: Capability,
        /// What to use instead.
        instead: String,
    },
    /// The deadline has passed; it is not known whether a write took effect.
    #[error("no answer within the deadline ({doing}): allow more time, or request less at once")]
    DeadlineExceeded {
        /// The operation.
        doing: &'static str,
    },
    /// Damaged bytes.
    #[error("damaged data: {what}")]
    Corrupt {
        /// The item, and its location.
        what: String,
    },
    /// The store is in use by another process.
    #[error("{path} is in use by another process: stop that one first, or use another directory")]
    Locked {
        /// The store's directory.
        path: String,
    },
    /// This process has the store open.
    #[error(
        "{path} is open in this process already: share that connection, which is cheap to clone, or close it first"
    )]
    LockedHere {
        /// The store's directory.
        path: String,
    },
    /// The store was written by a newer version.
    #[error("{path} has format {found}, this version reads up to {known}: use a newer version")]
    NewerFormat {
        /// The store's directory.
        path: String,
        /// The format found.
        found: u32,
        /// The newest format known.
        known: u32,
    },
    /// The disk is full; acknowledged writes are kept. An open store continues once it has space.
    #[error("no space left on device at {path}: free some space")]
    DiskFull {
        /// The store's directory.
        path: String,
    },
    /// The operating system returned an error.
    #[error("{doing}: {cause}")]
    Io {
        /// The operation, with the path or address.
        doing: String,
        /// The cause.
        cause: Arc<std::io::Error>,
    },
    /// Nothing was sent: no connection was available, or it was lost before the request.
    #[error("{doing}: nothing was sent: {cause}")]
    NotSent {
        /// The operation, with the address.
        doing: String,
        /// The cause.
        cause: Arc<std::io::Error>,
    },
    /// The client could not log in, or did not try to where the server requires it; nothing was sent.
    #[error("{doing}: not logged in: {why}")]
    Unauthenticated {
        /// The operation.
        doing: &'static str,
        /// The cause, and a remedy.
        why: String,
    },
    /// The backend cannot do this for now, and has not begun to: a retry may succeed.
    #[error("not available for now: {why}")]
    Unavailable {
        /// The cause.
        why: String,
    },
    /// The backend was closed, or an earlier error made it unusable.
    #[error("the backend is closed: {why}")]
    Closed {
        /// Why.
        why: String,
    },
    /// The server threw an exception; it is not known whether a write took effect.
    #[error("{class}: {message}")]
    Server {
        /// The exception's class.
        class: String,
        /// Its message, without the stack trace.
        message: String,
    },
    /// The server threw an exception before it carried out any part of the request.
    #[error("{class}: {message}")]
    Rejected {
        /// The exception's class.
        class: String,
        /// Its message, without the stack trace.
        message: String,
    },
    /// Another error of the backend.
    #[error("{backend}: {what}")]
    Backend {
        /// The backend's name.
        backend: &'static str,
        /// The cause.
        what: String,
    },
}

impl Error {
    /// Returns [`InvalidRequest`](Self::InvalidRequest). A message may quote the request, so it is
    /// truncated after about 4 KiB.
    pub fn invalid(what: impl Into<String>) -> Self {
        Self::InvalidRequest {
            what: bounded(what.into()),
        }
    }

    /// Returns [`FamilyNotFound`](Self::FamilyNotFound). Both names are printable; an overlong one
    /// is truncated like a message.
    ///
    /// ```
    /// use hbase_backend::Error;
    /// use hbase_model::TableName;
    /// let table = TableName::from_static("default", "CALLS");
    /// let error = Error::family_not_found(&table, "D9", ["D1", "D2"]);
    /// assert_eq!(error.to_string(), "table CALLS has no family D9: it has D1, D2");
    /// assert!(Error::family_not_found(&table, "x".repeat(1 << 20), ["D1"]).to_string().len() < 5000);
    /// ```
    pub fn family_not_found<K: AsRef<str>>(
        table: &TableName,
        family: impl Into<String>,
        known: impl IntoIterator<Item = K>,
    ) -> Self {
        let mut names = String::new();
        for name in known {
            if !names.is_empty() {
                names.push_str(", ");
            }
            names.push_str(name.as_ref());
        }
        Self::FamilyNotFound {
            table: table.clone(),
            family: bounded(family.into()),
            known: names,
        }
    }

    /// Returns [`TooLarge`](Self::TooLarge).
    pub fn too_large(what: &'static str, found: usize, most: usize) -> Self {
        Self::TooLarge { what, found, most }
    }

    /// Returns [`Io`](Self::Io).
    pub fn io(doing: impl Into<String>, cause: std::io::Error) -> Self {
        Self::Io {
            doing: doing.into(),
            cause: Arc::new(cause),
        }
    }

    /// Returns [`NotSent`](Self::NotSent).
    pub fn not_sent(doing: impl Into<String>, cause: std::io::Error) -> Self {
        Self::NotSent {
            doing: doing.into(),
            cause: Arc::new(cause),
        }
    }

    /// Whether the request certainly had no effect: a write that fails with such an error was not
    /// applied, not even in part. `false` if the outcome is unknown.
    ///
    /// ```
    /// use hbase_backend::Error;
    /// use hbase_model::TableName;
    /// let table = TableName::parse("T")?;
    /// assert!(Error::TableNotFound { table }.is_without_effect());
    /// let late = Error::DeadlineExceeded { doing: "writing rows" };
    /// assert!(!late.is_without_effect());
    /// # Ok::<(), hbase_model::name::NameError>(())
    /// ```
    pub fn is_without_effect(&self) -> bool {
        matches!(
            self,
            Self::TableNotFound { .. }
                | Self::TableExists { .. }
                | Self::TableDisabled { .. }
                | Self::NamespaceNotFound { .. }
                | Self::NamespaceExists { .. }
                | Self::NamespaceNotEmpty { .. }
                | Self::FamilyNotFound { .. }
                | Self::Rejected { .. }
                | Self::InvalidRequest { .. }
                | Self::TooLarge { .. }
                | Self::Unsupported { .. }
                | Self::NotSent { .. }
                | Self::Unauthenticated { .. }
                | Self::Unavailable { .. }
        )
    }
}

impl From<InvalidTable> for Error {
    fn from(error: InvalidTable) -> Self {
        match error {
            InvalidTable::TooLarge { what, found, most } => Self::too_large(what, found, most),
            _ => Self::invalid(error.to_string()),
        }
    }
}

/// A text, truncated to about 4 KiB: messages quote requests, which may be long.
fn bounded(mut text: String) -> String {
    const MOST: usize = 4096;
    if text.len() > MOST {
        // `str::floor_char_boundary` needs Rust 1.91.
        let end = (0..=MOST).rfind(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or_default());
        text.push('…');
    }
    text
}
