//! Queries of entries by an indexed field.

use std::ops::RangeBounds;

use super::cells::index_span;
use super::load::Loader;
use super::request::EntriesRequest;
use crate::codec::CodecError;
use crate::db::connection::Connection;
use crate::db::dynamic::span::Span;
use crate::db::error::{CallContext, Error};
use crate::debug::debug_fields;
use crate::key::encoding::Ordered;
use crate::row_index::{EntryArg, FieldTag, IndexColumns, IndexField, IndexedEntry, ValueBounds};
use crate::table::Table;

impl<R: Table, E, C> EntriesRequest<R, E, C> {
    /// Selects the indexed field to query by.
    pub fn by<T, X>(self, field: IndexField<E, T, X>) -> IndexedBy<R, E, C, T, X> {
        IndexedBy {
            request: self,
            field,
        }
    }
}

/// A field to query by: created by [`EntriesRequest::by`].
#[must_use = "a field is not a query without its values"]
pub struct IndexedBy<R, E, C, T, X> {
    request: EntriesRequest<R, E, C>,
    field: IndexField<E, T, X>,
}

impl<R: Table, E, C, T, X> IndexedBy<R, E, C, T, X> {
    /// The entries with this value of the field.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a value or a reference, given as it is"
    )]
    pub fn equal(self, value: impl EntryArg<T, X>) -> EntryQuery<R, E, C> {
        self.query(ValueBounds::of_value(&value))
    }

    /// The entries with a value in this range, in the order of the index: by value, then by MD5.
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a range, written where it is passed"
    )]
    pub fn range<B: EntryArg<T, X>>(self, range: impl RangeBounds<B>) -> EntryQuery<R, E, C> {
        self.query(ValueBounds::of_range(&range))
    }

    /// All entries with a value of the field, in the order of the index.
    pub fn all(self) -> EntryQuery<R, E, C> {
        self.query(Ok(ValueBounds::ALL))
    }

    fn query(self, bounds: Result<ValueBounds, CodecError>) -> EntryQuery<R, E, C> {
        let Self { request, field } = self;
        EntryQuery {
            bounds,
            field: field.declared(),
            request,
            limit: None,
        }
    }
}

impl<R: Table, E, C, T: AsRef<str>> IndexedBy<R, E, C, T, Ordered> {
    /// The entries whose text starts with `text`, in the order of the index.
    pub fn prefix(self, text: impl AsRef<str>) -> EntryQuery<R, E, C> {
        self.query(Ok(ValueBounds::Prefix(text.as_ref().to_owned())))
    }
}

/// A query of entries by an indexed field: two look-ups, first of index columns, in a range that the
/// server evaluates, then of the entries, up to 128 at a time.
///
/// An index column without its entry is skipped, and reported by
/// [`Page::skipped`](crate::Page::skipped) and [`ItemStream::stale`](crate::db::ItemStream::stale).
/// That is not an error: an entry may be deleted between the two look-ups.
#[must_use = "a query does nothing until one of its calls is awaited"]
pub struct EntryQuery<R, E, C> {
    request: EntriesRequest<R, E, C>,
    field: FieldTag,
    bounds: Result<ValueBounds, CodecError>,
    pub(super) limit: Option<u64>,
}

impl<R: Table, E: IndexedEntry, C> EntryQuery<R, E, C> {
    setter!(limit(entries: u64) "Returns at most `entries` entries, the first ones, as a stream.");

    /// The row, and the range of index columns.
    pub(super) fn selected(
        self,
        about: CallContext<'static>,
    ) -> Result<(Loader<R, E, C>, Span), Error> {
        let field = self.field;
        let loader = self.request.loader()?;
        let columns = loader.of.index_columns();
        let row = about.row(&loader.row.row);
        if !E::FIELDS.contains(&field) {
            return Err(row.request(format_args!(
                "found a query by `{}` ({}), expected one by a field that `FIELDS` lists: {:?}: add it to `FIELDS` and to `write_index`, and call `repair` for entries that are stored",
                field.name, field.tag, E::FIELDS
            )));
        }
        if let IndexColumns::Plain(_, indexed) = columns
            && indexed != field
        {
            return Err(row.request(format_args!(
                "found a query by `{}`, expected one by `{}`, the only field of the plain index {:?}: add a `RowIndex` for other fields",
                field.name, indexed.name, loader.of
            )));
        }
        let span = self
            .bounds
            .and_then(|bounds| index_span(columns, field.tag, &bounds));
        let span = span.map_err(|error| {
            row.request(format_args!("the values of `{}`: {error}", field.name))
        })?;
        Ok((loader, span))
    }

    pub(super) const fn connection(&self) -> &Connection {
        &self.request.connection
    }
}

debug_fields!(IndexedBy[R, E, C, T, X]: field);

debug_fields!(EntryQuery[R, E, C]: field, bounds);
