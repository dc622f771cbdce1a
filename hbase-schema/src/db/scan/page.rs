//! Questions asked page by page.

use hbase_model::RowBound;

use super::ask::Question;
use super::plan::{key_of, salt_width};
use super::request::ScanRequest;
use super::rows::{Decode, Rows};
use crate::db::cursor::Cursor;
use crate::db::error::{About, Error};
use crate::db::link::operation;
use crate::db::page::Page;
use crate::db::query_id::{Paged, QueryId};
use crate::db::select::Selection;
use crate::query::RowRange;
use crate::table::Table;

impl<R: Table + 'static, S: Selection<R>, O> ScanRequest<R, S, O> {
    /// The first page: at most `size` rows, and a cursor for [`page_after`](Self::page_after) where
    /// there are more.
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
    /// As [`rows`](Self::rows) gives them; [`Error::Request`] together with [`limit`](Self::limit).
    pub async fn page(self, size: usize) -> Result<Page<S::Output>, Error> {
        let question = self.question("page")?;
        self.one_page(question, None, size).await
    }

    /// The page after the one that `cursor` came with. The question must be the same; the size may
    /// differ, and what is read of each row too. An [`offset`](Self::offset) counts for the first
    /// page alone.
    ///
    /// # Errors
    /// As for [`page`](Self::page), and [`Error::Request`] for a cursor that is damaged, or belongs
    /// to another question or another form of the table.
    pub async fn page_after(
        mut self,
        cursor: impl AsRef<str>,
        size: usize,
    ) -> Result<Page<S::Output>, Error> {
        let question = self.question("page_after")?;
        let about = About::table("page_after", &R::SCHEMA.table.name);
        let at = Cursor::read(about, cursor.as_ref(), &id_of::<R>(&question))?;
        self.options.offset = 0;
        self.one_page(question, Some(at), size).await
    }

    async fn one_page(
        mut self,
        mut question: Question,
        after: Option<Vec<u8>>,
        size: usize,
    ) -> Result<Page<S::Output>, Error> {
        let about = About::table("page", &R::SCHEMA.table.name);
        if self.options.limit.is_some() {
            return Err(about.request("a `limit` beside `page`: the page's size says how many rows; for the newest ones page by page, say `newest_first`"));
        }
        if size == 0 {
            return Err(about.request("a page of 0 rows: ask for at least one"));
        }
        let id = id_of::<R>(&question);
        if let Some(last) = after {
            go_on_after::<R>(&mut question, &last);
        }
        // One row more tells whether there is another page.
        self.options.limit = Some((size as u64).saturating_add(1));
        let fan = self.open("page", question);
        let reading = self.reading_of("page");
        let (selection, range) = (self.selection, self.options.time_range);
        let decode: Decode<_> =
            Box::new(move |row| Ok((row.key().to_vec(), selection.read_within(row, range)?)));
        let timeout = reading.operation_timeout;
        let page = take_page(Rows::start(Ok(fan), reading, decode), size, &id);
        operation(about, timeout, page).await
    }
}

/// What tells this query from others. Not the page's size, nor what is read of each row.
fn id_of<R: Table>(question: &Question) -> QueryId {
    QueryId::new(Paged::Scan, &R::SCHEMA.table.name.to_string())
        .key(R::SCHEMA.key)
        .ranges(&question.keys.ranges)
        .checks(&question.keys.checks)
        .filter(question.read.filter.as_ref())
        .reversed(question.reversed)
        .time_range(question.read.time_range)
}

async fn take_page<T>(
    mut rows: Rows<(Vec<u8>, T)>,
    size: usize,
    query: &QueryId,
) -> Result<Page<T>, Error> {
    let mut page = Vec::new();
    let mut last = Vec::new();
    let mut next = None;
    let mut undecodable = 0;
    while let Some(row) = rows.next().await {
        let (key, row) = row?;
        if page.len() == size {
            next = Some(Cursor::new(query, &last));
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
        // Those behind the page's last row come again with the next page.
        page.undecodable.truncate(undecodable);
    }
    Ok(page)
}

/// Leaves out what comes before and with the row `last`, in the order in which rows are given: by
/// the key after the salt, then by the salt.
fn go_on_after<R: Table>(question: &mut Question, last: &[u8]) {
    let layout = R::SCHEMA.key;
    let reversed = question.reversed;
    let ranges = std::mem::take(&mut question.keys.ranges);
    if ranges.len() < 2 {
        let bound = RowBound::Excluded(last.to_vec());
        question.keys.ranges = ranges
            .into_iter()
            .filter_map(|range| narrowed(range, bound.clone(), reversed))
            .collect();
        return;
    }
    let of_last = ranges.iter().find(|range| range.contains(last));
    let (last_salt, rest) = last.split_at(
        of_last
            .map_or(0, |range| salt_width(layout, range))
            .min(last.len()),
    );
    let go_on = |range: RowRange| {
        let start = key_of(&range.start);
        let salt = start.get(..salt_width(layout, &range)).unwrap_or(start);
        let key = [salt, rest].concat();
        // A row of the same key under a salt that comes later was not given yet.
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
    question.keys.ranges = ranges.into_iter().filter_map(go_on).collect();
}

/// The range from `bound` on; `None` where nothing of it is left.
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
