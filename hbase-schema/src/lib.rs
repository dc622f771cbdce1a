//! Typed access to `HBase`.
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

pub mod cell;
mod clash;
pub mod codec;
pub mod column;
pub mod connect;
pub mod db;
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
mod decimals;
pub mod filter;
pub mod group;
pub mod key;
mod probe;
pub mod query;
pub mod schema;
mod settings;
#[doc(hidden)]
pub mod stand_in;
pub mod table;
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
pub use filter::RowFilter;
pub use hbase_model as model;
#[cfg(feature = "derive")]
pub use hbase_schema_derive::{CellValue, Columns, HTable, KeyPart};
pub use key::{KeyError, RowKey, Sequence};
pub use query::prefix;
pub use schema::TableSchema;
pub use table::{Columns, FromRow, FromRowOwned, KeyFor, KeyOf, NewestFirst, Table, TableRow};
pub use time::{TimeOfDay, Timestamp};
