//! Calls on many rows: written batch by batch, reported row by row.

use std::pin::pin;

use futures_util::future::{self, Either};
use hbase_model::{BoxFuture, Deadline, Mutation, TableName};

use super::batch::{Batch, BatchRows, EncodeFailure};
use super::batch_report::Report;
use super::connection::Connection;
use super::error::{CallContext, Error};
use super::limits::Limits;
use super::link::OPERATION;
use super::runtime::until;

/// The source of a call's batches.
pub(super) trait BatchSource: Send {
    /// The next batch, whose first row has the index `first` in the input. Not called after the
    /// last batch.
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch>;
}

/// Batches of an iterator's rows.
struct RowIterator<'c, I> {
    rows: I,
    limits: &'c Limits,
}

impl<I, M> BatchSource for RowIterator<'_, I>
where
    I: Iterator<Item = Result<M, EncodeFailure>> + Send,
    M: IntoIterator<Item = Mutation>,
{
    fn next_batch(&mut self, first: u64) -> BoxFuture<'_, Batch> {
        let mut batch = Batch::starting_at(first);
        while batch.has_room(self.limits) {
            let Some(row) = self.rows.next() else {
                batch.is_last = true;
                break;
            };
            batch.push(row);
        }
        Box::pin(future::ready(batch))
    }
}

impl Connection {
    /// Batches the rows of an iterator.
    ///
    /// Boxed: the compiler would not infer `Send` for a future that contains the caller's iterator
    /// by its type if that type is a closure over references.
    pub(super) fn batches_of<'c, M: IntoIterator<Item = Mutation> + 'c>(
        &'c self,
        rows: impl Iterator<Item = Result<M, EncodeFailure>> + Send + 'c,
    ) -> Box<dyn BatchSource + 'c> {
        let limits = &self.link.limits;
        Box::new(RowIterator { rows, limits })
    }

    /// Writes batches within the timeout of an operation.
    pub(super) fn write_batches<'c>(
        &'c self,
        call: &'static str,
        table: &'static TableName,
        batches: Box<dyn BatchSource + 'c>,
    ) -> BoxFuture<'c, Result<u64, Error>> {
        Box::pin(async move {
            let end = Deadline::after(self.options.operation_timeout);
            let call = BatchCall::new(self, call, table, Some(end));
            call.run(batches).await
        })
    }
}

/// A call that writes batches.
pub(super) struct BatchCall<'c> {
    connection: &'c Connection,
    about: CallContext<'static>,
    table: &'static TableName,
    /// The deadline of the whole operation; `None` for streams.
    end: Option<Deadline>,
    report: Report,
}

impl<'c> BatchCall<'c> {
    pub(super) fn new(
        connection: &'c Connection,
        call: &'static str,
        table: &'static TableName,
        end: Option<Deadline>,
    ) -> Self {
        Self {
            connection,
            about: CallContext::table(call, table),
            table,
            end,
            report: Report::new(call, table),
        }
    }

    /// Writes batches in order; while one is written, the next one is read.
    pub(super) async fn run(mut self, mut source: Box<dyn BatchSource + '_>) -> Result<u64, Error> {
        let (about, end) = (self.about, self.end);
        let mut batch = next_batch(&mut *source, about, end, 0).await;
        loop {
            let (next, is_last) = (batch.next, batch.is_last);
            let write = pin!(self.write(batch));
            if is_last {
                write.await;
                break;
            }
            let read = pin!(next_batch(&mut *source, about, end, next));
            batch = match future::select(write, read).await {
                Either::Left((true, read)) => read.await,
                // Rows that will not be written are not awaited.
                Either::Left((false, _)) => break,
                Either::Right((next, write)) => {
                    if !write.await {
                        break;
                    }
                    next
                }
            };
        }
        self.report.into_result()
    }

    /// Writes a batch; returns whether the call continues.
    async fn write(&mut self, mut batch: Batch) -> bool {
        self.report.begin(&mut batch);
        let first = batch.first_written();
        if batch.mutations.is_empty() {
            // The report already contains its failed and unchanged rows.
        } else if self.end.is_some_and(Deadline::is_over) {
            self.report.stop(first, Some(out_of_time(self.about)));
        } else if !self.report.is_stopped() {
            self.send(batch.mutations, batch.bytes, &batch.rows).await;
        }
        if let Some((first, error)) = batch.stopped {
            self.report.stop(first, Some(error));
        }
        !self.report.is_stopped()
    }

    async fn send(&mut self, mut mutations: Vec<Mutation>, bytes: usize, rows: &BatchRows) {
        let Connection { link, options } = self.connection;
        for mutation in &mut mutations {
            options.apply(mutation);
        }
        let table = self.table;
        let about = self.about.writing(mutations.len(), bytes);
        let left = self.end.map_or(options.timeout, Deadline::remaining);
        let timeout = options.timeout.min(left);
        let answers = link.call(about, timeout, |backend, deadline| async move {
            backend.mutate_many(table, mutations, deadline).await
        });
        match answers.await {
            Ok(answers) => {
                let written = self.report.answered(about, rows, answers);
                link.counters.written(written, bytes);
            }
            Err(error) => self.report.unanswered(rows, error),
        }
    }
}

/// The next batch; after the operation's deadline, one that is stopped by a timeout.
async fn next_batch(
    source: &mut dyn BatchSource,
    about: CallContext<'static>,
    end: Option<Deadline>,
    first: u64,
) -> Batch {
    let next = source.next_batch(first);
    let Some(end) = end else {
        return next.await;
    };
    match until(OPERATION, end, next).await {
        Ok(batch) => batch,
        Err(error) => Batch::stopped(first, about.backend(error)),
    }
}

/// The error of rows that are not tried before the operation's deadline.
#[cold]
pub(super) fn out_of_time(about: CallContext<'_>) -> Error {
    about.backend(hbase_model::Error::DeadlineExceeded { doing: OPERATION })
}
