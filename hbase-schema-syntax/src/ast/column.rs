//! Fields that are stored as cells.

use hbase_model::ColumnQualifier;
use proc_macro2::{Ident, Span};

use super::{PartEncoding, Spanned};

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

/// `since(hour, unit = "1s")`: each qualifier begins with the time since a key part.
pub struct Since {
    /// The name of the key part.
    pub part: Spanned<String>,
    /// The unit in milliseconds.
    pub unit_ms: u32,
    /// The period of the part in milliseconds: its `align`.
    pub period_ms: u32,
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
    /// The span of `#[version]`: the cell is the number of the row's writes.
    pub version: Option<Span>,
    /// The name of the column's token: the field's name in upper snake case.
    pub token: Ident,
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
