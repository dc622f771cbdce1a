//! The trait `Backend`, and what wraps one.

mod layers;
