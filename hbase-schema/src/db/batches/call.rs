//! Calls on many rows: written batch by batch, reported row by row.
//!
//! A call on many rows sends as many batches at a time as `Backend::concurrent_batches` allows (2 for the native
//! client, else 1), and encodes the next one meanwhile, so that at most one more is in memory. Batches with a row in
//! common, by hashes of their keys, are sent one after the other.

use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::task::Poll;

use futures_core::Stream;
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt as _, future, stream};
use hbase_backend::{BoxFuture, Deadline, Mutation};
use hbase_model::TableName;

use super::batch::{Batch, BatchPart, EncodeFailure, RowWrites};
use super::in_flight::RowsInFlight;
use super::report::Report;
use crate::db::connection::Connection;
use crate::db::connection::limits::Limits;
use crate::db::connection::link::OPERATION;
use crate::db::connection::runtime::until;
use crate::db::error::{CallContext, Error, RowFailure};
use crate::db::target::table_ref::TableRef;

/// The source of a call's batches.
pub(in crate::db) trait BatchSource: Send {
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
    I: Iterator<Item = Result<RowWrites<M>, EncodeFailure>> + Send,
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
    pub(in crate::db) fn batches_of<'c, M: IntoIterator<Item = Mutation> + 'c>(
        &'c self,
        rows: impl Iterator<Item = Result<RowWrites<M>, EncodeFailure>> + Send + 'c,
    ) -> Box<dyn BatchSource + 'c> {
        let limits = &self.link.limits;
        Box::new(RowIterator { rows, limits })
    }

    /// Writes batches within the timeout of an operation; `table` is the table as declared.
    pub(in crate::db) fn write_batches<'c>(
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
    /// The deadline of the whole operation; `None` for streams.
    end: Option<Deadline>,
    report: Report,
}

/// The write of a batch's rows in one table. The index identifies it.
struct PartWrite {
    batch: usize,
    table: TableRef,
    bytes: usize,
    /// Whether rows of other tables are between its own.
    shares_range: bool,
}

/// The response to a write.
struct Written {
    part: PartWrite,
    answers: Result<Vec<Result<(), RowFailure>>, Error>,
}

/// The next step.
enum Step {
    Written(Written),
    Read(Batch),
    Ended,
}

impl<'c> BatchCall<'c> {
    pub(in crate::db) fn new(
        connection: &'c Connection,
        call: &'static str,
        table: &'static TableName,
        end: Option<Deadline>,
    ) -> Self {
        Self {
            connection,
            about: CallContext::table(call, table),
            end,
            report: Report::new(call, table),
        }
    }

    /// Writes batches in order, as many at a time as the backend takes; meanwhile, the next one is read. No two batches
    /// with a row in common are written at the same time.
    pub(in crate::db) async fn run(
        mut self,
        source: Box<dyn BatchSource + '_>,
    ) -> Result<u64, Error> {
        let most = self.connection.link.gate.backend().concurrent_batches();
        let mut batches = pin!(all_batches(source, self.about, self.end));
        let mut writes = FuturesUnordered::new();
        let mut rows = RowsInFlight::default();
        let (mut waiting, mut is_last) = (None::<Batch>, false);
        // The writes of a batch in several tables wait for their turn.
        let mut queued = VecDeque::new();
        loop {
            let begins = queued.is_empty() && writes.len() < most.max(1);
            if let Some(batch) = waiting.take_if(|batch| begins && rows.are_free_of(batch)) {
                queued.extend(self.begin(batch, &mut rows));
            }
            while writes.len() < most.max(1)
                && let Some(write) = queued.pop_front()
            {
                writes.push(write);
            }
            let reads = waiting.is_none() && !is_last && !self.report.is_stopped();
            match step(&mut writes, batches.as_mut(), reads).await {
                Step::Written(written) => self.written(written, &mut rows),
                Step::Read(batch) => {
                    is_last = batch.is_last;
                    waiting = Some(batch);
                }
                Step::Ended => return self.report.into_result(),
            }
            // Rows that will not be written are not awaited.
            waiting = waiting.filter(|_| !self.report.is_stopped());
        }
    }

    /// The writes of a batch, one for each table; none if the call has ended.
    fn begin(
        &mut self,
        mut batch: Batch,
        rows: &mut RowsInFlight,
    ) -> Vec<impl Future<Output = Written> + use<'c>> {
        self.report.begin(&mut batch);
        let first = batch.first_written();
        let mut writes = Vec::new();
        if batch.is_empty() {
            // The report already contains its failed and unchanged rows.
        } else if self.end.is_some_and(Deadline::is_over) {
            self.report.stop(first, Some(out_of_time(self.about)));
        } else if !self.report.is_stopped() {
            self.report.batch_begun(&batch);
            let shares_range = batch.parts.len() > 1;
            for part in std::mem::take(&mut batch.parts) {
                let BatchPart {
                    table,
                    mutations,
                    bytes,
                    rows: part,
                } = part;
                let batch = rows.add(part);
                let write = PartWrite {
                    batch,
                    table,
                    bytes,
                    shares_range,
                };
                writes.push(self.send(write, mutations));
            }
        }
        if let Some((first, error)) = batch.stopped {
            self.report.stop(first, Some(error));
        }
        writes
    }

    fn send(
        &self,
        part: PartWrite,
        mut mutations: Vec<Mutation>,
    ) -> impl Future<Output = Written> + use<'c> {
        let (connection, end, call) = (self.connection, self.end, self.about.call);
        for mutation in &mut mutations {
            connection.options.apply(mutation);
        }
        async move {
            let timeout = connection.options.timeout;
            let timeout = end.map_or(timeout, |end| timeout.min(end.remaining()));
            let about = CallContext::table(call, &part.table);
            let about = about.writing(mutations.len(), part.bytes);
            let answers = connection.write_rows(about, &part.table, mutations, timeout);
            let answers = answers.await;
            Written { part, answers }
        }
    }

    fn written(&mut self, written: Written, in_flight: &mut RowsInFlight) {
        let Written { part, answers } = written;
        let Some(rows) = in_flight.remove(part.batch) else {
            return;
        };
        let about = CallContext::table(self.about.call, &part.table);
        match answers {
            Ok(answers) => {
                let count = self.report.answered(about, &rows, answers);
                self.connection.link.counters.written(count, part.bytes);
            }
            // The tables of other periods exist.
            Err(error) if error.is_missing_table() && part.table.period().is_some() => {
                self.report.all_failed(&rows, &error);
            }
            Err(error) => self.report.unanswered(&rows, part.shares_range, error),
        }
    }
}

/// Waits for a write to end, and meanwhile for the next batch, if that is wanted.
async fn step(
    writes: &mut (impl Stream<Item = Written> + Unpin),
    mut batches: Pin<&mut impl Stream<Item = Batch>>,
    reads: bool,
) -> Step {
    future::poll_fn(|cx| {
        // Writes first: they are sent before the next batch is encoded.
        let written = writes.poll_next_unpin(cx);
        if let Poll::Ready(Some(written)) = written {
            return Poll::Ready(Step::Written(written));
        }
        if reads && let Poll::Ready(Some(batch)) = batches.as_mut().poll_next(cx) {
            return Poll::Ready(Step::Read(batch));
        }
        match written {
            Poll::Ready(None) if !reads => Poll::Ready(Step::Ended),
            _ => Poll::Pending,
        }
    })
    .await
}

/// The batches of a source, each read when the stream is polled for it.
fn all_batches<'s>(
    source: Box<dyn BatchSource + 's>,
    about: CallContext<'static>,
    end: Option<Deadline>,
) -> impl Stream<Item = Batch> + use<'s> {
    stream::unfold(Some((source, 0)), move |rest| async move {
        let (mut source, first) = rest?;
        let batch = next_batch(&mut *source, about, end, first).await;
        let rest = (!batch.is_last).then_some((source, batch.next));
        Some((batch, rest))
    })
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
pub(in crate::db) fn out_of_time(about: CallContext<'_>) -> Error {
    about.backend(hbase_backend::Error::DeadlineExceeded { doing: OPERATION })
}
