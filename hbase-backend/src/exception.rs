//! `HBase`'s exceptions, by the names of their classes.

/// The meaning of an exception of `HBase`: the typed layer classifies errors by it, and a backend
/// decides by it whether to retry a call.
///
/// The classes are those of hbase-client 2.6. The transient ones are what its
/// `ClientExceptionsUtil` retries (`isSpecialException`, `isConnectionException`), the exceptions of
/// servers and masters that start or stop, and those after which its scanners are reopened.
///
/// ```
/// use hbase_backend::ExceptionKind;
/// let class = "org.apache.hadoop.hbase.NotServingRegionException";
/// assert_eq!(ExceptionKind::of_class(class), Some(ExceptionKind::Transient));
/// assert_eq!(ExceptionKind::of_class("java.io.IOException"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExceptionKind {
    /// The table is missing.
    TableNotFound,
    /// The namespace is missing.
    NamespaceNotFound,
    /// The table has no such family.
    FamilyNotFound,
    /// The table exists already.
    TableExists,
    /// The namespace exists already.
    NamespaceExists,
    /// The table is disabled.
    TableDisabled,
    /// The user lacks a permission.
    AccessDenied,
    /// The request is invalid.
    InvalidRequest,
    /// The server does not support the request.
    Unsupported,
    /// The server did not finish in time; it is not known whether a write took effect.
    Timeout,
    /// A store file is damaged.
    Corrupt,
    /// A server is starting, stopping, overloaded or moving a region, or a scanner has expired: a
    /// retry may succeed.
    Transient,
}

impl ExceptionKind {
    /// The kind of an exception by its class, or by its message if the class is too general: a server that
    /// aborts reports its closed log as `java.io.IOException`, before it writes anything.
    ///
    /// ```
    /// use hbase_backend::ExceptionKind;
    /// let of = |message| ExceptionKind::of("java.io.IOException", message);
    /// assert_eq!(of("Cannot append; log is closed"), Some(ExceptionKind::Transient));
    /// assert_eq!(of("No space left on device"), None);
    /// ```
    pub fn of(class: &str, message: &str) -> Option<Self> {
        let is_closed_log = || message.starts_with("Cannot append; log is closed");
        Self::of_class(class).or_else(|| is_closed_log().then_some(Self::Transient))
    }

    /// The kind of a class, named with or without its package; `None` for any other class.
    pub fn of_class(class: &str) -> Option<Self> {
        let name = class.rsplit(['.', '$']).next().unwrap_or(class);
        Some(match name {
            "TableNotFoundException" => Self::TableNotFound,
            "NamespaceNotFoundException" => Self::NamespaceNotFound,
            "NoSuchColumnFamilyException" => Self::FamilyNotFound,
            "TableExistsException" => Self::TableExists,
            "NamespaceExistException" => Self::NamespaceExists,
            "TableNotEnabledException" => Self::TableDisabled,
            "AccessDeniedException" => Self::AccessDenied,
            "IllegalArgumentException"
            | "FailedSanityCheckException"
            | "DoNotRetryIOException"
            | "InvalidFamilyOperationException"
            | "NegativeArraySizeException"
            | "ConstraintException"
            | "RequestTooBigException"
            | "TableNotDisabledException" => Self::InvalidRequest,
            "UnsupportedOperationException" => Self::Unsupported,
            "CallTimeoutException"
            | "SocketTimeoutException"
            | "OperationTimeoutExceededException" => Self::Timeout,
            "CorruptHFileException" => Self::Corrupt,
            _ if is_transient(name) => Self::Transient,
            _ => return None,
        })
    }
}

/// `java.net.ConnectException` or a subclass of it in Netty, such as `AnnotatedConnectException`,
/// reports that a connection was refused.
fn is_transient(name: &str) -> bool {
    TRANSIENT.contains(&name) || name.ends_with("ConnectException")
}

const TRANSIENT: &[&str] = &[
    "NotServingRegionException",
    "WrongRegionException",
    "RegionInRecoveryException",
    "RegionMovedException",
    "RegionOpeningException",
    "NoServerForRegionException",
    "RegionTooBusyException",
    "CallQueueTooBigException",
    "CallDroppedException",
    "RpcThrottlingException",
    "RetryImmediatelyException",
    "MultiActionResultTooLarge",
    "RegionServerAbortedException",
    "RegionServerStoppedException",
    "WALClosedException",
    "ServerNotRunningYetException",
    "PleaseHoldException",
    "MasterNotRunningException",
    "NotMasterException",
    "ConnectionClosedException",
    "ConnectionClosingException",
    "FailedServerException",
    "UnknownScannerException",
    "ScannerResetException",
    "OutOfOrderScannerNextException",
    "LeaseException",
];

#[cfg(test)]
mod tests {
    use super::ExceptionKind;

    #[test]
    fn classes_have_kinds_with_and_without_their_package() {
        for (class, kind) in [
            (
                "org.apache.hadoop.hbase.TableNotEnabledException",
                Some(ExceptionKind::TableDisabled),
            ),
            ("TableNotFoundException", Some(ExceptionKind::TableNotFound)),
            (
                "org.apache.hadoop.hbase.CallQueueTooBigException",
                Some(ExceptionKind::Transient),
            ),
            (
                "org.apache.hbase.thirdparty.io.netty.channel.AbstractChannel$AnnotatedConnectException",
                Some(ExceptionKind::Transient),
            ),
            ("java.lang.IllegalStateException", None),
            ("", None),
        ] {
            assert_eq!(ExceptionKind::of_class(class), kind, "{class}");
        }
    }
}
