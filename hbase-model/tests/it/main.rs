//! The model against `HBase`'s own answers, and against itself on random input.

mod hashes;
mod java_bytes;
mod ordered_bytes;
mod support;
