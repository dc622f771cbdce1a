//! `HBase` through its Thrift1 gateway (`hbase thrift start`).
//!
//! [`Thrift`] is a [`Backend`](hbase_backend::Backend) over one or several gateways, which are used in
//! turn; one that refuses connections, or does not respond on a new one, is tried last for a while.
//! [`Options`] sets the gateways' transport and protocol, which clients cannot discover.
//!
//! # Unsupported by the gateway
//!
//! Each returns an error with an alternative. No request is executed in part or with another meaning.
//!
//! | the gateway cannot | instead |
//! |---|---|
//! | mix puts and deletes of a row in one atomic step | write the puts and the deletes one after the other |
//! | give each cell a timestamp of its own | write the cells of each timestamp by a separate mutation |
//! | give single cells a time to live | set the family's TTL |
//! | delete one version alone | delete the column up to a timestamp, with every version up to it |
//! | check more than equality and absence, or do more under a condition than put one cell at the server's time | compare for equality or absence, and put one cell without a timestamp |
//! | use every filter | use other filters, or filter the returned rows |
//! | read a time range with a lower bound | read from 0 and leave out older cells yourself |
//! | get several versions of more than one column | get one column at a time |
//! | scan several versions | get the versions of one column of each row |
//! | limit the cells of each family | name the columns, or use only the needed part of the result |
//! | scan raw | scan with RAW in `HBase`'s shell |
//! | increment several counters in one step | increment one counter at a time |
//! | return the timestamp of a counter's new value | read the counter after the increment |
//! | create a table with splits | run the table's DDL in `HBase`'s shell (`T::DDL` is its text) |
//! | set every table and family attribute | run the table's DDL in `HBase`'s shell (`T::DDL` is its text) |
//! | alter an existing table | run `alter` in `HBase`'s shell |
//! | empty a table and keep its attributes | run `truncate_preserve` in `HBase`'s shell |
//! | manage namespaces | run `create_namespace`, `drop_namespace` or `list_namespace` in `HBase`'s shell |
//! | flush and compact on demand | run `flush` or `major_compact` in `HBase`'s shell |
//! | choose the durability of one write | set DURABILITY of the table |
//!
//! Some of these are supported in part: the durabilities `SKIP_WAL` and `SYNC_WAL`, time ranges
//! `[0, max)`, the versions of one named column, the filters of `HBase`'s filter language (all but
//! `LongComparator`, `NullComparator`, `MultiRowRangeFilter`, `FuzzyRowFilter`), a put of one cell if a
//! column has a value or has none, tables without splits whose families declare VERSIONS, TTL,
//! COMPRESSION, BLOOMFILTER, BLOCKCACHE and `IN_MEMORY`.
//!
//! # Differences from other backends
//!
//! - Puts, and deletes of families and columns, are sent as `SYNC_WAL` unless `SKIP_WAL` is set: the gateway
//!   cannot use the table's durability. A table with `ASYNC_WAL` is thus written with more durability, one with
//!   `FSYNC_WAL` with less. Increments, appends and the deletion of a whole row have no durability.
//! - The result of an increment has [`LATEST_TIMESTAMP`](hbase_backend::LATEST_TIMESTAMP) as its
//!   timestamp, since the gateway does not report it.
//! - A table's description contains the family attributes listed above, and the regions' start keys as
//!   its split points; all other attributes are `None`.
//! - The gateway's calls for several rows retry on a disabled table for longer than any deadline. This
//!   backend therefore checks first whether the table is enabled, at most once in five seconds per table.
//!   If a table is disabled in between, one call exceeds its deadline.
//! - In a reversed scan, a filter on a column's value is sent together with one that passes every row,
//!   since `HBase` rejects loading families on demand there. An [`Or`](hbase_backend::Filter::Or) of
//!   prefixes or ranges of qualifiers, in which `HBase` loses cells in reverse, is sent as comparisons, or
//!   rejected if these would have another meaning.
//! - A table is dropped by two calls (disable, delete). If the second one fails, the table stays
//!   disabled; dropping it again completes the drop.
//!
//! # Connections
//!
//! The backend opens at most [`Options::pool`] connections. A call takes one; it is reused only if the call
//! succeeded. One that was idle for [`Options::max_idle`], or that the gateway has closed, is replaced before
//! anything is sent on it. If a host disappears without closing its connection, the connection is lost after 15
//! seconds (on Linux; elsewhere the system's default applies), which leaves time for another gateway. A scanner
//! is bound to the connection on which it was opened: a restarted gateway reuses scanner ids, so on another
//! connection the same id may be another scan. A lost scanner is reopened after the last row received.
//!
//! # Retries
//!
//! By the policy of [`hbase_backend::retry`], with these failures:
//!
//! | call | after a lost connection | after a transient exception |
//! |---|---|---|
//! | reads | by the typed layer, `Limits::retries` times | by the backend |
//! | puts and deletes with timestamps | by the backend, five times | by the backend |
//! | other writes | never, once something was sent | never |
//! | writes and changes of tables of which nothing was sent | by the backend | |
//! | the next rows of a scan | by the backend, after the last row, five times | by the backend |
//!
//! If no connection could be opened, nothing was sent, and the error is
//! [`Error::NotSent`](hbase_backend::Error::NotSent). All retries end at the call's deadline. A connection
//! that the gateway closed while it was idle is not an error: the call is sent on another one at once.

mod backend;
mod bounds;
mod call;
mod check;
mod clock;
mod columns;
mod ddl;
mod diagnose;
mod error;
mod exception;
mod filter;
mod gateway;
mod net;
mod options;
mod ping;
mod read;
mod scan;
mod table_state;
mod unsupported;
mod update;
mod wire;
mod write;

pub use backend::Thrift;
#[doc(hidden)]
pub use clock::{Clock, ManualClock};
pub use gateway::Gateway;
pub use options::Options;
