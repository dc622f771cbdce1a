//! Random tables as source, random calls on them, and a reference model of what the calls return.
//!
//! Nothing here depends on the library: the reference is written from the guide.
#![allow(
    clippy::format_collect,
    clippy::match_same_arms,
    clippy::similar_names,
    clippy::struct_excessive_bools,
    reason = "source is made of short texts; tables of the guide have a line for each case; `make` is what a `Draw` made; options of a part are independent"
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
pub mod pool;
pub mod seeds;
pub mod spec;
pub mod types;
pub mod value;

pub use spec::Table;
pub use value::Value;
