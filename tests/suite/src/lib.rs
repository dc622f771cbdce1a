//! `HBase`'s semantics, case by case, against any [`Backend`](hbase_backend::Backend).
//!
//! Each case states what `HBase` 2.6.1 does. A backend runs them all with one line:
//!
//! ```text
//! async fn memory() -> Arc<dyn Backend> { ... }
//! hbase_schema_suite::run_all!(memory);
//! ```
//!
//! A new case is a `pub async fn name(cx: &Cx)` in a file below `src/cases`. It sets explicit timestamps,
//! and names the capabilities without which it is skipped in `needs!`. Results that depend on when a
//! server flushes or compacts are asserted only after [`compact`](Table::compact).
//!
//! `HBase` defines correctness: a missing capability is the only reason to skip a case.

#![allow(clippy::missing_panics_doc, reason = "a case fails by panicking")]

#[macro_use]
mod cx;
pub mod extremes;
mod text;

/// The cases, by topic.
pub mod cases {
    include!(concat!(env!("OUT_DIR"), "/modules.rs"));
}

include!(concat!(env!("OUT_DIR"), "/run_all.rs"));

pub use cx::{Cx, Table};
pub use text::{cells, column, keys};
