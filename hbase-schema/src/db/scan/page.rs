//! Scans page by page.

use super::request::{ScanOptions, ScanRequest};
use super::rows::{RowReader, Rows};
use super::undecodable::UndecodableRow;
use super::untyped::UntypedScan;
use crate::db::error::{Error, ErrorKind};
use crate::db::paging::page::Page;
use crate::db::paging::query_id::QueryId;
use crate::db::paging::read::{PageItems, PageRequest, pages, read_page};
use crate::db::read::select::Selection;
use crate::query::HasOrder;
use crate::table::Table;

// The order is a bound of the impl: for a bound of an async function the compiler reports three errors.
impl<R: Table + 'static, S: Selection<R>, O: HasOrder> ScanRequest<R, S, O> {
    pages! {
        R:
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
        /// Same as [`rows`](Self::rows); [`Error::Request`] for a page without rows, or together with
        /// [`limit`](Self::limit).
        -> Page<S::Output>, "page", "page_after",
        ". The query must be the same; the size and the selected columns may differ. An \
         [`offset`](Self::offset) applies to the first page alone."
    }

    async fn read_page(mut self, page: PageRequest<'_>) -> Result<Page<S::Output>, Error> {
        page.apply_to(&mut self.options)?;
        let PageRequest { about, size, .. } = page;
        let (reader, id) = self.untyped().open_page(about.call)?;
        let rows = Rows::with_positions(reader, self.selection, self.options.time_range);
        let page = read_page(rows, size, &id);
        self.connection.operation(about, page).await
    }
}

impl UntypedScan<'_> {
    fn open_page(&self, call: &'static str) -> Result<(RowReader, QueryId), Error> {
        let plan = self.plan(call)?;
        let id = plan.query.clone();
        Ok((self.open(call, Ok(plan)), id))
    }
}

impl PageRequest<'_> {
    /// Makes the options of a scan those of this page.
    fn apply_to(self, options: &mut ScanOptions) -> Result<(), Error> {
        let limited = "rows; for the newest ones page by page, use `newest_first`";
        self.check_limit(options.limit, limited)?;
        if options.current {
            return Err(self.about.request(
                "`current` together with `page`: pages may be of several generations: read the `rows`",
            ));
        }
        self.check_size("rows")?;
        // One row more shows whether there is another page.
        options.limit = Some((self.size as u64).saturating_add(1));
        options.is_page = true;
        options.waits_for_rows = true;
        if let Some(cursor) = self.cursor
            && options.after.replace(cursor.into()).is_some()
        {
            return Err(self.about.request(
                "found `after` together with `page_after`, expected one of them: each has the cursor after which the page begins",
            ));
        }
        Ok(())
    }
}

impl<T> PageItems for Rows<(Vec<u8>, T)> {
    type Item = T;
    type Skipped = UndecodableRow;

    async fn next_item(&mut self, _: usize) -> Result<Option<(Vec<u8>, Result<T, Error>)>, Error> {
        match self.next().await {
            // A row beyond the page shows that there is another page, whether or not it can be decoded. Nobody uses
            // the position of an item with an error.
            Some(Err(error)) if error.kind() == ErrorKind::Decode => {
                Ok(Some((Vec::new(), Err(error))))
            }
            row => Ok(row.transpose()?.map(|(position, row)| (position, Ok(row)))),
        }
    }

    fn skipped(&self) -> usize {
        self.undecodable().len()
    }

    fn take_skipped(&mut self) -> Vec<UndecodableRow> {
        self.take_undecodable()
    }
}
