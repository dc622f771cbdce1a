//! `HBase` with types.

pub mod cell;
mod clash;
pub mod codec;
pub mod column;
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
mod decimals;
pub mod filter;
pub mod key;
mod probe;
pub mod query;
pub mod schema;
#[doc(hidden)]
pub mod stand_in;
pub mod table;
pub mod time;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use column::Column;
pub use filter::RowFilter;
pub use hbase_model as model;
#[cfg(feature = "derive")]
pub use hbase_schema_derive::{Columns, HTable};
pub use key::{KeyError, RowKey, Sequence};
pub use query::prefix;
pub use schema::TableSchema;
pub use table::{Columns, FromRow, FromRowOwned, Table};
pub use time::{TimeOfDay, Timestamp};
