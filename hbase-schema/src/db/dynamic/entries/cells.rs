//! The cells of an entry, and the ranges of its index columns.

use std::borrow::Cow;
use std::ops::Bound;

use hbase_backend::scan::prefix_successor;
use hbase_model::ordered_bytes::{self, Order};

use crate::cell::{EncodeCell, has_cell, not_empty};
use crate::codec::CodecError;
use crate::db::dynamic::span::{Span, next, transposed};
use crate::row_index::{
    EntryId, IndexColumns, IndexedEntries, IndexedEntry, IndexedValue, ValueBounds, values_of,
};

/// Most entries fit in this many bytes.
const ENTRY_BYTES: usize = 256;

/// The columns of one entry.
#[derive(Clone, Debug)]
pub(super) struct EntryCells {
    pub(super) id: EntryId,
    /// The qualifier of the entry.
    pub(super) name: Vec<u8>,
    pub(super) value: Vec<u8>,
    pub(super) index: Vec<IndexCell>,
}

/// A column of the index.
#[derive(Clone, Debug)]
pub(super) struct IndexCell {
    pub(super) name: Vec<u8>,
    pub(super) value: Vec<u8>,
}

impl EntryCells {
    pub(super) fn of<R, E, C>(of: IndexedEntries<R, E, C>, entry: &E) -> Result<Self, CodecError>
    where
        E: IndexedEntry + EncodeCell<C>,
    {
        let mut value = Vec::with_capacity(ENTRY_BYTES);
        has_cell(entry.encode_cell(&mut value))?;
        let cells = Self::with_id(of, EntryId::of(&value), entry)?;
        Ok(Self { value, ..cells })
    }

    /// The same for an entry that was read, without its value.
    pub(super) fn with_id<R, E: IndexedEntry, C>(
        of: IndexedEntries<R, E, C>,
        id: EntryId,
        entry: &E,
    ) -> Result<Self, CodecError> {
        Ok(Self {
            id,
            name: entry_name(of, id),
            value: Vec::new(),
            index: index_cells(of, id, entry)?,
        })
    }
}

/// The qualifier of an entry.
pub(super) fn entry_name<R, E, C>(of: IndexedEntries<R, E, C>, id: EntryId) -> Vec<u8> {
    [of.data().schema().prefix.as_bytes(), id.as_bytes()].concat()
}

/// The index columns of an entry.
pub(super) fn index_cells<R, E: IndexedEntry, C>(
    of: IndexedEntries<R, E, C>,
    id: EntryId,
    entry: &E,
) -> Result<Vec<IndexCell>, CodecError> {
    let cell = |value| index_cell(of.index_columns(), &value, id).transpose();
    values_of(entry)?.into_iter().filter_map(cell).collect()
}

/// The index column of a value; `None` if the index is of another field.
fn index_cell(
    columns: IndexColumns,
    value: &IndexedValue,
    id: EntryId,
) -> Result<Option<IndexCell>, CodecError> {
    let IndexedValue { tag, value } = value;
    match columns {
        IndexColumns::Tagged(schema) => Ok(Some(IndexCell {
            name: [schema.prefix.as_bytes(), &[*tag], value, id.as_bytes()].concat(),
            value: Vec::new(),
        })),
        IndexColumns::Plain(_, field) if field.tag != *tag => Ok(None),
        IndexColumns::Plain(schema, _) => {
            let name = [schema.prefix.as_bytes(), text_of(value)?.as_bytes()].concat();
            not_empty(&name)?;
            let value = id.as_bytes().to_vec();
            Ok(Some(IndexCell { name, value }))
        }
    }
}

/// The text of an encoded value.
fn text_of(value: &[u8]) -> Result<Cow<'_, str>, CodecError> {
    Ok(ordered_bytes::get_string(value, Order::Ascending)?)
}

/// The encoded value of a text.
pub(super) fn value_of_text(text: &str) -> Result<Vec<u8>, CodecError> {
    let mut value = Vec::new();
    ordered_bytes::put_string(text, Order::Ascending, &mut value)?;
    Ok(value)
}

/// The index columns of the field `tag` with these values.
pub(super) fn index_span(
    columns: IndexColumns,
    tag: u8,
    bounds: &ValueBounds,
) -> Result<Span, CodecError> {
    let ValueBounds::Range(low, high) = bounds else {
        return match bounds {
            ValueBounds::Prefix(text) => prefix_span(columns, tag, text),
            _ => Ok(Span::empty()),
        };
    };
    match columns {
        IndexColumns::Tagged(schema) => {
            let prefix = [schema.prefix.as_bytes(), &[tag]].concat();
            let name = |value: &[u8]| [&prefix, value].concat();
            // A value's columns differ in the bytes after it.
            Ok(Span::between(
                &prefix,
                low.as_ref().map(|at| name(at)),
                high.as_ref().map(|at| name(at)),
                |at| prefix_successor(&at),
            ))
        }
        IndexColumns::Plain(schema, _) => {
            let prefix = schema.prefix.as_bytes();
            let name = |bound: &Bound<Vec<u8>>| {
                let name = |at: &Vec<u8>| Ok([prefix, text_of(at)?.as_bytes()].concat());
                transposed(bound.as_ref().map(name))
            };
            Ok(Span::between(prefix, name(low)?, name(high)?, |at| {
                Some(next(at))
            }))
        }
    }
}

fn prefix_span(columns: IndexColumns, tag: u8, text: &str) -> Result<Span, CodecError> {
    let prefix = match columns {
        IndexColumns::Tagged(schema) => {
            let mut value = value_of_text(text)?;
            // Without the terminator.
            value.pop();
            [schema.prefix.as_bytes(), &[tag], &value].concat()
        }
        IndexColumns::Plain(schema, _) => [schema.prefix.as_bytes(), text.as_bytes()].concat(),
    };
    Ok(Span::with_prefix(&prefix))
}
