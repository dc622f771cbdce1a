//! Structs as text, and their parsed tables or errors.

mod cases;
mod errors;
mod fragments;
mod good;
mod messages;
mod support;
mod tokens;
