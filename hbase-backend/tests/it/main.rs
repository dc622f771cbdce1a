//! The trait `Backend`, and what wraps one.

mod conditions;
mod layers;
