//! Code shared by the examples: connections, failures, generated data.

mod check;
mod data;
mod open;

pub use check::{Failure, Outcome, expect, skip_unsupported};
pub use data::{Dice, date_of, time};
pub use open::{create, open};
