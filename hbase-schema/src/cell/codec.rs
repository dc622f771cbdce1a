//! What a type must be able to do to stand in a cell.

pub use hbase_model::CellFormat;

use crate::codec::CodecError;

/// The type's own bytes: as Java's `Bytes.toBytes` writes them.
#[derive(Clone, Copy, Debug)]
pub enum Native {}

/// `text`: as text; numbers as decimal digits.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

/// `json`: as JSON, by serde.
#[derive(Clone, Copy, Debug)]
pub enum Json {}

/// A type that can be written as a cell by the codec `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a cell",
    label = "no bytes for this type by the codec `{C}`",
    note = "say `json` in `#[column]` for a type that serde knows, or `with = module` for functions of your own",
    note = "a newtype or a unit enum gets its cells by `#[derive(CellValue)]`",
    note = "types of other crates are known by features: `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal`"
)]
pub trait EncodeCell<C> {
    /// What kind of bytes it writes.
    const FORMAT: CellFormat;

    /// Writes the value; `false` where there is no cell for it (`None`, JSON's `null`).
    ///
    /// # Errors
    /// Where the value has no bytes.
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

/// A type that can be read from a cell by the codec `C`; `'r` is the row's lifetime, for types
/// that borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a cell",
    label = "no way from a cell's bytes to this type by the codec `{C}`",
    note = "say `json` in `#[column]` for a type that serde knows, or `with = module` for functions of your own",
    note = "a newtype or a unit enum gets its cells by `#[derive(CellValue)]`"
)]
pub trait DecodeCell<'r, C>: Sized {
    /// Reads the value.
    ///
    /// # Errors
    /// Where the bytes have no value.
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError>;

    /// What stands for an absent cell, if anything does: `None` of an `Option`.
    fn absent() -> Option<Self> {
        None
    }
}

/// A cell that `HBase` can count up and down: 8 bytes, signed.
#[diagnostic::on_unimplemented(
    message = "a counter must be an `i64`, found `{Self}`",
    label = "HBase counts in cells of 8 bytes, signed",
    note = "make the field an `i64`"
)]
pub trait CounterCell {}

impl CounterCell for i64 {}
impl CounterCell for Option<i64> {}
