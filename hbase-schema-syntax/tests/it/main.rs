//! Structs as text, and what is read from them or said of them.

mod cases;
mod errors;
mod fragments;
mod good;
mod support;
mod tokens;
