//! The traits of cell codecs: encoding and decoding.

pub use hbase_model::CellFormat;

use crate::codec::CodecError;

/// The default codec: the bytes of Java's `Bytes.toBytes`.
#[derive(Clone, Copy, Debug)]
pub enum Native {}

/// `text`: as text; numbers as decimal digits.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

/// `json`: as JSON, by serde.
#[derive(Clone, Copy, Debug)]
pub enum Json {}

/// The representation of an absent value of a type by a codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The type has no absent value: every value has a cell.
    Never,
    /// By no cell.
    NoCell,
    /// By a cell with these bytes, which no other value has; JSON writes its `null` only where
    /// every version must have every column, and no cell elsewhere.
    Bytes(&'static [u8]),
}

/// A type that the codec `C` encodes as a cell.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a cell",
    label = "no bytes for this type by the codec `{C}`",
    note = "use `json` in `#[column]` for a type that serde knows, or `with = module` for functions of your own",
    note = "a newtype or a unit enum gets its cells by `#[derive(CellValue)]`",
    note = "types of other crates are known by features: `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal`"
)]
pub trait EncodeCell<C> {
    /// The format of its cells.
    const FORMAT: CellFormat;

    /// Whether the format determines the value of a cell's bytes: not for impls by hand, which may decode
    /// another one.
    #[doc(hidden)]
    const BY_FORMAT: bool = false;

    /// How an absent value is represented.
    const ABSENCE: Absence = Absence::Never;

    /// Encodes the value; returns `false` for a value without a cell (`None`, JSON's `null`).
    ///
    /// # Errors
    /// [`CodecError`] if the codec cannot represent the value.
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

/// A type that the codec `C` decodes from a cell; `'r` is the row's lifetime, for types that borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a cell",
    label = "no way from a cell's bytes to this type by the codec `{C}`",
    note = "use `json` in `#[column]` for a type that serde knows, or `with = module` for functions of your own",
    note = "a newtype or a unit enum gets its cells by `#[derive(CellValue)]`"
)]
pub trait DecodeCell<'r, C>: Sized {
    /// Decodes the value.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes do not encode a value.
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError>;

    /// The value of an absent cell, if it has one: `None` of an `Option`.
    fn absent() -> Option<Self> {
        None
    }
}

/// A cell that `HBase` can increment: 8 bytes, signed.
#[diagnostic::on_unimplemented(
    message = "a counter must be an `i64`, found `{Self}`",
    label = "HBase counts in cells of 8 bytes, signed",
    note = "make the field an `i64`"
)]
pub trait CounterCell {}

impl CounterCell for i64 {}
impl CounterCell for Option<i64> {}
