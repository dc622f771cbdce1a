//! Random input: order, round trips, and decoders that never panic.

mod decoders;
mod keys;
#[allow(
    clippy::cast_possible_truncation,
    reason = "random numbers are cut to narrower ones on purpose"
)]
mod order;
mod strategy;
