//! Writes requests to a connection.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future;
use tokio::io::{AsyncWriteExt as _, WriteHalf};
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::task::{unconstrained, yield_now};
use tokio::time::Instant;

use super::broken::Broken;
use super::connector::Stream;
use super::pending::Pending;
use crate::counts::Counters;

/// Maximum requests of one write.
const MOST_AT_ONCE: usize = 256;

/// After a pause of this length between writes, the server's bytes are read before the next write.
const IDLE: Duration = Duration::from_millis(100);

/// A request that waits to be written.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) id: u32,
    pub(super) head: Bytes,
    pub(super) cells: Bytes,
    /// Also held by the call.
    // A call that was dropped may still be in the queue, and a written one still awaits its response. The
    // bytes count until both have ended.
    pub(super) _room: Arc<OwnedSemaphorePermit>,
}

/// Writes requests until the connection ends.
pub(super) async fn write(
    stream: WriteHalf<Box<dyn Stream>>,
    requests: mpsc::UnboundedReceiver<Outgoing>,
    pending: Arc<Pending>,
    counters: Arc<Counters>,
) {
    // The server may continue reading later; nothing more may reach it then.
    let requests = pin!(write_requests(stream, requests, &pending, &counters));
    future::select(requests, pin!(pending.end())).await;
}

/// Writes requests, all waiting ones at once.
async fn write_requests(
    mut stream: WriteHalf<Box<dyn Stream>>,
    mut requests: mpsc::UnboundedReceiver<Outgoing>,
    pending: &Pending,
    counters: &Counters,
) {
    let mut batch = Vec::new();
    let mut written = Instant::now();
    while requests.recv_many(&mut batch, MOST_AT_ONCE).await > 0 {
        if written.elapsed() > IDLE {
            // A runtime with one thread may not know yet that the server has closed the connection; the outcome
            // of a request that is written now would be unknown. So the task yields: it runs again after the
            // runtime has polled its sockets.
            yield_now().await;
        }
        // Marks them as sent before the first byte leaves: a write that fails half-way may have delivered any
        // of them.
        pending.keep_wanted(&mut batch, |outgoing| outgoing.id);
        match write_all(&mut stream, &batch, pending).await {
            Ok(bytes) => counters.bytes_sent.add(bytes),
            Err(error) => return pending.lose(Broken::io(error)),
        }
        batch.clear();
        written = Instant::now();
    }
}

/// Returns how many bytes were written.
async fn write_all(
    stream: &mut WriteHalf<Box<dyn Stream>>,
    batch: &[Outgoing],
    pending: &Pending,
) -> io::Result<usize> {
    let parts = batch
        .iter()
        .flat_map(|outgoing| [&outgoing.head, &outgoing.cells])
        .filter(|part| !part.is_empty());
    let mut slices: Vec<_> = parts.map(|part| IoSlice::new(part)).collect();
    let bytes = slices.iter().map(|slice| slice.len()).sum();
    let mut left = &mut slices[..];
    while !left.is_empty() {
        let written = write_some(stream, left, pending).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        IoSlice::advance_slices(&mut left, written);
    }
    stream.flush().await?;
    Ok(bytes)
}

/// Returns how many bytes were written. A write that had to wait is a sign of life: the server has taken bytes.
/// Other writes are not, because the operating system takes some bytes in any case.
async fn write_some(
    stream: &mut WriteHalf<Box<dyn Stream>>,
    slices: &[IoSlice<'_>],
    pending: &Pending,
) -> io::Result<usize> {
    // Unconstrained: a wait for tokio's cooperative scheduling would look like a wait for the server.
    let mut writing = pin!(unconstrained(stream.write_vectored(slices)));
    let mut has_waited = false;
    let written = poll_fn(|context| {
        let polled = writing.as_mut().poll(context);
        has_waited |= polled.is_pending();
        polled
    });
    let written = written.await?;
    if has_waited {
        pending.heard();
    }
    Ok(written)
}
