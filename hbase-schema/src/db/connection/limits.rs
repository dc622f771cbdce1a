//! Timeouts, retries and batch sizes of a connection's calls.

use std::time::Duration;

use crate::db::layout::LayoutCheck;
use crate::settings::{Settings, SettingsError};

/// Declares the limits: each with its type, its default and its setting.
macro_rules! limits {
    ($($(#[$doc:meta])* $limit:ident: $type:ty = $default:expr, $setting:literal;)*) => {
        /// Timeouts, retries and batch sizes of a connection's calls.
        ///
        /// ```
        /// use std::time::Duration;
        /// use hbase_schema::Limits;
        /// let limits = Limits::default().timeout(Duration::from_secs(5));
        /// assert_eq!(limits.batch_rows, 1000);
        /// ```
        ///
        /// Fields may be added, so it cannot be written as a literal:
        ///
        /// ```compile_fail
        /// # use hbase_schema::Limits;
        /// let limits = Limits { retries: 1, ..Limits::default() };
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[must_use = "limits do nothing until a connection is made with them"]
        #[non_exhaustive]
        pub struct Limits {
            $(
                $(#[$doc])*
                #[doc = concat!(
                    "\nDefault: `", stringify!($default), "`. Setting: `", $setting, "`."
                )]
                pub $limit: $type,
            )*
        }

        impl Limits {
            /// The settings' names.
            pub(crate) const SETTINGS: &[&str] = &[$($setting),*];

            $(
                #[doc = concat!(
                    "Sets [`", stringify!($limit), "`](Self#structfield.", stringify!($limit), ")."
                )]
                pub fn $limit(mut self, $limit: $type) -> Self {
                    self.$limit = $limit;
                    self
                }
            )*

            /// The limits in the settings, with defaults for the others.
            pub(crate) fn from_settings(settings: &Settings) -> Result<Self, SettingsError> {
                let mut limits = Self::default();
                $(
                    if let Some(value) = settings.value($setting)? {
                        limits.$limit = value;
                    }
                )*
                Ok(limits)
            }
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($limit: $default,)* }
            }
        }
    };
}

limits! {
    /// The maximum duration of a call, with its retries; for a scan, of each wait for rows or for its
    /// position to move; for `first` and `page`, of each wait for rows. The setting is in milliseconds.
    timeout: Duration = Duration::from_secs(30), "hbase.schema.timeout.ms";

    /// The maximum duration of an operation of several calls: `count`, `collect`, `first`, `page`,
    /// `page_after`, `get_many`, `put_many` and the other calls on many rows. The setting is in
    /// milliseconds; `HBase` has the same default for `hbase.client.operation.timeout`.
    ///
    /// Streams have no timeout as a whole: `rows`, `keys` and `put_stream` bound each wait by
    /// [`timeout`](Self::timeout).
    operation_timeout: Duration = Duration::from_secs(20 * 60), "hbase.schema.operation.timeout.ms";

    /// The duration beyond which a call counts as slow, in metrics and in `tracing`. The setting is
    /// in milliseconds.
    slow_call: Duration = Duration::from_secs(1), "hbase.schema.slow.ms";

    /// The maximum number of retries of a read after a transient error, such as a lost connection.
    ///
    /// The connection retries no writes: without a response it is unknown whether a write took effect. A backend may retry
    /// idempotent ones: those whose cells have explicit timestamps, those of which no byte was sent, and increments and
    /// appends that the same server recognizes.
    retries: u32 = 3, "hbase.schema.retries";

    /// Maximum rows in a batch of writes, or of gets.
    batch_rows: usize = 1000, "hbase.schema.batch.rows";

    /// Bytes of cells at which a batch of writes is full.
    batch_bytes: usize = 2 << 20, "hbase.schema.batch.bytes";

    /// The maximum number of concurrent scans of one query, and of concurrent calls of
    /// `increment_many`.
    max_concurrent_scans: usize = 16, "hbase.schema.max.concurrent.scans";

    /// Approximate bytes of rows that a query holds in memory.
    scan_bytes: usize = 8 << 20, "hbase.schema.scan.bytes";

    /// The maximum duration of a query of several values by an index, after which it fails. All clients of a table must
    /// have the same limit. The setting is in milliseconds.
    index_query_limit: Duration = Duration::from_secs(60), "hbase.schema.index.query.limit.ms";

    /// The maximum time from reading the states of a table's indexes to sending a row's write. A build of an index waits
    /// twice as long. All clients of a table must have the same limit. The setting is in milliseconds.
    index_write_limit: Duration = Duration::from_secs(30), "hbase.schema.index.write.limit.ms";

    /// Whether structs are compared with the layouts that live tables have: `off`, `known` or `required`.
    layout_check: LayoutCheck = LayoutCheck::Known, "hbase.schema.layout.check";
}
