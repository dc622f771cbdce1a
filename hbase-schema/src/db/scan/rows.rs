//! The rows of a scan, as a stream.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use futures_util::TryStreamExt;
use hbase_backend::{Row, TimeRange};
use hbase_model::time::Period;

use super::fan::Fan;
use super::position::ScanProgress;
use super::resume::at;
use super::tables::Tables;
use super::undecodable::{OnUndecodable, UndecodableRow, log_skipped};
use super::unordered::Unordered;
use crate::cell::RowError;
use crate::db::connection::link::operation;
use crate::db::error::{CallContext, Error};
use crate::db::paging::position::Side;
use crate::db::read::select::Selection;
use crate::db::target::table_ref::TableRef;
use crate::debug::debug_fields;
use crate::key::{DecodeKey, decode_dated};
use crate::query::PartCheck;

/// The rows of a scan, as a stream: read in batches, one batch ahead if that is worth it, or from several regions
/// concurrently if the scan is [`unordered`](crate::db::ScanRequest::unordered).
///
/// It keeps its connection open. Dropping it closes its scanners and cancels pending reads. It ends
/// after an error.
#[must_use = "a stream does nothing until it is polled"]
pub struct Rows<T> {
    pub(super) reader: RowReader,
    decode: Box<DecodeRow<T>>,
}

/// Decodes a row of a table.
type DecodeRow<T> = dyn Fn(&Row, &TableRef) -> Result<T, RowError> + Send + Sync;

/// The part of a scan that does not depend on what its rows decode to.
#[derive(Debug)]
pub(super) struct RowReader {
    pub(super) state: ReaderState,
    pub(super) call: &'static str,
    pub(super) table: TableRef,
    /// Checks of each row's key beyond its range.
    pub(super) checks: Vec<PartCheck>,
    /// Rows still to be skipped.
    pub(super) offset: u64,
    /// Rows still to be returned.
    pub(super) left: u64,
    pub(super) progress: ScanProgress,
    pub(super) on_undecodable: OnUndecodable,
    pub(super) undecodable: Vec<UndecodableRow>,
    /// The last row to be returned, until the table's generation is checked.
    pub(super) last: Option<Row>,
    /// The timeout of reading all rows at once.
    pub(super) operation_timeout: Duration,
}

#[derive(Debug)]
pub(super) enum ReaderState {
    /// The request has an error, which is still to be returned.
    Rejected(Error),
    Ordered(Box<Fan>),
    Unordered(Box<Unordered>),
    /// Those of the tables of several periods.
    Tables(Box<Tables>),
    Ended,
}

impl ReaderState {
    /// The next row as the backend returns it; `None` at the end, and after an error.
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        match self {
            Self::Ordered(fan) => fan.poll_row(cx),
            Self::Unordered(unordered) => unordered.poll_row(cx),
            Self::Tables(tables) => tables.poll_row(cx),
            Self::Rejected(_) | Self::Ended => match std::mem::replace(self, Self::Ended) {
                Self::Rejected(error) => Poll::Ready(Some(Err(error))),
                _ => Poll::Ready(None),
            },
        }
    }
}

impl<T> Rows<T> {
    pub(super) fn new(
        reader: RowReader,
        decode: impl Fn(&Row, &TableRef) -> Result<T, RowError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            reader,
            decode: Box::new(decode),
        }
    }

    /// The selected columns of each row.
    pub(super) fn of_selection<R, S>(reader: RowReader, selection: S, range: TimeRange) -> Self
    where
        R: 'static,
        S: Selection<R, Output = T>,
    {
        Self::new(reader, move |row, table| {
            selection.read_within(row, range, table.period())
        })
    }

    /// The next row; `None` at the end, and after an error. Cancel-safe: a dropped call loses no row, and the next call
    /// continues to wait.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|cx| self.reader.poll(cx, &*self.decode)).await
    }

    /// All remaining rows.
    ///
    /// # Errors
    /// The first error; the rows before it are lost. A timeout if all rows together take longer than
    /// [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn collect(self) -> Result<Vec<T>, Error> {
        let (call, table) = (self.reader.call, self.reader.table.clone());
        let timeout = self.reader.operation_timeout;
        operation(
            CallContext::table(call, &table),
            timeout,
            self.try_collect(),
        )
        .await
    }

    /// The period of the table of the last row, if the table's name contains a date: for
    /// [`decode_dated_row`](crate::table::decode_dated_row), which decodes raw rows.
    pub fn period(&self) -> Option<Period> {
        self.reader.table().period()
    }

    /// The rows so far that did not decode, under [`OnUndecodable::Collect`].
    pub fn undecodable(&self) -> &[UndecodableRow] {
        &self.reader.undecodable
    }

    /// Takes the rows so far that did not decode.
    pub fn take_undecodable(&mut self) -> Vec<UndecodableRow> {
        std::mem::take(&mut self.reader.undecodable)
    }
}

impl<T> Rows<(Vec<u8>, T)> {
    /// The selected columns of each row, with its position.
    pub(super) fn with_positions<R, S>(reader: RowReader, selection: S, range: TimeRange) -> Self
    where
        R: 'static,
        S: Selection<R, Output = T>,
    {
        Self::new(reader, move |row, table| {
            let period = table.period();
            let row_at = at(row.key(), period);
            Ok((row_at, selection.read_within(row, range, period)?))
        })
    }
}

impl<K: for<'k> DecodeKey<'k>> Rows<K> {
    /// The key of each row.
    pub(super) fn of_keys(reader: RowReader) -> Self {
        Self::new(reader, |row, table| {
            Ok(decode_dated(row.key(), table.period())?)
        })
    }
}

impl Rows<Row> {
    /// The rows as they are read.
    pub(super) fn raw(reader: RowReader) -> Self {
        Self::new(reader, |row, _| Ok(row.clone()))
    }
}

impl RowReader {
    /// The table of the last row.
    fn table(&self) -> &TableRef {
        match &self.state {
            ReaderState::Tables(tables) => tables.current().unwrap_or(&self.table),
            _ => &self.table,
        }
    }

    fn about(&self) -> CallContext<'_> {
        CallContext::table(self.call, self.table())
    }

    fn poll<T>(
        &mut self,
        cx: &mut Context<'_>,
        decode: &DecodeRow<T>,
    ) -> Poll<Option<Result<T, Error>>> {
        let last = loop {
            // With a limit of 0, the error of the request is returned nevertheless.
            if self.left == 0 && !matches!(self.state, ReaderState::Rejected(_)) {
                break None;
            }
            match std::task::ready!(self.poll_row(cx)) {
                Some(Ok(row)) => match self.take(row, decode) {
                    Some(Ok(value)) => return Poll::Ready(Some(Ok(value))),
                    Some(Err(error)) => break Some(Err(error)),
                    None => {}
                },
                Some(Err(error)) => break Some(Err(error)),
                None => break None,
            }
        };
        self.end();
        Poll::Ready(last)
    }

    /// The next row as the backend returns it. The last one that is needed is held until its table's
    /// generation is checked.
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Row, Error>>> {
        if self.last.is_none() {
            match std::task::ready!(self.state.poll_row(cx)) {
                Some(Ok(row)) if self.left == 1 => self.last = Some(row),
                other => return Poll::Ready(other),
            }
        }
        if let ReaderState::Tables(tables) = &mut self.state
            && let Err(error) = std::task::ready!(tables.poll_check(cx))
        {
            return Poll::Ready(Some(Err(error)));
        }
        Poll::Ready(self.last.take().map(Ok))
    }

    /// Decodes a row; `None` if it is skipped.
    fn take<T>(&mut self, row: Row, decode: &DecodeRow<T>) -> Option<Result<T, Error>> {
        if !self.checks.iter().all(|check| check.matches(row.key())) {
            return None;
        }
        // Rows of the offset are not decoded, unless undecodable rows are left out of the count.
        if self.offset > 0 && self.on_undecodable == OnUndecodable::Fail {
            self.skip();
            return None;
        }
        match decode(&row, self.table()) {
            Ok(_) if self.offset > 0 => self.skip(),
            Ok(value) => {
                self.left -= 1;
                self.progress.done.returned += 1;
                if self.left == 0 {
                    let period = self.table().period();
                    self.progress.end_at(Side::Behind, row.key(), period);
                }
                return Some(Ok(value));
            }
            Err(error) => match self.on_undecodable {
                OnUndecodable::Fail => {
                    let period = self.table().period();
                    self.progress.end_at(Side::From, row.key(), period);
                    return Some(Err(self.about().row_error(error)));
                }
                OnUndecodable::Skip => log_skipped(self.about(), &error),
                OnUndecodable::Collect => {
                    let period = self.table().period();
                    self.undecodable.push(UndecodableRow { row, error, period });
                }
            },
        }
        None
    }

    fn skip(&mut self) {
        self.offset -= 1;
        self.progress.done.skipped += 1;
    }
}

impl<T> Stream for Rows<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let Self { reader, decode } = &mut *self;
        reader.poll(cx, &**decode)
    }
}

debug_fields!(
    Rows[T] | rows | table = rows.reader.table(),
    left = rows.reader.left
);
