//! Pages of dynamic columns.

use std::convert::Infallible;

use hbase_backend::{CellRef, TimeRange};

use super::chunks::Chunks;
use super::decode;
use super::request::DynamicRequest;
use super::source::Source;
use super::span::Span;
use crate::cell::DecodeCell;
use crate::db::error::Error;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::paging::read::{PageRequest, pages, read_page};
use crate::db::target::keys::RowOfKey;
use crate::db::target::table_ref::TableRef;
use crate::dynamic::{DynamicTypes, Qualifier};
use crate::query::RowRange;
use crate::table::Table;

impl<R, F, C> DynamicRequest<R, F, C>
where
    R: Table + 'static,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    pages! {
        R:
        /// The first `size` of the selected columns, and a cursor for [`page_after`](Self::page_after) if there are more. A
        /// page takes as long in a row of a million columns as in one of a thousand. The whole page is in memory; if it has
        /// many bytes, several calls read it.
        ///
        /// # Errors
        /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
        /// columns, or together with [`limit`](Self::limit).
        -> Page<(F::Qualifier, F::Value), Infallible>, "dynamic_page", "dynamic_page_after",
        ". The row and the range must be the same; the size may differ."
    }

    async fn read_page(
        self,
        page: PageRequest<'_>,
    ) -> Result<Page<(F::Qualifier, F::Value), Infallible>, Error> {
        let about = page.about;
        page.check(self.selected.limit, "columns")?;
        let (row, span) = self.row_and_span(about.call)?;
        let token = self.selected.token;
        let id = row_id::<R>(&row, token.family(), &span, self.read_range());
        let rest = page.rest_of(&id, span)?;
        let source = Source::of_row(self.read(about.call, row.table, false), row.row, rest);
        let columns = Chunks::with_positions(source, qualifier, move |row, _, each| {
            decode::values(token, row, None, about, each);
        });
        let page = read_page(columns, page.size, &id);
        self.connection.operation(about, page).await
    }
}

/// Identifies a query of the columns of one row.
pub(super) fn row_id<R: Table>(
    row: &RowOfKey,
    family: &str,
    span: &Span,
    time_range: TimeRange,
) -> QueryId {
    QueryId::new(Paged::Dynamic, &row.table.to_string())
        .key(R::SCHEMA.key)
        .ranges(&[RowRange::point(row.row.clone())])
        .columns(family, &span.start, span.stop.as_deref())
        .time_range(time_range)
}

/// The position of a column in its row.
pub(super) fn qualifier(cell: &CellRef<'_>, _: &TableRef) -> Vec<u8> {
    cell.qualifier.to_vec()
}

impl PageRequest<'_> {
    /// The part of the columns of one row from the start of the page on.
    pub(super) fn rest_of(&self, query: &QueryId, span: Span) -> Result<Span, Error> {
        let last = self.after(query)?;
        Ok(match last {
            None => span,
            Some(last) => span.after(&last),
        })
    }
}
