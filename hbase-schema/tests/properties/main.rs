//! Properties of every key, on random and on adversarial values, through the real derive.
//!
//! A failure prints its seed; `PROPTEST_RNG_SEED=…` runs it again. `PROPERTY_FACTOR=10` runs ten times as
//! many cases.

mod agreement;
mod case;
mod errors;
mod fan_out;
mod fuzz;
mod isolation;
mod order;
mod runs;
mod skip;
mod tables;
mod values;
