//! The same structs, read from their sources and by their consts: see `tests/equal.rs`.
