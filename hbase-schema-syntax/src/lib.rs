//! Structs and their attributes, read and checked.

pub mod ast;
