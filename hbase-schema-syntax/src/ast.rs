//! The checked tables and groups of columns that the derive and the tools use.
//!
//! Every declared value keeps its span, so that a later stage can report errors at it.

use hbase_model::descriptor::Ttl;
use hbase_model::escape::Replacement;
use hbase_model::layout::{Pad, Salt, SaltText};
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::{PeriodUnit, TimeKind};
use hbase_model::{ColumnQualifier, Splits, TableDescriptor, TableName};
use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

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

/// A struct with `#[derive(Qualifier)]`: the qualifier of dynamic columns.
pub struct QualifierStruct<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// The parts, like those of a row key without a salt.
    pub key: Key<'a>,
    /// The parts that have `bits`, as many entries as parts.
    pub bits: Vec<Option<BitField>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}

/// A type with `#[derive(Qualifier)]`.
pub enum QualifierType<'a> {
    /// A struct of parts.
    Struct(Box<QualifierStruct<'a>>),
    /// An enum of kinds.
    Kinds(QualifierKinds<'a>),
}

/// An enum with `#[derive(Qualifier)]`: kinds of qualifiers, which their bytes tell apart.
pub struct QualifierKinds<'a> {
    /// The enum.
    pub input: &'a syn::DeriveInput,
    /// The variants, at least one.
    pub kinds: Vec<QualifierKind<'a>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}

/// A kind of qualifiers: a variant with the type that it holds.
pub struct QualifierKind<'a> {
    /// The variant's name.
    pub ident: &'a Ident,
    /// The type of the qualifiers.
    pub ty: &'a syn::Type,
}

impl QualifierKinds<'_> {
    /// The names of the kinds, as text.
    pub fn names(&self) -> String {
        let names = self.kinds.iter().map(|kind| kind.ident.unraw().to_string());
        let names: Vec<String> = names.collect();
        format!("one of {}", names.join(", "))
    }
}

/// Fields of a qualifier that are one part of its bytes.
pub enum QualifierPart<'q, 'a> {
    /// A field without `bits`.
    Whole(&'q Part<'a>),
    /// Fields next to each other with `bits`.
    Bits(Vec<(&'q Part<'a>, &'q BitField)>),
}

impl<'a> QualifierStruct<'a> {
    /// The fields, divided into parts.
    pub fn parts(&self) -> Vec<QualifierPart<'_, 'a>> {
        let mut parts = Vec::new();
        for (part, bits) in self.key.parts.iter().zip(&self.bits) {
            match (bits, parts.last_mut()) {
                (None, _) => parts.push(QualifierPart::Whole(part)),
                (Some(bits), Some(QualifierPart::Bits(fields))) => fields.push((part, bits)),
                (Some(bits), _) => parts.push(QualifierPart::Bits(vec![(part, bits)])),
            }
        }
        parts
    }
}

impl QualifierPart<'_, '_> {
    /// The name: that of the field, or of all fields with values.
    pub fn name(&self) -> String {
        let fields = match self {
            Self::Whole(part) => return part.ident.unraw().to_string(),
            Self::Bits(fields) => fields,
        };
        let is_constant = fields.iter().all(|(_, bits)| bits.always.is_some());
        let fields = fields.iter();
        let with_values = fields.filter(|(_, bits)| is_constant || bits.always.is_none());
        let names: Vec<String> = with_values
            .map(|(part, _)| part.ident.unraw().to_string())
            .collect();
        names.join("_and_")
    }

    /// The bytes of fields with `bits`.
    pub fn width(&self) -> Option<u16> {
        match self {
            Self::Whole(_) => None,
            Self::Bits(fields) => {
                let bits = fields.iter().map(|(_, bits)| u16::from(bits.bits.value));
                Some(bits.sum::<u16>() / 8)
            }
        }
    }
}

/// A part of some bits. Parts next to each other with bits are whole bytes together, at most 8.
pub struct BitField {
    /// `bits = 12`.
    pub bits: Spanned<u8>,
    /// `always = 15`: the value in every qualifier.
    pub always: Option<Spanned<u64>>,
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

/// A qualifier, or the prefix of some: `"PEER"` or `b"\x80\x0B"`.
pub type Qualifier = ColumnQualifier<Vec<u8>>;

/// A field that is stored as a cell, or a group of cells.
pub struct Column<'a> {
    /// The field.
    pub field: &'a syn::Field,
    /// The field's name as in the source.
    pub ident: &'a Ident,
    /// The family.
    pub family: String,
    /// One cell or a group.
    pub kind: ColumnKind,
}

/// One cell, a group of cells, or dynamic columns.
pub enum ColumnKind {
    /// One cell.
    Cell(CellColumn),
    /// `flatten`: the columns of another struct.
    Flatten {
        /// The prefix of each of its qualifiers; empty by default.
        prefix: Qualifier,
        /// The span of `flatten`.
        span: Span,
    },
    /// `dynamic`: columns whose qualifiers are values.
    Dynamic(DynamicColumns),
}

/// Dynamic columns.
pub struct DynamicColumns {
    /// The prefix of each qualifier; empty by default.
    pub prefix: Qualifier,
    /// The maximum number of columns that are read with a row.
    pub limit: u32,
    /// The codec of the values.
    pub codec: Codec,
    /// The span of `counter`: `increment` adds to the cells.
    pub counter: Option<Span>,
    /// `since(hour, unit = "1s")`: the time of the key that qualifiers continue.
    pub since: Option<Since>,
    /// The name of the token: the field's name in upper snake case.
    pub token: Ident,
    /// The span of `dynamic`.
    pub span: Span,
}

/// `since(hour, unit = "1s")`.
#[derive(Clone)]
pub struct Since {
    /// The name of the key part.
    pub part: Spanned<String>,
    /// The unit in milliseconds; 1 by default.
    pub unit_ms: u32,
}

impl DynamicColumns {
    /// The default of `limit`.
    pub const LIMIT: u32 = 10_000;
}

/// One cell.
pub struct CellColumn {
    /// The qualifier.
    pub qualifier: Spanned<Qualifier>,
    /// The codec.
    pub codec: Codec,
    /// The value of an absent cell.
    pub default: Option<DefaultValue>,
    /// The span of `counter`: `increment` adds to the cell.
    pub counter: Option<Span>,
    /// The span of `store_none`: an absent value is an empty cell.
    pub store_none: Option<Span>,
    /// The name of the column's token: the field's name in upper snake case.
    pub token: Ident,
}

/// An index in a separate table: `#[index("DLQX:MAIL_BY_SENDER")]`, on a field or on the struct.
pub struct Index {
    /// The index's own table.
    pub table: TableName,
    /// The positions of the fields' columns in [`Table::columns`], in the order of an entry's key. Each
    /// is one cell.
    pub fields: Vec<usize>,
    /// The TTL of the entries, if any.
    pub ttl: Option<Ttl>,
    /// The split points, before the first field's encoding is known.
    pub splits: Spanned<Splits>,
    /// The name of the index's token: `BY_` and the fields' names in upper snake case.
    pub token: Ident,
}

impl Index {
    /// The columns of the fields, in the order of an entry's key.
    pub fn columns<'t>(
        &'t self,
        table: &'t Table<'_>,
    ) -> impl Iterator<Item = (&'t Column<'t>, &'t CellColumn)> {
        let columns = self.fields.iter().map(|at| &table.columns[*at]);
        columns.filter_map(|column| match &column.kind {
            ColumnKind::Cell(cell) => Some((column, cell)),
            _ => None,
        })
    }
}

/// The codec of a cell: how a value becomes its bytes.
#[derive(Clone)]
pub enum Codec {
    /// The type's default codec: Java's `Bytes.toBytes`.
    Native,
    /// `text`: as decimal text or UTF-8.
    Text(Span),
    /// `java_text`: as text, as Java writes it.
    JavaText(Span),
    /// `json`.
    Json(Span),
    /// `part`: in the encoding of a key part.
    Part(CellPart),
    /// `with = module`: the module's `encode` and `decode`.
    With(syn::Path),
    /// `with_name = module`: the same, which take the name of a dynamic column too.
    WithName(syn::Path),
}

/// The encoding of a cell that is encoded like a key part.
#[derive(Clone)]
pub struct CellPart {
    /// The encoding, as far as attributes determine it.
    pub encoding: PartEncoding,
    /// The span of `desc`: descending.
    pub desc: Option<Span>,
    /// The span of `reverse`: reversed.
    pub reverse: Option<Span>,
    /// The span of `part`.
    pub span: Span,
}

/// The value of an absent cell, or of a field that is not stored.
#[derive(Clone)]
pub enum DefaultValue {
    /// `default`: the type's `Default`.
    Trait(Span),
    /// `default = path`: the result of this function.
    Function(syn::Path),
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
