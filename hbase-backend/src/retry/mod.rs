//! The policy of retries for all backends and their callers: which calls are retried after a failure, after which pauses,
//! and how often.
//!
//! The [`Failure`] and the call's [`Idempotency`] decide the [`Reaction`]. [`Pauses`] counts the tries of a call, and returns the pause before the next one, by the time that is left.
//!
//! | [`Failure`] | what failed | read | idempotent write | other write |
//! |---|---|---|---|---|
//! | `NotSent` | nothing was sent: there is no connection, no region or no active master yet | retry | retry | retry |
//! | `Declined` | the server declined: its region moves or opens, a server or the master starts or stops | retry | retry | retry |
//! | `Redirected` | the server declined, and named the region's new server; or it processed only a part of a batch, and the rest can be sent immediately | retry immediately | retry immediately | retry immediately |
//! | `Busy` | the server declined: the region is too busy, its queue is full | retry after a long pause | retry after a long pause | retry after a long pause |
//! | `Throttled` | the server throttles the call, and named the time to wait | retry after that wait | retry after that wait | retry after that wait |
//! | `Lost` | the connection was lost after the request was sent | retry | retry | error: unknown outcome |
//! | `TimedOut` | the server did not finish in time | retry | retry | error: unknown outcome |
//! | `Overloaded` | any other exception that reports an overloaded server | retry after a long pause | retry after a long pause | error: unknown outcome |
//! | `Unexplained` | an exception of an unknown class, or bytes on the connection that cannot be decoded | 6 tries | 6 tries | error: unknown outcome |
//! | `Unreadable` | the response to this call cannot be decoded | error | error | error: unknown outcome |
//! | `ScannerExpired` | the scanner has expired; a retry continues after the last row that the scan returned | retry immediately | error | error |
//! | `Final` | anything else: the deadline has passed, the request is too long or invalid, the table is missing or disabled, access is denied | error | error | error |
//!
//! The pauses are those of `HBase`'s Java client (`HConstants.RETRY_BACKOFF`): 0.1, 0.2, 0.3, 0.5, 1, 2, 4, 10, 10, 10, 10
//! and 20 s, then 20 s each. A long pause is ten times as long. After three immediate retries, each later one follows a normal
//! pause. Each pause is up to 1 % longer, at random. A pause that would end after the deadline is shortened, so that a
//! last try starts a second before it. If less than two seconds are left, or the server named the wait, the call returns
//! its error instead.
//!
//! Increments, appends and conditional writes are other writes. The native backend sends an increment or append without a
//! response to the same process of the server, which recognizes its nonce: up to 6 tries, within a minute. A procedure of
//! the master is an idempotent write, since the master recognizes its nonce.
//!
//! | where | retries | until |
//! |---|---|---|
//! | native backend | all calls, as in the table above, except flushes and compactions; a look-up of a region counts as a try of the call | the deadline |
//! | Thrift backend | all calls, as in the table above, with three differences: a read whose connection failed is retried only by the typed layer (the crate `hbase-schema`, above the backends); an idempotent write whose connection is lost has 6 tries; a transient exception of the gateway counts as "the server did not finish in time" | the deadline |
//! | typed layer | reads whose connection failed, and reads of an embedded store that is opening its files | `retries` (default 3), and the deadline |
//! | `update`, writes of rows with indexes, and changes of columns of rows with a version | the whole call, if another writer changed the row between its read and its write | 10 tries, and the deadline |
//! | imports | batches, and blocks of running numbers, after the backend has returned an error | 6 tries, each with a deadline |
//!
//! The typed layer retries a read after the native backend only where the deadline was too short for another pause of that
//! backend. Imports retry an increment of running numbers like an idempotent write: a second one only leaves numbers out.
//! A row that another writer changes meanwhile is no failure. Before it is read once more, there is a pause: a random part of
//! a tenth of the normal one, so that the writers do not meet at the next try.

mod failure;
mod pauses;
#[cfg(test)]
mod table;

pub use failure::{Failure, Idempotency, Reaction};
pub use pauses::{Pause, Pauses};
