//! The first look-up: index columns.

use hbase_backend::{CellRef, Row};

use super::cells::value_of_text;
use super::load::Loader;
use crate::codec::CodecError;
use crate::db::dynamic::chunks::{Chunks, Each};
use crate::db::dynamic::decode;
use crate::db::dynamic::page::qualifier;
use crate::db::dynamic::source::Source;
use crate::db::dynamic::span::Span;
use crate::db::error::CallContext;
use crate::db::target::table_ref::TableRef;
use crate::dynamic::Qualifier;
use crate::row_index::{EntryId, IndexColumn, IndexColumns, IndexedValue};
use crate::table::Table;

/// A column of the index.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The qualifier.
    pub(super) name: Vec<u8>,
    pub(super) timestamp: i64,
    pub(super) indexed: IndexedValue,
    pub(super) id: EntryId,
}

impl<R: Table, E, C> Loader<R, E, C> {
    /// The index columns in a range.
    pub(super) fn index_source(&self, call: &'static str, span: Span) -> Source {
        // The qualifier contains everything, except in a plain index.
        let keys_only = matches!(self.of.index_columns(), IndexColumns::Tagged(_));
        let read = self.family_read(call, self.of.index().family, keys_only);
        Source::of_row(read, self.row.row.clone(), span)
    }

    /// Decodes the index columns that are read.
    pub(super) fn index_columns(
        &self,
        about: CallContext<'static>,
        source: Source,
    ) -> Chunks<Found, impl Fn(&Row, &TableRef, &mut Each<'_, Found>) + use<R, E, C>> {
        let of = self.of;
        Chunks::with_positions(source, qualifier, move |row, _, each| {
            let columns = of.index_columns();
            let decode = |name: &[u8], cell: &CellRef<'_>| decode_one(columns, name, cell);
            decode::columns::<R, _>(of.index(), row, about, decode, each);
        })
    }
}

fn decode_one(
    columns: IndexColumns,
    bytes: &[u8],
    cell: &CellRef<'_>,
) -> Result<Found, CodecError> {
    let (indexed, id) = match columns {
        IndexColumns::Tagged(_) => {
            let IndexColumn { tag, value, id } = IndexColumn::decode_qualifier(bytes)?;
            (IndexedValue { tag, value }, id)
        }
        IndexColumns::Plain(_, field) => {
            let value = value_of_text(&String::decode_qualifier(bytes)?)?;
            let tag = field.tag;
            (
                IndexedValue { tag, value },
                EntryId::from_slice(cell.value)?,
            )
        }
    };
    Ok(Found {
        name: cell.qualifier.to_vec(),
        timestamp: cell.timestamp,
        indexed,
        id,
    })
}
