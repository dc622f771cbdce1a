//! What a struct says, once it is read and checked.
//!
//! Every value that somebody wrote keeps the span of what was written, so that a later stage can
//! point at it.

use hbase_model::TableDescriptor;
use hbase_model::layout::{Pad, Salt, SaltText};
use proc_macro2::{Ident, Span};

/// A value and where it was written.
#[derive(Clone)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Where it was written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value and where it was written.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same span.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(value(self.value), self.span)
    }
}

/// A struct that stands for a table.
pub struct Table<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// Where the table's name was written.
    pub name_span: Span,
    /// The table as `HBase` knows it: name, families, splits, attributes, all checked.
    pub descriptor: TableDescriptor,
    /// The row key.
    pub key: Key<'a>,
    /// The fields that become cells, and groups of them.
    pub columns: Vec<Column<'a>>,
    /// The fields that are not stored.
    pub skipped: Vec<Skipped<'a>>,
    /// The field that holds the cells' timestamp.
    pub timestamp: Option<TimestampField<'a>>,
    /// `crate = path`: where the runtime is found; none for `::hbase_schema`.
    pub crate_path: Option<syn::Path>,
    /// What was allowed.
    pub allow: Allow,
    /// `key = CallId`: the name of the key struct; none for the struct's with `Key` behind it.
    pub key_name: Option<Ident>,
    /// `scan = CallQuery`: the name of the scan builder; none for the struct's with `Scan` behind it.
    pub scan_name: Option<Ident>,
}

/// Exceptions, granted by `allow(…)`, that concern what only types tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allow {
    /// A time or a sequence as the first key part, without a salt.
    pub hotspot: bool,
    /// A key over 100 bytes.
    pub key_length: bool,
}

/// The row key.
pub struct Key<'a> {
    /// What stands in front.
    pub salt: Option<Spanned<Salt>>,
    /// The separator after the salt and between the parts.
    pub separator: Option<Spanned<String>>,
    /// The parts, in the order of the struct's fields; at least one.
    pub parts: Vec<Part<'a>>,
    /// What the key struct derives beside `Debug`, `Clone` and `PartialEq`.
    pub derives: Vec<syn::Path>,
}

/// One part of the row key.
pub struct Part<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as it was written (`r#type` with its `r#`).
    pub ident: &'a Ident,
    /// The encoding, as far as attributes say.
    pub encoding: PartEncoding,
    /// Descending, where `desc` stands.
    pub desc: Option<Span>,
    /// Backwards, where `reverse` stands.
    pub reverse: Option<Span>,
    /// The separator that follows it (its own or the key's); none after the last part.
    pub separator: Option<String>,
    /// What of it feeds the salt, and where that is said.
    pub salt: Option<Spanned<SaltText>>,
    /// `max = 12`: at most so many bytes.
    pub max: Option<Spanned<u16>>,
    /// `unseparated`: its end is found from the end of the key.
    pub unseparated: Option<Span>,
}

/// The encoding of a part, as far as attributes say. The type decides the rest.
#[derive(Clone)]
pub enum PartEncoding {
    /// The type's own: nothing was said.
    Native,
    /// `fixed = n`, with padding where it was said.
    Fixed {
        /// How many bytes.
        width: Spanned<u16>,
        /// `pad_left = '0'`, `pad_right = ' '`.
        pad: Option<Spanned<Pad>>,
    },
    /// `text`: plain decimal digits.
    Text(Span),
    /// `java`: as `Bytes.toBytes`.
    Java(Span),
    /// `ordered`: as `OrderedBytes`.
    Ordered(Span),
    /// A time: any of `reverse_ts`, `offset`, `truncate`, with `fixed` where it was said. (A
    /// `fixed` alone is `Fixed`: only the type tells whether it is a time.)
    Time {
        /// `fixed = 8 | 13 | 14 | 17 | 19`; none: 8 bytes.
        width: Option<Spanned<u16>>,
        /// `reverse_ts`.
        newest_first: Option<Span>,
        /// `offset = "+08:00"`, in seconds; only with 8, 14 and 17 digits.
        offset_s: Option<Spanned<i32>>,
        /// `truncate`.
        truncate: Option<Span>,
    },
    /// `ms_of_day` or `minute_of_day`.
    TimeOfDay {
        /// `minute_of_day`.
        minutes: bool,
        /// `truncate`.
        truncate: Option<Span>,
        /// Where it was said.
        span: Span,
    },
    /// `encoding = path`: a type of the user's own.
    Custom(syn::Path),
}

/// A field that becomes a cell, or a group of cells.
pub struct Column<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as it was written.
    pub ident: &'a Ident,
    /// The family.
    pub family: String,
    /// One cell or a group.
    pub kind: ColumnKind,
}

/// One cell or a group of cells.
pub enum ColumnKind {
    /// One cell.
    Cell(CellColumn),
    /// `flatten`: the columns of another struct.
    Flatten {
        /// What stands in front of each of its qualifiers; empty unless `prefix` is said.
        prefix: String,
        /// Where `flatten` was said.
        span: Span,
    },
}

/// One cell.
pub struct CellColumn {
    /// The qualifier.
    pub qualifier: Spanned<String>,
    /// The codec.
    pub codec: Codec,
    /// What stands in for an absent cell.
    pub default: Option<DefaultValue>,
    /// `counter`: the cell is counted up and down.
    pub counter: Option<Span>,
    /// The name of the column's token: the field's name in upper snake case.
    pub token: Ident,
}

/// How a value becomes a cell's bytes.
#[derive(Clone)]
pub enum Codec {
    /// The type's own: Java's `Bytes.toBytes`.
    Native,
    /// `text`: as decimal text or UTF-8.
    Text(Span),
    /// `json`.
    Json(Span),
    /// `with = module`: the module's `encode` and `decode`.
    With(syn::Path),
}

/// What stands in for an absent cell, or for a field that is not stored.
#[derive(Clone)]
pub enum DefaultValue {
    /// `default`: the type's own.
    Trait(Span),
    /// `default = path`: what this function gives.
    Function(syn::Path),
}

/// A field that is not stored: `skip`.
pub struct Skipped<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as it was written.
    pub ident: &'a Ident,
    /// What it is made by when a row is read.
    pub default: DefaultValue,
}

/// The field that holds the cells' timestamp: `#[timestamp]`.
pub struct TimestampField<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as it was written.
    pub ident: &'a Ident,
    /// Where `#[timestamp]` stands.
    pub span: Span,
}

/// A group of columns: a struct with `#[derive(Columns)]`, to be flattened into tables.
pub struct ColumnGroup<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// Its columns; `family` is empty, for the table that flattens it chooses.
    pub columns: Vec<Column<'a>>,
    /// The fields that are not stored.
    pub skipped: Vec<Skipped<'a>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}
