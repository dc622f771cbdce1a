//! Counters, and blocks of numbers.

mod calls;
mod number_blocks;

pub use number_blocks::NumberBlocks;
