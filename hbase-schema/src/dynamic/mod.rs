//! Dynamic columns: families whose qualifiers are values, such as the messages of a mailbox.
//!
//! A field with `#[column(dynamic)]` is a map from qualifiers to values. Qualifiers are encoded like
//! parts of a row key, so that they sort as their values do; values are encoded by the codecs of
//! cells.
//!
//! A `BTreeMap` is read and written with its row, as a whole, up to a limit. [`Dynamic`] only
//! declares the columns: rows of any width are read by [`Connection::dynamic`], in pages or as a
//! stream.
//!
//! [`Connection::dynamic`]: crate::Connection::dynamic

mod bits;
mod bound;
mod field;
mod kinds;
mod qualifier;
mod token;
mod tuples;
pub(crate) mod values;

pub use crate::schema::DynamicSchema;
pub use bound::{QualifierBound, QualifierPrefix};
pub use field::{DecodeDynamic, Dynamic, DynamicField, DynamicTypes};
pub use qualifier::{OrderedQualifier, Qualifier, QualifierArg};
pub use token::DynamicColumns;
pub use values::DynamicValues;

#[doc(hidden)]
pub use bits::{BitField, Bits, ConstantBits};
#[doc(hidden)]
pub use kinds::{QualifierShape, encode_last_kind, kinds_part, no_kind, width_of_kinds};
#[doc(hidden)]
pub use qualifier::{decode_parts, encode_parts, encode_start, encode_written};
