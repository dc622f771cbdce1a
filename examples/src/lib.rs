//! Code shared by the examples: connections, failures, generated data.

mod check;
mod data;
mod open;

pub use check::{Failure, Outcome, expect, skip_unsupported};
pub use data::{Dice, time};
pub use open::{create, open};

/// The README's code, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
