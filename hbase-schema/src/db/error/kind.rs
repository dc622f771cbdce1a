//! Kinds of errors.

use std::io;

use hbase_backend::retry::Failure;
use hbase_backend::{Error as Backend, ExceptionKind};

/// The kind of an error, to match on: [`Error::kind`](crate::Error::kind).
///
/// It is the same for every backend: for the embedded store's errors, a gateway's exceptions (by
/// `HBase`'s exception class), and errors before anything is sent.
///
/// ```
/// # use hbase_schema::HTable;
/// use hbase_schema::ErrorKind;
/// # #[derive(HTable)]
/// # #[table("DLQX:WEATHER_DATA")]
/// # #[family("D1")]
/// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), hbase_schema::Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// let error = db.describe::<Weather>().await.unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::NotFound);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A table, a namespace, a family or an index is missing.
    NotFound,
    /// An index is not built yet, or was dropped: `create_table_if_missing` or `hbase-schema index build` builds it.
    NotBuilt,
    /// A table, a namespace or a row already exists.
    AlreadyExists,
    /// Another writer changed a row with a `#[version]` after it was read.
    Changed,
    /// The table is disabled.
    Disabled,
    /// No response before the deadline; a write may have taken effect.
    Timeout,
    /// The server is unreachable, overloaded or moving a region, or the connection was lost: a
    /// retry may succeed.
    Unavailable,
    /// The connection or the backend was closed.
    Closed,
    /// The store is in use by another process, or already open in this one.
    InUse,
    /// The disk is full.
    NoSpace,
    /// The client could not log in to the cluster, or did not try to where the cluster requires it.
    Unauthenticated,
    /// The server denied access: the message names the missing permission.
    Denied,
    /// The backend does not support the operation; the message names an alternative.
    Unsupported,
    /// The request is invalid for any backend.
    InvalidRequest,
    /// The cursor of a page is damaged, or belongs to another query. If the program takes cursors from its own clients,
    /// the error is the client's.
    InvalidCursor,
    /// A value cannot be encoded, as a cell or in a key.
    Encode,
    /// A cell or a key cannot be decoded as its field's type.
    Decode,
    /// Stored bytes are damaged, or of an unknown format.
    Corrupt,
    /// Some of many rows failed, with errors of several kinds.
    Several,
    /// A live table differs from its struct.
    Differs,
    /// The rows of a live table have another layout than the struct of the call, or their layout is required and unknown.
    Layout,
    /// The settings are invalid.
    Settings,
    /// Any other error.
    Other,
}

impl ErrorKind {
    /// The kind of a backend's error.
    pub fn of_backend(error: &Backend) -> Self {
        match error {
            Backend::TableNotFound { .. }
            | Backend::NamespaceNotFound { .. }
            | Backend::FamilyNotFound { .. } => Self::NotFound,
            Backend::TableExists { .. } | Backend::NamespaceExists { .. } => Self::AlreadyExists,
            Backend::NamespaceNotEmpty { .. }
            | Backend::InvalidRequest { .. }
            | Backend::TooLarge { .. } => Self::InvalidRequest,
            Backend::Unsupported { .. } => Self::Unsupported,
            Backend::DeadlineExceeded { .. } => Self::Timeout,
            Backend::Corrupt { .. } | Backend::NewerFormat { .. } => Self::Corrupt,
            Backend::Locked { .. } | Backend::LockedHere { .. } => Self::InUse,
            Backend::DiskFull { .. } => Self::NoSpace,
            Backend::TableDisabled { .. } => Self::Disabled,
            Backend::Io { .. } if Failure::of(error) == Failure::Lost => Self::Unavailable,
            Backend::Io { cause, .. } => of_io(cause.kind()),
            Backend::NotSent { .. } | Backend::Unavailable { .. } => Self::Unavailable,
            Backend::Unauthenticated { .. } => Self::Unauthenticated,
            Backend::Closed { .. } => Self::Closed,
            Backend::Server { class, message } | Backend::Rejected { class, message } => {
                of_exception(class, message)
            }
            _ => Self::Other,
        }
    }

    /// Whether a retry may succeed. A failed write may have taken effect nevertheless: see
    /// [`Timeout`](Self::Timeout).
    pub fn is_retryable(self) -> bool {
        matches!(self, Self::Timeout | Self::Unavailable)
    }

    /// The common kind of all these errors, [`Several`](Self::Several) if they differ.
    pub(in crate::db) fn of_all(kinds: impl IntoIterator<Item = Self>) -> Self {
        let mut kinds = kinds.into_iter();
        let first = kinds.next().unwrap_or(Self::Other);
        if kinds.all(|kind| kind == first) {
            first
        } else {
            Self::Several
        }
    }
}

fn of_io(kind: io::ErrorKind) -> ErrorKind {
    match kind {
        io::ErrorKind::PermissionDenied => ErrorKind::Denied,
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => ErrorKind::NoSpace,
        _ => ErrorKind::Other,
    }
}

/// The kind of an exception in `HBase`, by its class, with or without its package, and its message.
fn of_exception(class: &str, message: &str) -> ErrorKind {
    match ExceptionKind::of(class, message) {
        Some(
            ExceptionKind::TableNotFound
            | ExceptionKind::NamespaceNotFound
            | ExceptionKind::FamilyNotFound,
        ) => ErrorKind::NotFound,
        Some(ExceptionKind::TableExists | ExceptionKind::NamespaceExists) => {
            ErrorKind::AlreadyExists
        }
        Some(ExceptionKind::TableDisabled) => ErrorKind::Disabled,
        Some(ExceptionKind::AccessDenied) => ErrorKind::Denied,
        Some(ExceptionKind::InvalidRequest) => ErrorKind::InvalidRequest,
        Some(ExceptionKind::Unsupported) => ErrorKind::Unsupported,
        Some(ExceptionKind::Timeout) => ErrorKind::Timeout,
        Some(ExceptionKind::Corrupt) => ErrorKind::Corrupt,
        Some(ExceptionKind::Transient) => ErrorKind::Unavailable,
        _ => ErrorKind::Other,
    }
}
