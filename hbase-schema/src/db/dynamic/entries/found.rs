//! The first look-up: index columns.

use std::collections::VecDeque;

use hbase_backend::{CellRef, Row, TimeRange};

use super::cells::value_of_text;
use super::load::Loader;
use crate::codec::CodecError;
use crate::db::dynamic::read::FamilyRead;
use crate::db::dynamic::source::Source;
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::dynamic::Qualifier;
use crate::dynamic::values::{decode_error, qualifier_of};
use crate::row_index::{EntryId, IndexColumn, IndexColumns, IndexedEntries, IndexedValue};
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
        let is_tagged = matches!(self.of.index_columns(), IndexColumns::Tagged(_));
        let read = FamilyRead {
            connection: self.connection.clone(),
            call,
            table: self.row.table.clone(),
            family: self.of.index().family,
            time_range: TimeRange::ALL,
            // The qualifier contains everything, except in a plain index.
            keys_only: is_tagged,
        };
        Source::of_row(read, self.row.row.clone(), span)
    }
}

/// Decodes the index columns of a partial row, up to the first that does not decode.
pub(super) fn decode<R: Table, E, C>(
    of: IndexedEntries<R, E, C>,
    about: CallContext<'static>,
    row: &Row,
    ready: &mut VecDeque<Result<Found, Error>>,
) {
    for cell in row.cells() {
        let Some(bytes) = qualifier_of(of.index(), R::SCHEMA, &cell) else {
            continue;
        };
        let found = decode_one(of.index_columns(), bytes, &cell);
        let is_error = found.is_err();
        ready.push_back(found.map_err(|cause| {
            about.row_error(decode_error(R::SCHEMA.row, of.index(), &cell, cause))
        }));
        if is_error {
            return;
        }
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
