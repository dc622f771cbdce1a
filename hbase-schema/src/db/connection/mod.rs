//! `Connection`: a backend, and the options of its calls.

mod calls;
mod closed;
pub(super) mod gate;
pub(super) mod limits;
pub(super) mod link;
mod metrics;
pub(super) mod runtime;

pub use limits::Limits;
pub use metrics::Metrics;
pub(crate) use runtime::check_runtime;

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Deadline, Durability, Mutation};

use crate::db::error::{CallContext, Error};
use crate::db::layout::Layouts;
use crate::debug::debug_fields;
use gate::Gate;
use link::Link;
use metrics::Counters;

/// A connection with typed reads and writes. Cheap to clone; clones share the backend.
///
/// Every call has a timeout: [`Limits::timeout`], or the one set by [`timeout`](Self::timeout).
/// Dropping its future cancels it. An operation of several calls, such as `put_many` and `count`,
/// also has a timeout as a whole: [`Limits::operation_timeout`].
///
/// ```
/// use hbase_schema::HTable;
///
/// #[derive(HTable, Debug, Clone, PartialEq)]
/// #[table("DLQX:WEATHER_DATA")]
/// #[family("D1")]
/// struct Weather {
///     #[rowkey]
///     city: String,
///     rain_mm: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), hbase_schema::Error> {
/// let db = hbase_schema::connect("memory:").await?;
/// db.create_table::<Weather>().await?;
/// let seattle = Weather { city: "Seattle".into(), rain_mm: 11 };
/// db.put(&seattle).await?;
/// assert_eq!(db.get(&seattle.key()).await?, Some(seattle));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Connection {
    pub(super) link: Arc<Link>,
    pub(super) options: CallOptions,
    /// The tables with indexes, which all clones share.
    #[cfg(feature = "index")]
    pub(super) indexed: Arc<crate::db::indexed::Registry>,
}

/// Options that can be set per call.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallOptions {
    /// The timeout of each call.
    pub(super) timeout: Duration,
    /// The timeout of all calls of an operation together.
    pub(super) operation_timeout: Duration,
    durability: Durability,
    ttl_ms: Option<u64>,
}

impl CallOptions {
    /// Sets a write's options.
    pub(super) fn apply(&self, mutation: &mut Mutation) {
        mutation.durability = self.durability;
        mutation.ttl_ms = self.ttl_ms;
    }

    pub(super) fn durability(&self) -> Durability {
        self.durability
    }

    pub(super) fn ttl_ms(&self) -> Option<u64> {
        self.ttl_ms
    }

    /// Options of writes that neither expire nor are lost with a server, in a table that declares this
    /// durability.
    pub(super) fn lasting(self, declared: Option<&str>) -> Self {
        let is_logged = match self.durability {
            Durability::UseDefault => !matches!(declared, Some("SKIP_WAL" | "ASYNC_WAL")),
            Durability::SyncWal | Durability::FsyncWal => true,
            _ => false,
        };
        let durability = if is_logged {
            self.durability
        } else {
            Durability::SyncWal
        };
        Self {
            durability,
            ttl_ms: None,
            ..self
        }
    }
}

impl Connection {
    /// A connection over any backend, with default limits.
    pub fn with_backend(backend: Arc<dyn Backend>) -> Self {
        Self::with_limits(backend, Limits::default())
    }

    /// A connection over any backend, with these limits.
    pub fn with_limits(backend: Arc<dyn Backend>, limits: Limits) -> Self {
        let link = Link {
            gate: Arc::new(Gate::new(backend)),
            limits,
            counters: Counters::default(),
            layouts: Arc::new(Layouts::new(limits.layout_check)),
        };
        Self {
            link: Arc::new(link),
            options: CallOptions {
                timeout: limits.timeout,
                operation_timeout: limits.operation_timeout,
                durability: Durability::default(),
                ttl_ms: None,
            },
            #[cfg(feature = "index")]
            indexed: Arc::new(crate::db::indexed::Registry::new(&limits)),
        }
    }

    /// A connection over another backend with the same tables, which knows their layouts.
    pub(crate) fn over(&self, backend: Arc<dyn Backend>) -> Self {
        let mut over = Self::with_limits(backend, *self.limits());
        if let Some(link) = Arc::get_mut(&mut over.link) {
            link.layouts = Arc::clone(&self.link.layouts);
        }
        over
    }

    /// The backend, for untyped calls. It stays open as long as the returned pointer, even after
    /// [`close`](Self::close).
    pub fn backend(&self) -> Arc<dyn Backend> {
        self.link.gate.backend()
    }

    /// The limits of its calls.
    pub fn limits(&self) -> &Limits {
        &self.link.limits
    }

    /// Counts of the calls so far, of all clones together.
    pub fn metrics(&self) -> Metrics {
        let metrics = self.link.counters.so_far();
        metrics.with_backend(&*self.link.gate.backend())
    }

    /// The same connection with this timeout for each call: `db.timeout(d).put(&row)`.
    pub fn timeout(&self, timeout: Duration) -> Self {
        let mut other = self.clone();
        other.options.timeout = timeout;
        other
    }

    /// The same connection with this timeout for an operation of several calls, such as `put_many` and
    /// `count`: [`Limits::operation_timeout`].
    pub fn operation_timeout(&self, timeout: Duration) -> Self {
        let mut other = self.clone();
        other.options.operation_timeout = timeout;
        other
    }

    /// The same connection, whose writes have this durability before they are acknowledged.
    pub fn durability(&self, durability: Durability) -> Self {
        let mut other = self.clone();
        other.options.durability = durability;
        other
    }

    /// The same connection, whose writes expire after this time, in whole milliseconds.
    ///
    /// `HBase` adds it to the cell's timestamp in 64 bits. If the sum overflows, as with
    /// [`Duration::MAX`], writes return an error; cells without a TTL never expire. Writes of a table with indexes and of
    /// rows with a `#[version]` return an error too: declare the `ttl` of the family instead.
    pub fn ttl(&self, ttl: Duration) -> Self {
        let mut other = self.clone();
        other.options.ttl_ms = Some(u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX));
        other
    }

    /// Checks that the backend can be reached; returns a line that describes it.
    ///
    /// # Errors
    /// [`Error::Backend`].
    pub async fn ping(&self) -> Result<String, Error> {
        let ping = CallContext::call("ping");
        let answer = self.read(ping, |backend, deadline| async move {
            backend.ping(deadline).await
        });
        answer.await
    }

    /// Closes the connection and all of its clones: waits for running calls, rejects further ones,
    /// and drops the backend. Before that, it deletes the old entries of indexes that are due; those that are not are left
    /// to a sweep. Later calls return an error of the kind
    /// [`Closed`](crate::ErrorKind::Closed), streams of rows as their next item.
    /// A stream that is not polled, and a pointer from [`backend`](Self::backend), keep their
    /// resources until they are dropped. Closing twice is not an error.
    ///
    /// ```
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), hbase_schema::Error> {
    /// use hbase_schema::ErrorKind;
    ///
    /// let db = hbase_schema::connect("memory:").await?;
    /// db.close().await?;
    /// assert_eq!(db.ping().await.unwrap_err().kind(), ErrorKind::Closed);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Backend`] with a timeout if calls are still running after the timeout of a call.
    /// The connection is closed nevertheless.
    pub async fn close(&self) -> Result<(), Error> {
        let about = CallContext::call("close");
        let deadline = Deadline::after(self.options.timeout);
        // Half of the time is left to the calls under way.
        #[cfg(feature = "index")]
        self.delete_due_entries(Deadline::after(self.options.timeout / 2))
            .await;
        self.link.layouts.stop();
        let closed = self.link.gate.close(deadline).await;
        let Some(backend) = closed.map_err(|error| about.backend(error))? else {
            return Ok(());
        };
        // Dropping a store may write and block: not on a thread of the runtime.
        let freed = tokio::task::spawn_blocking(move || drop(backend));
        freed.await.map_err(|error| {
            about.backend(hbase_backend::Error::Closed {
                why: format!("freeing the backend failed: {error}"),
            })
        })
    }
}

debug_fields!(
    Connection | connection | backend = connection.link.gate.name(),
    timeout = connection.options.timeout
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_last_is_written_to_the_log_and_does_not_expire() {
        for (durability, declared, expected) in [
            (Durability::UseDefault, None, Durability::UseDefault),
            (
                Durability::UseDefault,
                Some("SYNC_WAL"),
                Durability::UseDefault,
            ),
            (
                Durability::UseDefault,
                Some("SKIP_WAL"),
                Durability::SyncWal,
            ),
            (
                Durability::UseDefault,
                Some("ASYNC_WAL"),
                Durability::SyncWal,
            ),
            (Durability::SkipWal, None, Durability::SyncWal),
            (Durability::AsyncWal, Some("FSYNC_WAL"), Durability::SyncWal),
            (Durability::SyncWal, Some("SKIP_WAL"), Durability::SyncWal),
            (Durability::FsyncWal, Some("SKIP_WAL"), Durability::FsyncWal),
        ] {
            let options = CallOptions {
                timeout: Duration::from_secs(7),
                operation_timeout: Duration::from_secs(8),
                durability,
                ttl_ms: Some(5),
            };
            let lasting = options.lasting(declared);
            assert_eq!(
                lasting.durability(),
                expected,
                "{durability:?} {declared:?}"
            );
            assert_eq!((lasting.ttl_ms(), lasting.timeout), (None, options.timeout));
        }
    }
}
