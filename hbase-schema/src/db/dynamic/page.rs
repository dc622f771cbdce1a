//! Pages of dynamic columns.

use std::collections::VecDeque;
use std::convert::Infallible;

use hbase_backend::Row;

use super::decode;
use super::request::DynamicRequest;
use super::source::{STREAM_CELLS, Source};
use crate::cell::DecodeCell;
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::{Paged, QueryId};
use crate::db::target::table_ref::TableRef;
use crate::dynamic::{DynamicTypes, Qualifier};
use crate::query::RowRange;
use crate::table::Table;

impl<R, F, C> DynamicRequest<R, F, C>
where
    R: Table + 'static,
    F: DynamicTypes<Qualifier: Qualifier, Value: for<'r> DecodeCell<'r, C>>,
{
    /// The first `size` of the selected columns, and a cursor for [`page_after`](Self::page_after) if there are more. A
    /// page takes as long in a row of a million columns as in one of a thousand. The whole page is in memory; if it has
    /// many bytes, several calls read it.
    ///
    /// # Errors
    /// [`Error::Key`], [`Error::Row`], [`Error::Backend`], and [`Error::Request`] for a page without
    /// columns, or together with [`limit`](Self::limit).
    pub async fn page(
        self,
        size: usize,
    ) -> Result<Page<(F::Qualifier, F::Value), Infallible>, Error> {
        self.read_page("dynamic_page", None, size).await
    }

    /// The page after the one that `cursor` came with. The row and the range must be the same; the
    /// size may differ.
    ///
    /// # Errors
    /// Same as [`page`](Self::page), and [`Error::Cursor`] for a cursor that is damaged, or belongs to
    /// another query or another layout of the table.
    pub async fn page_after(
        self,
        cursor: impl AsRef<str>,
        size: usize,
    ) -> Result<Page<(F::Qualifier, F::Value), Infallible>, Error> {
        self.read_page("dynamic_page_after", Some(cursor.as_ref()), size)
            .await
    }

    async fn read_page(
        self,
        call: &'static str,
        cursor: Option<&str>,
        size: usize,
    ) -> Result<Page<(F::Qualifier, F::Value), Infallible>, Error> {
        let about = Self::about(call);
        check_page(about, size, self.selected.limit)?;
        let (row, span) = self.row_and_span(call)?;
        let id = QueryId::new(Paged::Dynamic, &row.table.to_string())
            .key(R::SCHEMA.key)
            .ranges(&[RowRange::point(row.row.clone())])
            .columns(
                self.selected.token.family(),
                &span.start,
                span.stop.as_deref(),
            )
            .time_range(self.selected.time_range);
        let rest = match cursor {
            None => span,
            Some(cursor) => span.after(&Cursor::read(about, cursor, &id)?),
        };
        let source = Source::of_row(self.read(call, row.table, false), row.row, rest);
        let token = self.selected.token;
        let page = take_page(source, size, &id, |row, _, items| {
            let each = |cell: &hbase_backend::CellRef<'_>, column: Result<_, Error>| {
                let at = cell.qualifier.to_vec();
                items.push_back(column.map(|column| (at, column)));
            };
            decode::columns(token, row, each, about);
        });
        operation(about, self.connection.options.operation_timeout, page).await
    }
}

/// Rejects pages that cannot be read.
pub(super) fn check_page(
    about: CallContext<'_>,
    size: usize,
    limit: Option<u64>,
) -> Result<(), Error> {
    if limit.is_some() {
        return Err(
            about.request("a `limit` together with `page`: the page's size limits the columns")
        );
    }
    if size == 0 {
        return Err(about.request("a page of 0 columns: request at least one"));
    }
    Ok(())
}

/// Columns, each with the bytes that a cursor needs to continue after it.
type Items<T> = VecDeque<Result<(Vec<u8>, T), Error>>;

/// Reads one column more than the page has, which shows whether there is another page.
pub(super) async fn take_page<T>(
    mut source: Source,
    size: usize,
    query: &QueryId,
    decode: impl Fn(&Row, &TableRef, &mut Items<T>),
) -> Result<Page<T, Infallible>, Error> {
    let mut columns = Vec::new();
    let mut last = Vec::new();
    loop {
        let wanted = u32::try_from(size - columns.len()).unwrap_or(u32::MAX);
        source.most = wanted.saturating_add(1).min(STREAM_CELLS);
        let Some(rows) = source.next().await? else {
            return Ok(page_of(columns, None));
        };
        let mut items = VecDeque::new();
        for row in &rows {
            decode(row, source.table(), &mut items);
        }
        for item in items {
            if columns.len() == size {
                let next = Some(Cursor::new(query, &last));
                return Ok(page_of(columns, next));
            }
            let (at, column) = item?;
            last = at;
            columns.push(column);
        }
    }
}

fn page_of<T>(items: Vec<T>, next: Option<Cursor>) -> Page<T, Infallible> {
    Page {
        items,
        next,
        skipped: Vec::new(),
    }
}
