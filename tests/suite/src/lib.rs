//! `HBase`'s semantics, case by case, against any [`Backend`](hbase_model::Backend).
//!
//! Each case states what `HBase` 2.6.1 does. A backend runs them all with one line:
//!
//! ```text
//! async fn memory() -> Arc<dyn Backend> { ... }
//! hbase_schema_suite::run_all!(memory);
//! ```
//!
//! A new case is a `pub async fn name(cx: &Cx)` in a file below `src/cases`. It gives timestamps of
//! its own, and skips itself with [`Cx::lacks`] where the backend cannot do what it is about. What
//! depends on when a server flushes or compacts is stated only behind
//! [`compact`](Table::compact).

#![allow(clippy::missing_panics_doc, reason = "a case fails by panicking")]

mod cx;
pub mod extremes;
mod table;
mod text;

/// The cases, by topic.
pub mod cases {
    include!(concat!(env!("OUT_DIR"), "/modules.rs"));
}

include!(concat!(env!("OUT_DIR"), "/run_all.rs"));

pub use cx::Cx;
pub use table::Table;
pub use text::{cells, column, keys};
