//! What the macro must take: structs written in every way that Rust has. Each case also writes a
//! row and reads it back.

#![allow(
    clippy::ref_option,
    clippy::unnecessary_wraps,
    clippy::trivially_copy_pass_by_ref,
    reason = "`with` determines the types of its functions"
)]

mod byte_names;
mod fields;
mod forms;
mod generics;
mod indexes;
mod lifetimes;
mod lints;
mod lists;
mod macros;
mod names;
mod no_prelude;
mod part_cells;
mod places;
mod receiver;
mod renamed;
mod text;
mod types;
mod visibility;

use hbase_schema::model::{CellBlock, Row};
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema::{FromRowOwned, RowKey, Table};

/// Writes a row and reads it back; the key's bytes.
fn round_trip<T>(row: &T) -> Vec<u8>
where
    T: Table + FromRowOwned + PartialEq + std::fmt::Debug,
{
    let stored = stored(row);
    assert_eq!(&decode_row::<T>(&stored).unwrap(), row);
    stored.key().to_vec()
}

/// A row as it is stored.
fn stored<T: Table>(row: &T) -> Row {
    let mut block = CellBlock::new();
    encode_row(row, &mut block).unwrap();
    Row::new(block.take()).unwrap()
}

/// The bytes of a key.
fn bytes(key: &impl RowKey) -> Vec<u8> {
    key.encode().unwrap().as_ref().to_vec()
}
