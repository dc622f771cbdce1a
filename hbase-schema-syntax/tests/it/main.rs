//! Structs as text, and what is read from them or said of them.

mod cases;
mod fragments;
mod good;
mod mistakes;
mod support;
mod tokens;
