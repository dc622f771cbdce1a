//! The layouts of live tables, compared with the structs that read and write their rows.
//!
//! A table that this library creates or applies has a layout record for each struct: an attribute with its facts. The first read or write of a
//! connection to a table starts to read the records, and goes on. Once they are known, a struct that does not fit is rejected. The embedded
//! store answers at once; with a cluster, a task reads them, which ends with the runtime or the connection.

mod adopt;
mod check;
mod known;
mod live;
mod records;

pub(in crate::db) use adopt::Adopt;
pub use check::LayoutCheck;
pub(in crate::db) use known::Layouts;
pub(in crate::db) use records::recorded;
