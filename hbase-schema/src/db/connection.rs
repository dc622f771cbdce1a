//! A connection: a backend, and how it is called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use hbase_model::{Backend, Deadline, Durability, Mutation};

use super::error::{About, Error};
use super::gate::Gate;
use super::limits::Limits;
use super::link::Link;
use super::metrics::{Counters, Metrics};

/// A connection to tables of rows with types. Cheap to clone; clones share the backend.
///
/// Every call is bounded in time, by [`Limits::timeout`] unless [`timeout`](Self::timeout) says
/// otherwise, and dropping its future cancels it. What takes several calls, as `put_many` and
/// `count`, is bounded as a whole too, by [`Limits::operation_timeout`].
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
}

/// What can be said for single calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallOptions {
    /// How long one wait may take.
    pub(super) timeout: Duration,
    /// How long all waits of an operation may take together.
    pub(super) operation_timeout: Duration,
    durability: Durability,
    ttl_ms: Option<u64>,
}

impl CallOptions {
    /// What a write takes of them.
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
}

impl Connection {
    /// A connection over any backend, with the limits as they are by default.
    pub fn with_backend(backend: Arc<dyn Backend>) -> Self {
        Self::with_limits(backend, Limits::default())
    }

    /// A connection over any backend.
    pub fn with_limits(backend: Arc<dyn Backend>, limits: Limits) -> Self {
        let link = Link {
            gate: Gate::new(backend),
            limits,
            counters: Counters::default(),
        };
        Self {
            link: Arc::new(link),
            options: CallOptions {
                timeout: limits.timeout,
                operation_timeout: limits.operation_timeout,
                durability: Durability::default(),
                ttl_ms: None,
            },
        }
    }

    /// The backend itself, for what has no types: `Backend`'s calls as they are. Whoever keeps it
    /// keeps it open, whatever [`close`](Self::close) does.
    pub fn backend(&self) -> Arc<dyn Backend> {
        self.link.gate.backend()
    }

    /// The numbers that it goes by.
    pub fn limits(&self) -> &Limits {
        &self.link.limits
    }

    /// What it has done so far, together with its clones.
    pub fn metrics(&self) -> Metrics {
        let metrics = self.link.counters.so_far();
        metrics.with_backend(&*self.link.gate.backend())
    }

    /// The same connection, whose calls may take this long: `db.timeout(d).put(&row)`.
    pub fn timeout(&self, timeout: Duration) -> Self {
        let mut other = self.clone();
        other.options.timeout = timeout;
        other
    }

    /// The same connection, whose operations of several calls, as `put_many` and `count`, may take
    /// this long as a whole: [`Limits::operation_timeout`].
    pub fn operation_timeout(&self, timeout: Duration) -> Self {
        let mut other = self.clone();
        other.options.operation_timeout = timeout;
        other
    }

    /// The same connection, whose writes are kept this surely before they are acknowledged.
    pub fn durability(&self, durability: Durability) -> Self {
        let mut other = self.clone();
        other.options.durability = durability;
        other
    }

    /// The same connection, whose writes expire after this time, to the millisecond.
    ///
    /// `HBase` adds it to the cell's timestamp in 64 bits. A time whose end they cannot hold, such as
    /// [`Duration::MAX`], makes each write an error; rows that live for ever have no TTL.
    pub fn ttl(&self, ttl: Duration) -> Self {
        let mut other = self.clone();
        other.options.ttl_ms = Some(u64::try_from(ttl.as_millis()).unwrap_or(u64::MAX));
        other
    }

    /// Whether the backend can be reached, and a line that says what was reached.
    ///
    /// # Errors
    /// [`Error::Backend`], which says what is wrong.
    pub async fn ping(&self) -> Result<String, Error> {
        let ping = About::call("ping");
        let timeout = self.options.timeout;
        self.link
            .read(ping, timeout, |backend, deadline| async move {
                backend.ping(deadline).await
            })
            .await
    }

    /// Closes the connection, for all of its clones: calls that are under way are waited for, no
    /// further one begins, and what the backend holds is freed. Later calls return an error of the
    /// kind [`Closed`](crate::ErrorKind::Closed), streams of rows with their next item.
    ///
    /// A stream that is not asked again, and a [`backend`](Self::backend) that was taken out, hold
    /// what is theirs until they are dropped. Closing twice is no error.
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
    /// [`Error::Backend`] with a timeout where calls are still under way after the timeout of a
    /// call. The connection is closed all the same.
    pub async fn close(&self) -> Result<(), Error> {
        let about = About::call("close");
        let deadline = Deadline::after(self.options.timeout);
        let closed = self.link.gate.close(deadline).await;
        let Some(backend) = closed.map_err(|error| about.backend(error))? else {
            return Ok(());
        };
        // Freeing a store may write and wait: not on a thread of the runtime.
        let freed = tokio::task::spawn_blocking(move || drop(backend));
        freed.await.map_err(|error| {
            about.backend(hbase_model::Error::Closed {
                why: format!("freeing what it held failed: {error}"),
            })
        })
    }
}

impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection")
            .field("backend", &self.link.gate.name())
            .field("timeout", &self.options.timeout)
            .finish_non_exhaustive()
    }
}
