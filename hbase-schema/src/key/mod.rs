//! Row keys: the traits of key parts, the encodings, whole keys.

mod closed;
mod coder;
mod date;
mod desc;
mod display;
pub mod encoding;
mod error;
mod escaped;
mod fixed_width;
mod integers;
mod key_buf;
mod labels;
mod list;
mod marks;
mod omitted;
mod optional;
mod options;
mod ordered;
mod part;
mod part_errors;
mod plain;
mod prefixed;
mod reader;
mod row_key;
mod salting;
mod table_dates;
mod text;
mod time_codec;
mod times;
mod turns;
mod value_length;
mod writer;

pub use crate::codec::CodecError;
#[doc(hidden)]
pub use coder::{KeyReader, KeyWriter};
pub use date::TableDate;
pub(crate) use date::check_unit;
#[doc(hidden)]
pub use date::period_of;
#[doc(hidden)]
pub use display::fmt_key;
pub use error::KeyError;
#[doc(hidden)]
pub use escaped::{KeepsOrder, KeepsPrefixes, Replacements};
pub use fixed_width::FixedWidth;
pub use integers::Sequence;
#[doc(hidden)]
pub use key_buf::{Choice, ChooseBytes, WholeKey};
pub use key_buf::{KeyBuf, KeyBytes};
pub use list::ListElement;
#[doc(hidden)]
pub use list::{ListPart, SortedElement};
pub use options::{
    FixedPart, JavaPart, NativePart, OrderedPart, PlainTextPart, ReversePart, TextPart,
    TimeOfDayPart, TimePart,
};
pub use part::{
    BoundAt, DecodePart, DescPart, KeyPart, LeadingPart, OmittedPart, RangePart, SaltPart,
    SelfDelimiting, TerminatedDescPart,
};
#[doc(hidden)]
pub use prefixed::LengthPart;
pub use row_key::{DecodeKey, RowKey, decode_dated};
#[doc(hidden)]
pub use turns::Turns;

pub(crate) use error::{printable, shown};
pub(crate) use list::encode_all;
pub(crate) use optional::OPTIONAL;
pub(crate) use row_key::encode_with;
pub(crate) use salting::of_parts;
pub(crate) use value_length::check_length;
pub(crate) use writer::starts_with_ff;
