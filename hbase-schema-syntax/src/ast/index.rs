//! The indexes of a table.

use hbase_model::descriptor::Ttl;
use hbase_model::{Splits, TableName};
use proc_macro2::{Ident, Span};

use super::{CellColumn, Column, ColumnKind, Part, Spanned, Table};

/// An index in a separate table: `#[index("DLQX:MAIL_BY_SENDER")]`, on a field or on the struct.
pub struct Index {
    /// The index's own table.
    pub table: TableName,
    /// The fields, in the order of an entry's key; at least one is a column.
    pub fields: Vec<IndexField>,
    /// The TTL of the entries, if any.
    pub ttl: Option<Ttl>,
    /// The number of buckets over which the entries are spread, if any.
    pub buckets: Option<u16>,
    /// The split points, before the first field's encoding is known.
    pub splits: Spanned<Splits>,
    /// The name of the index's token: `BY_` and the fields' names in upper snake case.
    pub token: Ident,
}

/// A field of an index.
#[derive(Clone, Copy)]
pub struct IndexField {
    /// The position of its column or key part.
    pub position: FieldPosition,
    /// The span of `desc`: the largest values first.
    pub desc: Option<Span>,
}

/// The position of a field in its struct's table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FieldPosition {
    /// In [`Table::columns`]; the column is one cell.
    Column(usize),
    /// In the parts of [`Table::key`].
    Part(usize),
}

/// A field of an index, with its column or key part.
#[derive(Clone, Copy)]
pub enum IndexedField<'t> {
    /// A column.
    Column(&'t Column<'t>, &'t CellColumn),
    /// A key part, and its position in the key.
    Part(&'t Part<'t>, usize),
}

impl Index {
    /// The fields, in the order of an entry's key.
    pub fn fields<'t>(
        &'t self,
        table: &'t Table<'_>,
    ) -> impl Iterator<Item = (IndexedField<'t>, Option<Span>)> {
        let fields = self.fields.iter();
        fields.filter_map(|field| Some((table.indexed(field.position)?, field.desc)))
    }
}

impl Table<'_> {
    /// The field at a position; `None` for a column that is not one cell.
    pub fn indexed(&self, position: FieldPosition) -> Option<IndexedField<'_>> {
        match position {
            FieldPosition::Part(at) => Some(IndexedField::Part(&self.key.parts[at], at)),
            FieldPosition::Column(at) => match &self.columns[at].kind {
                ColumnKind::Cell(cell) => Some(IndexedField::Column(&self.columns[at], cell)),
                _ => None,
            },
        }
    }
}

impl<'t> IndexedField<'t> {
    /// The struct's field.
    pub const fn field(self) -> &'t syn::Field {
        match self {
            Self::Column(column, _) => column.field,
            Self::Part(part, _) => part.field,
        }
    }

    /// The field's name as in the source.
    pub const fn ident(self) -> &'t Ident {
        match self {
            Self::Column(column, _) => column.ident,
            Self::Part(part, _) => part.ident,
        }
    }
}
