//! The answer to a question: rows as they come.

use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;
use hbase_model::{Row, TableName};

use super::fan::Fan;
use crate::cell::RowError;
use crate::db::error::{About, Error};
use crate::db::link::operation;
use crate::query::PartCheck;

/// What becomes of rows that do not decode, as in a table that other programs write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnUndecodable {
    /// The stream ends with the error.
    #[default]
    Fail,
    /// They are passed over, and only counted by a `tracing` event.
    Skip,
    /// They are passed over and kept: [`Rows::undecodable`]. All of them are in memory until they are
    /// [taken out](Rows::take_undecodable).
    Collect,
}

/// A row that did not decode.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct UndecodableRow {
    /// The row as it is.
    pub row: Row,
    /// Why it does not decode.
    pub error: RowError,
}

/// The rows of a question, as a stream: read batch by batch, and one batch ahead where
/// that is worth it.
///
/// Holds on to its connection. Dropping it closes its scanners and gives up what was being read.
/// After an error it ends.
#[must_use = "a stream does nothing until it is polled"]
pub struct Rows<T> {
    state: State,
    reading: Reading,
    decode: Decode<T>,
}

pub(super) type Decode<T> = Box<dyn Fn(&Row) -> Result<T, RowError> + Send + Sync>;

enum State {
    /// The question itself is wrong.
    Refused(Error),
    Open(Box<Fan>),
    Ended,
}

/// What is done with the rows on their way.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) call: &'static str,
    pub(super) table: &'static TableName,
    /// What a row's key must hold beside lying in its range.
    pub(super) checks: Vec<PartCheck>,
    /// How many rows are still passed over.
    pub(super) offset: u64,
    /// How many are still given out.
    pub(super) left: u64,
    pub(super) on_undecodable: OnUndecodable,
    pub(super) undecodable: Vec<UndecodableRow>,
    /// How long all rows may take together, where they are waited for together.
    pub(super) operation_timeout: Duration,
}

impl<T> Rows<T> {
    pub(super) fn start(opened: Result<Fan, Error>, reading: Reading, decode: Decode<T>) -> Self {
        let state = match opened {
            Ok(fan) => State::Open(Box::new(fan)),
            Err(error) => State::Refused(error),
        };
        Self {
            state,
            reading,
            decode,
        }
    }

    /// The next row; `None` at the end, and after an error.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|cx| self.poll(cx)).await
    }

    /// All rows that are left.
    ///
    /// # Errors
    /// The first error; the rows before it are lost. It is a timeout where all rows together take
    /// longer than [`Limits::operation_timeout`](crate::Limits::operation_timeout).
    pub async fn collect(mut self) -> Result<Vec<T>, Error> {
        let about = About::table(self.reading.call, self.reading.table);
        let timeout = self.reading.operation_timeout;
        let all = async {
            let mut rows = Vec::new();
            while let Some(row) = self.next().await {
                rows.push(row?);
            }
            Ok(rows)
        };
        operation(about, timeout, all).await
    }

    /// The rows so far that did not decode, with [`OnUndecodable::Collect`].
    pub fn undecodable(&self) -> &[UndecodableRow] {
        &self.reading.undecodable
    }

    /// Takes the rows so far that did not decode out of the stream.
    pub fn take_undecodable(&mut self) -> Vec<UndecodableRow> {
        std::mem::take(&mut self.reading.undecodable)
    }

    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        let State::Open(fan) = &mut self.state else {
            let state = std::mem::replace(&mut self.state, State::Ended);
            return Poll::Ready(match state {
                State::Refused(error) => Some(Err(error)),
                _ => None,
            });
        };
        let item = loop {
            if self.reading.left == 0 {
                break None;
            }
            match std::task::ready!(fan.poll_row(cx)) {
                Some(Ok(row)) => match self.reading.take(row, &*self.decode) {
                    Some(Ok(value)) => return Poll::Ready(Some(Ok(value))),
                    Some(Err(error)) => break Some(Err(error)),
                    None => {}
                },
                Some(Err(error)) => break Some(Err(error)),
                None => break None,
            }
        };
        // Whatever the scanners hold is free as soon as there is no more to come.
        self.state = State::Ended;
        Poll::Ready(item)
    }
}

impl Reading {
    /// What a row becomes; `None` where it is passed over.
    fn take<T>(
        &mut self,
        row: Row,
        decode: &dyn Fn(&Row) -> Result<T, RowError>,
    ) -> Option<Result<T, Error>> {
        if !self.checks.iter().all(|check| check.matches(row.key())) {
            return None;
        }
        if self.offset > 0 && self.on_undecodable == OnUndecodable::Fail {
            self.offset -= 1;
            return None;
        }
        match decode(&row) {
            Ok(_) if self.offset > 0 => self.offset -= 1,
            Ok(value) => {
                self.left -= 1;
                return Some(Ok(value));
            }
            Err(error) => match self.on_undecodable {
                OnUndecodable::Fail => {
                    let about = About::table(self.call, self.table);
                    return Some(Err(about.row_error(error)));
                }
                OnUndecodable::Skip => self.skipped(&error),
                OnUndecodable::Collect => self.undecodable.push(UndecodableRow { row, error }),
            },
        }
        None
    }

    #[cold]
    fn skipped(&self, error: &RowError) {
        tracing::debug!(target: "hbase_schema", call = self.call, table = %self.table, %error, "passed over a row that does not decode");
    }
}

impl<T> Stream for Rows<T> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll(cx)
    }
}

impl<T> fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows")
            .field("table", &self.reading.table)
            .field("left", &self.reading.left)
            .finish_non_exhaustive()
    }
}
