//! Secondary indexes, each in a separate table: `#[index("DLQX:MAIL_BY_SENDER")]` on a field, or
//! `#[index("DLQX:MAIL_BY_TIME", fields(sender, sent))]` on the struct for several fields.
//!
//! The token of an index is `BY_` and the fields' names, `Mail::BY_SENDER`. Its methods make the conditions of queries.
//! `Connection::query` sends them. It needs the feature `index`, as every write of such a table does.
//!
//! Every write of a connection also writes the entries, so that no write bypasses the indexes: it finds them in
//! [`TableSchema::indexes`](crate::TableSchema::indexes). Writes whose result an index cannot know, such as increments,
//! require the marker [`WithoutIndex`](crate::WithoutIndex), which `#[index]` leaves out. The descriptor of the struct has
//! the family `STAMP`, which DDL and comparisons contain. The types of the fields (`IndexValue`), not the codecs of
//! the columns, determine the bytes of an entry, one field after the other. Those of a field in descending order are
//! inverted, and those of an index with buckets follow the bucket.

mod condition;
mod field;
mod fields;
mod indexed;
mod order;
mod range;
mod token;
mod value;

pub use condition::IndexCondition;
#[doc(hidden)]
pub use field::append_part;
pub use fields::IndexFields;
pub use indexed::Indexed;
#[cfg(feature = "index")]
pub(crate) use range::IndexRange;
pub use token::Index;
pub use value::{IndexArg, IndexPrefix, IndexValue};

pub use crate::schema::{IndexSchema, IndexedField, IndexedSource};

#[cfg(feature = "index")]
pub use hbase_index::protocol::{IndexState, Phase};
#[cfg(feature = "index")]
pub use hbase_index::{
    Clocks, Findings, IndexError, Lag, Progress, Settings, Swept, SystemClocks, Verification,
};
