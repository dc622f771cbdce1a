//! The checked tables and groups of columns that the derive and the tools use.
//!
//! Every declared value keeps its span, so that a later stage can report errors at it.

mod column;
mod index;
mod layout;
mod qualifier;

pub use column::{
    CellColumn, CellPart, Codec, Column, ColumnKind, DefaultValue, DynamicColumns, Qualifier, Since,
};
pub use index::{FieldPosition, Index, IndexField, IndexedField};
pub use qualifier::{
    BitField, QualifierKind, QualifierKinds, QualifierPart, QualifierStruct, QualifierType,
};

use hbase_model::TableDescriptor;
use hbase_model::escape::Replacement;
use hbase_model::layout::{Pad, Salt, SaltText};
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{PeriodUnit, TimeKind};
use proc_macro2::{Ident, Span};

/// A value with its span in the source.
#[derive(Clone)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span of the value.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value with its span.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }

    /// Another value at the same span.
    pub fn map<U>(self, value: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned::new(value(self.value), self.span)
    }
}

/// A struct with `#[derive(HTable)]`.
pub struct Table<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// The span of the table's name.
    pub name_span: Span,
    /// The table's descriptor: name, families, splits, attributes, all checked.
    pub descriptor: TableDescriptor,
    /// The families whose columns reads always name: `named_columns`.
    pub named_columns: Vec<String>,
    /// The row key.
    pub key: Key<'a>,
    /// The fields that are stored as cells, and flattened groups.
    pub columns: Vec<Column<'a>>,
    /// The fields that are not stored.
    pub skipped: Vec<Skipped<'a>>,
    /// The indexes, those on fields first.
    pub indexes: Vec<Index>,
    /// The field that holds the cells' timestamp.
    pub timestamp: Option<TimestampField<'a>>,
    /// The field that holds the date in the table's name.
    pub date: Option<DateField<'a>>,
    /// `crate = path`: the path of the runtime; `None` for `::hbase_schema`.
    pub crate_path: Option<syn::Path>,
    /// The exceptions that `allow(…)` permits.
    pub allow: Allow,
    /// `key = CallId`: the name of the key struct; `None` for the default, the struct's name and
    /// `Key`.
    pub key_name: Option<Ident>,
    /// `scan = CallQuery`: the name of the scan builder; `None` for the default, the struct's name
    /// and `Scan`.
    pub scan_name: Option<Ident>,
}

/// The exceptions of `allow(…)` for rules that depend on types, and for advice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "independent exceptions")]
pub struct Allow {
    /// A time or a sequence as the first key part, without a salt.
    pub hotspot: bool,
    /// A key over 100 bytes.
    pub key_length: bool,
    /// More than 3 families.
    pub families: bool,
    /// A layout that cannot follow advice.
    pub advice: bool,
    /// A table's name and namespace of any length, also by `naming = hbase`.
    pub name_length: bool,
    /// Families of any length.
    pub family_length: bool,
    /// Qualifiers of any length.
    pub qualifier_length: bool,
}

/// The row key.
pub struct Key<'a> {
    /// The salt, before the parts.
    pub salt: Option<Spanned<Salt>>,
    /// The function of the salt `with(…)`.
    pub salt_function: Option<syn::Path>,
    /// The separator after the salt and between the parts.
    pub separator: Option<Spanned<Vec<u8>>>,
    /// The parts, in the order of the struct's fields; at least one.
    pub parts: Vec<Part<'a>>,
    /// Derives of the key struct in addition to `Debug`, `Clone` and `PartialEq`.
    pub derives: Vec<syn::Path>,
}

/// One part of the row key.
#[derive(Clone)]
pub struct Part<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as in the source (`r#type` with its `r#`).
    pub ident: &'a Ident,
    /// The name of the part's constant, unless none is free.
    pub token: Option<Ident>,
    /// The encoding, as far as attributes determine it.
    pub encoding: PartEncoding,
    /// The span of `desc`: descending.
    pub desc: Option<Span>,
    /// The span of `reverse`: reversed.
    pub reverse: Option<Span>,
    /// The bytes after the part in the key: its terminator, its own separator, or the key's; after the last part only a
    /// terminator.
    pub separator: Option<Vec<u8>>,
    /// The span of `terminator`: `separator` is one, inverted if the part is descending.
    pub terminator: Option<Span>,
    /// The span of `omit_none`: the field is an `Option`, and `None` has no bytes.
    pub omit_none: Option<Span>,
    /// The part's input to the salt.
    pub salt: Option<Spanned<SaltText>>,
    /// `max = 12`: its maximum length in bytes.
    pub max: Option<Spanned<u16>>,
    /// `unseparated`: its end is determined from the end of the key.
    pub unseparated: Option<Span>,
}

/// The encoding of a key part, as far as attributes determine it; the type determines the rest.
// The compiler does not report the lists of options that exclude each other: `OF_ENCODING` in `attr/part.rs`, and
// `part_options.rs`, `part_times.rs`, `delimiters.rs`, `key_size.rs` and `salts.rs` in `rule`;
// and, for newtypes, `mod.rs` and `encodings.rs` in `key_part` of the derive crate.
// Add a new option to the tests `good/key.txt`, `errors/rowkey_field.txt` and `it/tokens.rs`.
#[derive(Clone)]
pub enum PartEncoding {
    /// The type's default encoding.
    Native,
    /// `fixed = n`, with or without padding.
    Fixed {
        /// The number of bytes.
        width: Spanned<u16>,
        /// `pad_left = '0'`, `pad_right = ' '`.
        pad: Option<Spanned<Pad>>,
    },
    /// `text`: plain decimal digits.
    Text(Span),
    /// `java`: like `Bytes.toBytes`.
    Java(Span),
    /// `ordered`: like `OrderedBytes`.
    Ordered(Span),
    /// A time: any of `reverse_ts`, `seconds`, `negated_ts`, `format`, `align`, `offset`, `truncate`, with or without
    /// `fixed`. (`fixed` alone is `Fixed`: whether that is a time depends on the type.)
    Time {
        /// `fixed`, `seconds`, `negated_ts` or `format`.
        kind: TimeKind,
        /// `reverse_ts`.
        newest_first: Option<Span>,
        /// `offset = "+08:00"`, in seconds; only of dates in digits, and with `align`.
        offset_s: Option<Spanned<i32>>,
        /// `truncate`.
        truncate: Option<Span>,
        /// `align = "1h"`, in milliseconds.
        align_ms: Option<Spanned<u32>>,
    },
    /// `ms_of_day` or `minute_of_day`.
    TimeOfDay {
        /// `minute_of_day`.
        minutes: bool,
        /// `truncate`.
        truncate: Option<Span>,
        /// The span of the option.
        span: Span,
    },
    /// `escape(…)`: text in which characters are replaced, in this order.
    Escape(Vec<Replacement>),
    /// `reverse_labels = "."`: text with its labels in reverse order, with this character between them.
    Labels(Spanned<u8>),
    /// `length = u16`: the length, then text or bytes.
    Length(LengthPrefix),
    /// `repeat`: a list of elements of one width, at the end of the key.
    List {
        /// `sorted`: the elements ascend.
        sorted: bool,
    },
    /// `encoding = path`: a user's encoding type.
    Custom(syn::Path),
}

/// A field that is not stored: `skip`.
pub struct Skipped<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as in the source.
    pub ident: &'a Ident,
    /// Its value when a row is read.
    pub default: DefaultValue,
}

/// The field that holds the date in the table's name: `#[table_date]`.
pub struct DateField<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as in the source.
    pub ident: &'a Ident,
    /// The unit of the finest letters in the table's name.
    pub unit: PeriodUnit,
}

impl<'a> Table<'a> {
    /// The column of `#[version]`.
    pub fn version(&self) -> Option<(&Column<'a>, &CellColumn)> {
        let mut cells = self.columns.iter().filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some((column, cell)),
            _ => None,
        });
        cells.find(|(_, cell)| cell.version.is_some())
    }
}

/// The field that holds the cells' timestamp: `#[timestamp]`.
pub struct TimestampField<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as in the source.
    pub ident: &'a Ident,
    /// The span of `#[timestamp]`.
    pub span: Span,
    /// `day`: the period whose start the timestamp is.
    pub period: Option<PeriodUnit>,
}

/// A group of columns: a struct with `#[derive(Columns)]`, which tables flatten.
pub struct ColumnGroup<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// Its columns; `family` is empty, since the table that flattens the group chooses it.
    pub columns: Vec<Column<'a>>,
    /// The fields that are not stored.
    pub skipped: Vec<Skipped<'a>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}
