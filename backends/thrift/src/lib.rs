//! `HBase` by its Thrift1 gateway (`hbase thrift start`).
//!
//! [`Thrift`] is a [`Backend`](hbase_model::Backend) over one gateway or several, which are used in
//! turn; one that takes no connection, or does not answer on a new one, goes last for a while. The
//! gateway's transport and protocol are said in [`Options`]: it cannot be asked for them.
//!
//! # What the gateway cannot do
//!
//! Each is an error that names the way out. Nothing is done halfway or in another way than asked.
//!
//! | the gateway cannot | instead |
//! |---|---|
//! | mix puts and deletes of a row in one atomic step | write the puts and the deletes one after the other |
//! | give each cell a timestamp of its own | write the cells of each timestamp by a mutation of their own |
//! | give single cells a time to live | set the family's TTL |
//! | delete one version alone | delete the column up to a timestamp: every version up to it goes |
//! | check more than equality and absence, or do more under a condition than put one cell at the server's time | compare for equality or absence, and put one cell without a timestamp |
//! | use every filter | use other filters, or filter the rows that come |
//! | read a time range with a lower bound | read from 0 and leave out older cells yourself |
//! | get several versions of more than one column | ask for one column at a time |
//! | scan several versions | get the versions of one column of each row |
//! | limit the cells of each family | name the columns, or take what is needed of the answer |
//! | scan raw | scan with RAW in `HBase`'s shell |
//! | increment several counters in one step | increment one counter at a time |
//! | tell the timestamp of a counter's new value | read the counter after the increment |
//! | create a table with splits | run the table's DDL in `HBase`'s shell (`T::DDL` is its text) |
//! | set every table and family attribute | run the table's DDL in `HBase`'s shell (`T::DDL` is its text) |
//! | change a table that is there | run `alter` in `HBase`'s shell |
//! | empty a table and keep its attributes | run `truncate_preserve` in `HBase`'s shell |
//! | manage namespaces | run `create_namespace`, `drop_namespace` or `list_namespace` in `HBase`'s shell |
//! | flush and compact on demand | run `flush` or `major_compact` in `HBase`'s shell |
//! | choose the durability of one write | set DURABILITY of the table |
//!
//! Of some of these it can do a part, and does: `SKIP_WAL` and `SYNC_WAL` as durabilities, time
//! ranges `[0, max)`, the versions of one named column, filters that `HBase`'s filter language has
//! words for (all but `LongComparator`, `NullComparator`, `MultiRowRangeFilter`, `FuzzyRowFilter`),
//! a put of one cell where a column has a value or has none, tables without splits whose families
//! say VERSIONS, TTL, COMPRESSION, BLOOMFILTER, BLOCKCACHE and `IN_MEMORY`.
//!
//! # What differs
//!
//! - Puts, and deletes of families and columns, are sent as `SYNC_WAL` unless `SKIP_WAL` was asked
//!   for: the gateway has no word for the table's own durability, so a table of `ASYNC_WAL` is
//!   written more surely, one of `FSYNC_WAL` less. Increments, appends and the deletion of a whole
//!   row take no durability.
//! - The answer to an increment has [`LATEST_TIMESTAMP`](hbase_model::LATEST_TIMESTAMP) as its
//!   timestamp, for the gateway does not tell it.
//! - A description of a table tells of each family what is listed above, and the regions' first keys
//!   as the table's splits; all else is `None`, whatever it is.
//! - Of a disabled table the gateway's calls for several rows say nothing: they try for longer than
//!   anybody waits. So it is asked before them whether the table is enabled, of each table at most once
//!   in five seconds. A table that is disabled in between costs one call its deadline.
//! - In a reversed scan, a filter on a column's value is sent beside one that passes every row, for
//!   `HBase` refuses to load families on demand there. An [`Or`](hbase_model::Filter::Or) of prefixes or
//!   ranges of qualifiers, in which `HBase` loses cells in reverse, is sent as comparisons, or refused
//!   where these would mean something else.
//! - A table is dropped in two calls (disable, delete). When the second fails the table stays
//!   disabled; dropping it again goes on.
//!
//! # Connections
//!
//! There are at most [`Options::pool`] of them. A call takes one; when it ends well, and only then,
//! the connection is used again. One that was idle for [`Options::most_idle`], or that the gateway
//! has closed, is replaced before anything is sent on it. Where a gateway's machine is gone without a
//! word, its connections are lost after 15 seconds (on Linux; elsewhere as the system has it), so
//! that there is time left for another gateway. A scanner lives on the connection on which
//! it was opened: scanner numbers begin anew when a gateway starts again, so that on another
//! connection the same number may be somebody else's scan. A scanner that is lost is opened again
//! behind the last row that came.
//!
//! # What is repeated
//!
//! | what | when the connection is lost | when the servers say "later" |
//! |---|---|---|
//! | reads | by the typed layer, `Limits::retries` times | here, with pauses |
//! | puts and deletes with timestamps | here, four times | here, with pauses |
//! | other writes | never, once something was sent | never |
//! | writes and changes of tables of which nothing was sent | here, with pauses, some 26 seconds | |
//! | the next rows of a scan | here, from behind the last row, four times | here, with pauses |
//!
//! Where no connection could be had, nothing was sent, and the error says so
//! ([`Error::NotSent`](hbase_model::Error::NotSent)).
//! All of it ends at the call's deadline. A connection that turns out to have been closed while it
//! was idle is no failure: the call goes on another one at once.

mod backend;
mod bounds;
mod call;
mod check;
mod ddl;
mod explain;
mod fault;
mod filter;
mod net;
mod options;
mod ping;
mod read;
mod refuse;
mod scan;
mod state;
mod update;
mod wire;
mod write;

pub use backend::Thrift;
#[doc(hidden)]
pub use net::{Clock, ManualClock};
pub use options::{Gateway, Options};

/// The backend's name.
pub(crate) const NAME: &str = "thrift";
