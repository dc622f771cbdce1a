//! The position of the rows of a scan.
//!
//! It follows the rows that were returned, not those that were received. `Scanner::next_step` returns rows, or the
//! start of the rest of the scan. The position of a merged scan is the first of the positions of its ranges and of
//! their received rows, in the order of the result. It is computed on request, so that rows cost nothing.
//!
//! A cursor of `HBase` (`need_cursor_result`) is the row of the last cell that a server has read, in the family that it
//! has read last. Another family may have cells in earlier rows, so that a cursor is a position only if a single family
//! is read.
//!
//! A new position begins a new deadline, except in `first` and `page`. A report that is not a new position must not: a
//! scan whose scanner is lost repeatedly would never end.

use hbase_model::time::Period;

use super::plan::ScanPlan;
use super::reached::Reached;
use super::resume::at;
use super::rows::{ReaderState, RowReader, Rows};
use crate::db::paging::cursor::Cursor;
use crate::db::paging::position::{Done, Position, Side};
use crate::db::paging::query_id::QueryId;

/// The parts of a scan's position that do not depend on how far its tables were read.
#[derive(Debug, Default)]
pub(super) struct ScanProgress {
    /// The query; `None` if its rows have no position.
    query: Option<QueryId>,
    /// The position at which the scan began.
    begin: Option<Position>,
    pub(super) done: Done,
    /// Where the scan has ended, by a limit, by a row that does not decode, or by an error.
    end: Option<(Side, Vec<u8>)>,
}

impl ScanProgress {
    pub(super) fn of(plan: &ScanPlan) -> Self {
        let has_position = !plan.unordered && !plan.current;
        let done = plan.resumed.as_ref().and_then(|position| position.done);
        Self {
            query: has_position.then(|| plan.query.clone()),
            begin: plan.resumed.clone(),
            done: done.unwrap_or_default(),
            end: None,
        }
    }

    /// Ends at a row.
    pub(super) fn end_at(&mut self, side: Side, key: &[u8], period: Option<Period>) {
        self.end = self.query.is_some().then(|| (side, at(key, period)));
    }
}

impl<T> Rows<T> {
    /// Returns how far the scan has read, as a cursor for [`ScanRequest::after`](crate::db::ScanRequest::after): a
    /// scan that continues there returns exactly the rows that this one has not returned. `None` before
    /// anything was read, and for [`unordered`](crate::db::ScanRequest::unordered) and
    /// [`current`](crate::db::ScanRequest::current) rows: such a scan has to start over.
    ///
    /// The position also moves while no row passes the filter, if the backend reports how far it has
    /// read. A cluster does so at least once in half of the request's
    /// [timeout](crate::db::ScanRequest::timeout) if the scan reads one family, and at the end of each
    /// region. Through the Thrift gateway, the position moves only with the rows. It is available after
    /// the end and after an error. A row that does not decode is read by the next scan, unless it was
    /// skipped or [collected](super::undecodable::OnUndecodable).
    ///
    /// [`next`](Self::next) may be dropped at any time, for example by a timer. So a program can report
    /// where it is during a long wait:
    ///
    /// ```
    /// use std::time::Duration;
    ///
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
    /// let scan = || db.scan(Weather::scan().all()).filter(Weather::RAIN_MM.gt(3));
    /// let mut rows = scan().rows();
    /// let mut seen = 0;
    /// while seen < 2 {
    ///     match tokio::time::timeout(Duration::from_secs(10), rows.next()).await {
    ///         Ok(Some(row)) => seen += usize::from(row?.rain_mm > 3),
    ///         Ok(None) => break,
    ///         Err(_) => println!("{seen} rows, at {:?}", rows.position()),
    ///     }
    /// }
    /// // A program can keep it in a file: the next run starts there.
    /// let position = rows.position().expect("rows were read").to_string();
    /// let rest = scan().after(position).rows().collect().await?;
    /// assert_eq!(rest.len(), 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn position(&self) -> Option<Cursor> {
        self.reader.position()
    }
}

impl RowReader {
    fn position(&self) -> Option<Cursor> {
        let progress = &self.progress;
        let query = progress.query.as_ref()?;
        let reached = progress.end.clone().or_else(|| self.reached());
        if let Some((side, at)) = reached {
            let position = Position {
                side,
                at,
                done: Some(progress.done),
            };
            return Some(Cursor::of_position(query, &position));
        }
        let begin = progress.begin.as_ref()?;
        Some(Cursor::of_position(query, begin))
    }

    /// How far the rows were read and returned.
    fn reached(&self) -> Option<(Side, Vec<u8>)> {
        let (period, reached) = match &self.state {
            ReaderState::Ordered(fan) => (self.table.period(), fan.reached()),
            ReaderState::Tables(tables) => {
                let (period, reached) = tables.reached()?;
                (Some(period), reached)
            }
            ReaderState::Unordered(_) | ReaderState::Rejected(_) | ReaderState::Ended => {
                return None;
            }
        };
        match reached {
            Reached::Start => None,
            Reached::At(side, key) => Some((side, at(&key, period))),
            Reached::End => Some((Side::End, at(&[], period))),
        }
    }

    /// Keeps the position when the tables are no longer read.
    pub(super) fn end(&mut self) {
        if self.progress.query.is_some() && self.progress.end.is_none() {
            self.progress.end = self.reached();
        }
        // Scanners are closed as soon as no more rows are needed.
        self.state = ReaderState::Ended;
    }
}
