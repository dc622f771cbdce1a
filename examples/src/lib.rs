//! What the examples share: where they connect to, how they fail, how they make up data.

mod check;
mod data;
mod open;

pub use check::{Failure, Outcome, asked, expect};
pub use data::{Dice, time};
pub use open::{create, open};

/// The README's code, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
