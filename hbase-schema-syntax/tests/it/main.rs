//! Structs as text, and what is read from them or said of them.

mod cases;
mod good;
mod mistakes;
mod support;
mod tokens;
