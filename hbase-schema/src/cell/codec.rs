//! The traits of cell codecs: encoding and decoding.

pub use hbase_model::{Absence, CellFacts, CellFormat, EmptyCell, LogicalType, TimeLibrary};

use hbase_model::lock::hashed::HashedValue;

use crate::codec::CodecError;

/// The default codec: the bytes of Java's `Bytes.toBytes`.
#[derive(Clone, Copy, Debug)]
pub enum NativeCodec {}

/// `text`: as text; numbers as decimal digits.
#[derive(Clone, Copy, Debug)]
pub enum Text {}

/// `java_text`: as text that Java's `toString` writes and Hive reads.
///
/// A float is written as `Double.toString` of Java 19 and later writes it. It is read like `Double.parseDouble`, except for
/// hexadecimal digits, and a `bool` in any case.
///
/// ```
/// use hbase_schema::cell::{DecodeCell, EncodeCell, JavaText};
/// let mut cell = Vec::new();
/// EncodeCell::<JavaText>::encode_cell(&1e10, &mut cell)?;
/// assert_eq!(cell, b"1.0E10");
/// let read: f64 = DecodeCell::<JavaText>::decode_cell(b" 1e10 ")?;
/// assert_eq!(read, 1e10);
/// # Ok::<(), hbase_schema::codec::CodecError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum JavaText {}

/// `json`: as JSON, by serde.
#[derive(Clone, Copy, Debug)]
pub enum Json {}

/// A type that the codec `C` encodes as a cell.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as a cell",
    label = "no bytes for this type in the codec `{C}`",
    note = "use `json` in `#[column]` for a type that serde knows, or `with = module` for your own functions",
    note = "a newtype or a unit enum gets its cells from `#[derive(CellValue)]`",
    note = "types of other crates are known by features: `uuid`, `chrono`, `jiff`, `rust_decimal`, `bigdecimal`",
    note = "a field of `Dynamic<Q, V>`, or of a map with a column for each entry, needs `#[column(dynamic)]`"
)]
pub trait EncodeCell<C> {
    /// The facts of its cells: their format, what they contain, and how an absent value is represented. Unknown facts
    /// are not an error: `insert` then uses another column, and the command neither imports nor exports this one.
    ///
    /// A type that is encoded as another type repeats that type's facts: `<String as EncodeCell<Native>>::FACTS`.
    const FACTS: CellFacts = CellFacts::UNKNOWN;

    /// The codes of an enum, as `hbase_model::codes::code_list` lists them.
    #[doc(hidden)]
    const CODES: &'static str = "";

    /// The hashes by which `lock!` compares such a column.
    #[doc(hidden)]
    const LOCKED: &'static HashedValue = &HashedValue::of(Self::FACTS, Self::CODES);

    /// Encodes the value; returns `false` for a value without a cell (`None`).
    ///
    /// # Errors
    /// [`CodecError`] if the codec cannot represent the value.
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError>;

    /// Encodes the value of a dynamic column, whose name has these bytes after the prefix.
    #[doc(hidden)]
    #[inline]
    fn encode_named(&self, _name: &[u8], out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode_cell(out)
    }
}

/// A type that the codec `C` decodes from a cell; `'r` is the row's lifetime, for types that borrow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a cell",
    label = "no way from a cell's bytes to this type in the codec `{C}`",
    note = "use `json` in `#[column]` for a type that serde knows, or `with = module` for your own functions",
    note = "a newtype or a unit enum gets its cells from `#[derive(CellValue)]`"
)]
pub trait DecodeCell<'r, C>: Sized {
    /// Decodes the value.
    ///
    /// # Errors
    /// [`CodecError`] if the bytes do not encode a value.
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError>;

    /// Decodes the value of a dynamic column, whose name has these bytes after the prefix.
    #[doc(hidden)]
    #[inline]
    fn decode_named(_name: &[u8], bytes: &'r [u8]) -> Result<Self, CodecError> {
        Self::decode_cell(bytes)
    }

    /// The type's value for an absent cell, if it has one: `None` for an `Option`.
    fn absent() -> Option<Self> {
        None
    }
}

/// Implements cells of a type in a codec: its facts, what is written, and how it is read.
macro_rules! cell {
    (
        $codec:ty, $type:ty, $facts:expr,
        |$value:ident, $out:ident| $encode:expr,
        |$bytes:ident| $decode:expr
        $(, for [$($g:tt)*])?
    ) => {
        impl$(<$($g)*>)? EncodeCell<$codec> for $type {
            const FACTS: CellFacts = $facts;

            #[inline]
            fn encode_cell(&self, $out: &mut Vec<u8>) -> Result<bool, CodecError> {
                let $value = self;
                $encode;
                Ok(true)
            }
        }

        impl$(<$($g)*>)? DecodeCell<'_, $codec> for $type {
            #[inline]
            fn decode_cell($bytes: &[u8]) -> Result<Self, CodecError> {
                $decode
            }
        }
    };
}
pub(crate) use cell;

/// A cell that `HBase` can increment: 8 bytes, signed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a counter must be an `i64`, found `{Self}`",
    label = "HBase counts in signed cells of 8 bytes",
    note = "make the field an `i64`"
)]
pub trait CounterCell {}

impl CounterCell for i64 {}
impl CounterCell for Option<i64> {}
