//! Calls on tables with indexes.

mod condition;
mod create;
mod definition;
mod empty;
mod gated;
mod gated_reads;
mod indexes;
mod keys;
mod maintain;
mod page;
mod query;
mod registry;
mod rows;
mod settings;
mod update;
mod write;

pub use indexes::Indexes;
pub use keys::Keys;
pub use query::IndexQuery;
pub(super) use registry::Registry;
pub use rows::IndexRows;
