//! Generates the source of random tables and random calls on them. A reference model computes the expected results.
//!
//! This crate does not depend on the library. The reference model follows the guide alone.
#![allow(
    clippy::format_collect,
    clippy::match_same_arms,
    clippy::similar_names,
    clippy::struct_excessive_bools,
    reason = "source is built from short strings; matches have an arm for each line of the guide's tables; `make` returns `made`; options of a part are independent"
)]

pub mod civil;
pub mod draw;
pub mod emit;
pub mod features;
pub mod illegal;
pub mod key;
pub mod make;
pub mod model;
pub mod ops;
pub mod pair;
pub mod pool;
pub mod seeds;
pub mod spec;
pub mod types;
pub mod value;

pub use pair::Pair;
pub use spec::Table;
pub use value::Value;
