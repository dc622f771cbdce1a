//! Calls on tables with indexes.

mod calls;
mod create;
mod definition;
mod empty;
mod gated;
mod gated_reads;
mod keys;
mod maintain;
mod page;
mod put_many;
mod query;
mod registry;
mod rows;
mod update;

pub use calls::IndexedRows;
pub use keys::Keys;
pub use query::IndexQuery;
pub(super) use registry::Registry;
pub use rows::IndexRows;
