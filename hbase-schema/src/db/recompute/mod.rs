//! Replaces all rows of a period's table, while others read the old ones.

mod calls;
pub(super) mod generation;
mod pointers;
mod steps;
pub(super) mod turn;

pub use calls::Recomputed;
