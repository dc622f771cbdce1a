//! The model against `HBase`'s own answers, and against itself on random input.

mod ddl;
mod hashes;
mod java_bytes;
mod names;
mod ordered_bytes;
mod splits;
mod support;
