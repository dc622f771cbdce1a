//! Cells: codecs between a field and a cell's bytes.

mod bound;
#[cfg(feature = "chrono")]
mod chrono;
mod codec;
mod compare;
mod containers;
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal"))]
mod decimal;
mod error;
#[cfg(feature = "json")]
mod finite;
mod float;
mod java_text;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "json")]
mod json;
mod json_of;
pub mod lenient;
#[cfg(any(feature = "chrono", feature = "jiff"))]
mod long;
mod native;
mod part;
mod period;
mod reader;
mod store_none;
mod text;
mod text_match;
#[cfg(feature = "uuid")]
mod uuid;
mod version;
mod with;
mod with_name;
mod writer;

pub use bound::VersionBound;
pub use codec::{
    Absence, CellFacts, CellFormat, CounterCell, DecodeCell, EmptyCell, EncodeCell, JavaText, Json,
    LogicalType, NativeCodec, Text, TimeLibrary,
};
pub use compare::{CompareBytes, CompareCell, CompareValue, OrderCell};
pub use error::{RowError, RowErrorKind};
#[doc(hidden)]
pub use json_of::{AnyJson, JsonOf};
#[doc(hidden)]
pub use part::PartCell;
#[doc(hidden)]
pub use period::PeriodType;
pub use period::{Day, Hour, Month, PeriodVersion};
pub use reader::RowCells;
pub(crate) use reader::newest_version;
pub use store_none::StoreNone;
pub use text_match::{PrefixCell, TextCell};
pub use version::{CellVersion, MillisVersion};
pub use with::With;
#[doc(hidden)]
pub use with::{DecodeWith, EncodeWith, ValueOf, WholeValue};
pub use with_name::WithName;
#[doc(hidden)]
pub use with_name::{DecodeWithName, EncodeWithName};
pub use writer::CellWriter;

pub(crate) use codec::cell;
pub(crate) use compare::{absent, binary, column_value, leaf, present};
pub(crate) use writer::{ABSENT, NotWritten, check_time, has_cell, not_empty};

/// The former name of [`NativeCodec`], which key encodings have too.
#[deprecated = "use `NativeCodec`; `key::encoding::Native` is the default encoding of key parts"]
pub type Native = NativeCodec;
