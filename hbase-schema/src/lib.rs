//! Typed access to `HBase`: a struct declares a table, and a derive generates its keys, cells, `create` statement and scans.
//!
//! ```
//! use hbase_schema::{HTable, Timestamp};
//! # use serde::{Deserialize, Serialize};
//! # #[derive(Serialize, Deserialize, Debug, Clone, PartialEq)]
//! # struct Remark { text: String }
//!
//! /// One call of one phone.
//! #[derive(HTable, Debug, Clone, PartialEq)]
//! #[table("DLQX:CALL_RECORD")]
//! #[rowkey(salt = region_number(6), separator = "_")]
//! #[family("D1", ttl = "20000d", compression = snappy, bloom = row)]
//! struct Call {
//!     #[rowkey(salt = last(4), fixed = 11)]
//!     phone: String,
//!     #[rowkey(salt = format("yyyyMM"), fixed = 14)]
//!     at: Timestamp,
//!     duration_s: u32,              // D1:DURATION_S
//!     #[column("PEER")]
//!     peer: Option<String>,
//!     #[column(json)]
//!     remark: Remark,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), hbase_schema::Error> {
//! let at: Timestamp = "2015-12-26T12:24:00Z".parse()?;
//! let (from, to): (Timestamp, Timestamp) = ("2015-12-01".parse()?, "2016-01-01".parse()?);
//! # let phone = "13812345678".to_owned();
//! # let remark = Remark { text: "long".into() };
//! # let call = Call { phone: phone.clone(), at, duration_s: 70, peer: None, remark };
//! let db = hbase_schema::connect("memory:").await?;
//! db.create_table::<Call>().await?;
//! db.put(&call).await?;
//! let one: Option<Call> = db.get(&CallKey { phone, at }).await?;
//! let mut rows = db.scan(Call::scan().phone("13812345678").at(from..to))
//!     .filter(Call::DURATION_S.gt(60))
//!     .limit(20)
//!     .rows();
//! while let Some(row) = rows.next().await {
//!     assert_eq!(Some(row?), one);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # Where to go
//!
//! | task | see |
//! |---|---|
//! | declare a table | [`HTable`](derive@HTable): every attribute and option, each with an example |
//! | connect: a URL, settings, timeouts | [`connect()`], [`Settings`], [`Limits`] |
//! | read and write rows | [`Connection`]: `get`, `put`, `replace`, `insert`, `delete`, `mutate`, `check`, `put_many` |
//! | scan, page by page, or count | [`Connection::scan`], [`db::ScanRequest`], [`query`] for the cost of scans |
//! | filter on the server | [`Column`], [`RowFilter`] |
//! | counters, and blocks of numbers | [`Connection::increment`], [`Connection::number_blocks`] |
//! | read versions | [`Connection::history`], [`db::ScanRequest::versions`] |
//! | rows with columns whose names are values | [`Dynamic`], [`Connection::dynamic`] |
//! | indexes | [`index`], in separate tables; [`row_index`], inside a row |
//! | a table for each day | [`Connection::dated`] |
//! | your own types in keys and cells | [`KeyPart`](derive@KeyPart), [`CellValue`](derive@CellValue), [`Columns`](derive@Columns) |
//! | create tables, compare and change live ones | [`Connection::create_table`], [`Connection::verify`], [`Connection::diff`] |
//! | match on errors | [`Error`], [`ErrorKind`] |
//! | test without a cluster | `connect("memory:")`, [`testing`] with a clock and fault injection |
//! | metrics | [`Connection::metrics`]; calls are `tracing` spans |
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | [`mod@connect`] | URLs, settings and their files |
//! | [`db`] | the connection's requests: gets, scans, batches, mutations, versions |
//! | [`table`] | the traits that a derive implements, and bounds for generic code: [`TableRow`] |
//! | [`key`] | key parts, their encodings and errors |
//! | [`query`] | key ranges, and the cost of a scan in its type |
//! | [`cell`], [`codec`] | codecs of cells, and errors of your own codecs |
//! | [`mod@column`], [`filter`] | column tokens and filters |
//! | [`group`] | groups of columns, which tables flatten |
//! | [`dynamic`], [`row_index`] | columns whose qualifiers are values, and an index inside the row |
//! | [`index`] | indexes in separate tables |
//! | [`schema`] | the description of a table: columns, key, families, DDL |
//! | [`time`] | [`Timestamp`] and [`TimeOfDay`] |
//! | [`testing`] | fixtures in memory, a manual clock, fault injection |
//! | [`model`] | the backends' interface: names, descriptors, untyped requests |
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `derive` | yes | the derive macros |
//! | `embedded` | yes | the store in this process: `memory:` and `embedded:DIR` |
//! | `index` | yes | indexes in separate tables |
//! | `json` | yes | JSON cells, by `serde` and `serde_json`; contains `serde` |
//! | `serde` | by `json` | serde's traits for times |
//! | `native` | | clusters through `HBase`'s own RPC: `hbase://` |
//! | `tls` | | the same over TLS |
//! | `zookeeper` | | clusters located through `ZooKeeper`: `hbase+zk://` |
//! | `thrift` | | clusters through Thrift gateways: `thrift://` |
//! | `hbase-site`, `properties` | | settings from `hbase-site.xml` and from `.properties` files |
//! | `description` | | a table's description as JSON |
//! | `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal` | | these crates' types in keys and cells |
//!
//! A program that only uses a cluster needs no embedded store:
//!
//! ```toml
//! hbase-schema = { version = "0.1", default-features = false, features = ["derive", "json", "native"] }
//! ```
//!
//! The command `hbase-schema` (crate `hbase-schema-cli`) explains, checks and compares the tables of a crate.
//!
//! # Limits
//!
//! - A key has at most 32,767 bytes, `HBase`'s limit, and more than 100 only with `allow(key_length)`.
//! - A chain of `&` alone or of `|` alone can have any length. Typed filters nest to 96 levels, those of [`model`] to 100.
//! - A table starts with at most 100,000 regions. A salt of up to 256 values can fan out.
//! - A row is held in memory as a whole, except for dynamic columns: at most `limit` of them are read with a row, and
//!   [`Connection::dynamic`] reads rows of any width.
//! - Filters run on the server. Checks of parts that `salted_by` specifies run on the client.

pub mod cell;
mod clash;
pub mod codec;
pub mod column;
mod complete;
pub mod connect;
pub mod db;
mod debug;
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
mod decimals;
pub mod dynamic;
pub mod filter;
mod floats;
pub mod group;
pub mod index;
pub mod key;
mod lock;
pub mod model;
mod probe;
mod properties;
pub mod query;
pub mod row_index;
pub mod schema;
mod settings;
#[doc(hidden)]
pub mod stand_in;
pub mod table;
mod table_row;
pub mod testing;
pub mod time;
mod type_lists;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use column::Column;
pub use connect::{Settings, SettingsError, connect};
pub use db::{
    Connection, Cursor, CursorError, Error, ErrorKind, Limits, Metrics, OnUndecodable, Page, Rows,
};
pub use dynamic::{Dynamic, DynamicColumns};
pub use filter::RowFilter;
#[cfg(feature = "derive")]
pub use hbase_schema_derive::{CellValue, Columns, HTable, KeyPart, Qualifier, lock};
pub use index::{Index, Indexed};
pub use key::{KeyError, RowKey, Sequence};
pub use query::{any, is_in, prefix, ranges, under};
pub use schema::TableSchema;
#[allow(deprecated, reason = "programs may still use the earlier name")]
pub use table::Unindexed;
pub use table::{
    Columns, DatedTable, FixedName, FromRow, FromRowOwned, KeyFor, KeyOf, NewestFirst, Table,
    WithoutIndex, Writable,
};
pub use table_row::TableRow;
pub use time::{TimeOfDay, Timestamp};
