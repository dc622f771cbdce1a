//! Structs as text, and what is read from them or said of them.

mod good;
mod mistakes;
mod support;
