//! Scans page by page.

use std::future::Future;

use super::request::ScanRequest;
use super::resume::at;
use super::rows::Rows;
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::page::Page;
use crate::db::paging::query_id::QueryId;
use crate::db::read::select::Selection;
use crate::query::HasOrder;
use crate::table::Table;

// The order is a bound of the impl: for one of an async function the compiler reports three errors.
impl<R: Table + 'static, S: Selection<R>, O: HasOrder> ScanRequest<R, S, O> {
    /// The first page: up to `size` rows, and a cursor for [`page_after`](Self::page_after) if there
    /// are more. An `unordered` scan has no pages.
    ///
    /// ```
    /// # use hbase_schema::{Error, HTable};
    /// # #[derive(HTable, Debug, PartialEq)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32 }
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Error> {
    /// # let db = hbase_schema::connect("memory:").await?;
    /// # db.create_table::<Weather>().await?;
    /// # db.put_many((0..9).map(|n| Weather { city: format!("city {n}"), rain_mm: n })).await?;
    /// let page = db.scan(Weather::scan().all()).page(5).await?;
    /// assert_eq!(page.items.len(), 5);
    /// // The cursor is a text: it can go to a browser and come back tomorrow.
    /// let cursor = page.next.unwrap().to_string();
    /// let page = db.scan(Weather::scan().all()).page_after(cursor, 5).await?;
    /// assert_eq!((page.items.len(), page.next), (4, None));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`rows`](Self::rows); [`Error::Request`] for a page of no rows, or together with
    /// [`limit`](Self::limit).
    pub async fn page(self, size: usize) -> Result<Page<S::Output>, Error> {
        self.read_page("page", None, size)?.await
    }

    /// The page after the one that `cursor` came with. The query must be the same; the size and the
    /// selected columns may differ. An [`offset`](Self::offset) applies to the first page alone.
    ///
    /// # Errors
    /// As [`page`](Self::page), and [`Error::Cursor`] for a cursor that is damaged, or belongs to
    /// another query or another layout of the table.
    pub async fn page_after(
        self,
        cursor: impl AsRef<str>,
        size: usize,
    ) -> Result<Page<S::Output>, Error> {
        self.read_page("page_after", Some(cursor.as_ref()), size)?
            .await
    }

    fn read_page(
        mut self,
        call: &'static str,
        cursor: Option<&str>,
        size: usize,
    ) -> Result<impl Future<Output = Result<Page<S::Output>, Error>> + use<R, S, O>, Error> {
        let about = CallContext::table(call, &R::SCHEMA.table.name);
        if self.options.limit.is_some() {
            return Err(about.request("a `limit` beside `page`: the page's size limits the rows; for the newest ones page by page, use `newest_first`"));
        }
        if self.options.current {
            return Err(about.request(
                "`current` beside `page`: pages may be of several generations: read the `rows`",
            ));
        }
        if size == 0 {
            return Err(about.request("a page of 0 rows: request at least one"));
        }
        // One row more shows whether there is another page.
        self.options.limit = Some((size as u64).saturating_add(1));
        self.options.is_page = true;
        self.options.waits_for_rows = true;
        if let Some(cursor) = cursor
            && self.options.after.replace(cursor.into()).is_some()
        {
            return Err(about.request(
                "found `after` beside `page_after`, expected one of them: each has the cursor after which the page begins",
            ));
        }
        let plan = self.plan(call)?;
        let id = plan.query.clone();
        let reader = self.open(call, Ok(plan));
        let (selection, range) = (self.selection, self.options.time_range);
        let rows = Rows::new(reader, move |row, table| {
            let period = table.period();
            let at = at(row.key(), period);
            Ok((at, selection.read_within(row, range, period)?))
        });
        let timeout = self.connection.options.operation_timeout;
        Ok(operation(about, timeout, take_page(rows, size, id)))
    }
}

async fn take_page<T>(
    mut rows: Rows<(Vec<u8>, T)>,
    size: usize,
    query: QueryId,
) -> Result<Page<T>, Error> {
    let mut page = Vec::new();
    let mut last = Vec::new();
    let mut next = None;
    let mut undecodable = 0;
    while let Some(row) = rows.next().await {
        let (position, row) = row?;
        if page.len() == size {
            next = Some(Cursor::new(&query, &last));
            break;
        }
        last = position;
        page.push(row);
        undecodable = rows.undecodable().len();
    }
    let mut page = Page {
        items: page,
        next,
        skipped: rows.take_undecodable(),
    };
    if page.next.is_some() {
        // The next page returns those after this page's last row again.
        page.skipped.truncate(undecodable);
    }
    Ok(page)
}
