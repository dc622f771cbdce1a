//! Imports end to end, into the embedded store.

#![allow(
    missing_docs,
    reason = "the derive makes public items of the tests' tables"
)]

mod byte_notations;
mod column_names;
mod duplicates;
mod files;
mod fixed_bytes;
mod guesses;
mod json_cells;
mod killed;
mod kit;
mod numbers;
mod parquet;
mod plans;
mod resume;
mod round_trip;
mod rows;
mod spellings;
mod text_cells;
mod undecodable;
mod zeros;
