//! Scans page by page.

use std::future::Future;

use hbase_model::RowBound;

use super::plan::{ScanPlan, salt_width};
use super::request::ScanRequest;
use super::rows::Rows;
use crate::db::cursor::Cursor;
use crate::db::error::{CallContext, Error};
use crate::db::link::operation;
use crate::db::page::Page;
use crate::db::query_id::{Paged, QueryId};
use crate::db::select::Selection;
use crate::query::{Ordered, RowRange, key_of};
use crate::table::Table;

// The order is a bound of the impl: for one of an async function the compiler reports three errors.
impl<R: Table + 'static, S: Selection<R>, O: Ordered> ScanRequest<R, S, O> {
    /// The first page: up to `size` rows, and a cursor for [`page_after`](Self::page_after) if there
    /// are more.
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
    /// assert_eq!(page.rows.len(), 5);
    /// // The cursor is a text: it can go to a browser and come back tomorrow.
    /// let cursor = page.next.unwrap().to_string();
    /// let page = db.scan(Weather::scan().all()).page_after(cursor, 5).await?;
    /// assert_eq!((page.rows.len(), page.next), (4, None));
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
    /// As [`page`](Self::page), and [`Error::Request`] for a cursor that is damaged, or belongs to
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
        if size == 0 {
            return Err(about.request("a page of 0 rows: request at least one"));
        }
        // One row more shows whether there is another page.
        self.options.limit = Some((size as u64).saturating_add(1));
        if cursor.is_some() {
            self.options.offset = 0;
        }
        let mut plan = self.plan(call)?;
        let id = id_of(&plan);
        if let Some(cursor) = cursor {
            let last = Cursor::read(about, cursor, &id)?;
            continue_after(&mut plan, &last);
        }
        let reader = self.open(call, Ok(plan));
        let (selection, range) = (self.selection, self.options.time_range);
        let rows = Rows::new(reader, move |row| {
            Ok((row.key().to_vec(), selection.read_within(row, range)?))
        });
        let timeout = self.connection.options.operation_timeout;
        Ok(operation(about, timeout, take_page(rows, size, id)))
    }
}

/// Identifies the query, by all but the page's size and the selected columns.
fn id_of(plan: &ScanPlan) -> QueryId {
    QueryId::new(Paged::Scan, &plan.table().to_string())
        .key(plan.schema.key)
        .ranges(&plan.ranges)
        .checks(&plan.checks)
        .filter(plan.read.filter.as_ref())
        .reversed(plan.reversed)
        .time_range(plan.read.time_range)
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
        let (key, row) = row?;
        if page.len() == size {
            next = Some(Cursor::new(&query, &last));
            break;
        }
        last = key;
        page.push(row);
        undecodable = rows.undecodable().len();
    }
    let mut page = Page {
        rows: page,
        next,
        undecodable: rows.take_undecodable(),
    };
    if page.next.is_some() {
        // The next page returns those behind this page's last row again.
        page.undecodable.truncate(undecodable);
    }
    Ok(page)
}

/// Drops the rows up to and including `last`, in the order of the result: by the key behind the
/// salt, then by salt.
fn continue_after(plan: &mut ScanPlan, last: &[u8]) {
    let (layout, reversed) = (plan.schema.key, plan.reversed);
    let ranges = std::mem::take(&mut plan.ranges);
    if ranges.len() < 2 {
        let bound = RowBound::Excluded(last.to_vec());
        let rest = ranges.into_iter();
        plan.ranges = rest
            .filter_map(|range| narrowed(range, bound.clone(), reversed))
            .collect();
        return;
    }
    let of_last = ranges.iter().find(|range| range.contains(last));
    let width = of_last.map_or(0, |range| salt_width(layout, range));
    let (last_salt, rest) = last.split_at(width.min(last.len()));
    let after_last = |range: RowRange| {
        let start = key_of(&range.start);
        let salt = start.get(..salt_width(layout, &range)).unwrap_or(start);
        let key = [salt, rest].concat();
        // Rows with equal keys come by salt: under a later salt the same key is still to come.
        let is_later = if reversed {
            salt < last_salt
        } else {
            salt > last_salt
        };
        let bound = if is_later {
            RowBound::Included(key)
        } else {
            RowBound::Excluded(key)
        };
        narrowed(range, bound, reversed)
    };
    plan.ranges = ranges.into_iter().filter_map(after_last).collect();
}

/// The range from `bound` on; `None` if that is empty.
fn narrowed(mut range: RowRange, bound: RowBound, reversed: bool) -> Option<RowRange> {
    let key = key_of(&bound);
    if range.contains(key) {
        if reversed {
            range.stop = bound;
        } else {
            range.start = bound;
        }
        return Some(range);
    }
    let is_before = match &range.start {
        RowBound::Unbounded => false,
        RowBound::Included(start) | RowBound::Excluded(start) => key <= start.as_slice(),
    };
    (is_before != reversed).then_some(range)
}
