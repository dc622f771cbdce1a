//! A connection to one service of one server. Concurrent calls share it; ids match responses to calls.
//!
//! A connection has a writing and a reading task, and no timers: each call has its own deadline. One write
//! sends all waiting requests, at most 256. The bytes of a call count towards the connection's 16 MiB until its
//! response, so that a slow server slows its callers down (`room`). A connection counts as lost if a call's
//! deadline passes and the server has sent nothing for a second. After ten seconds in which calls were dropped
//! and no byte came, later calls use another connection. Running calls stay on this one, because the callers of
//! the dropped ones may just have been impatient. The cells of a request are one buffer; the rows of a response
//! are slices of its frame.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::Deadline;
use hbase_rpc::{Body, FrameDecoder, RequestOptions, Rpc, WireError, encode_request};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::broken::Broken;
use super::connector::Stream;
use super::delivered::Delivered;
use super::failure::CallFailure;
use super::late::OnLate;
use super::pending::{OnLost, Pending};
use super::reading::read;
use super::room::Room;
use super::writing::{Outgoing, write};
use crate::clock;
use crate::counts::Counters;
use crate::options::Options;

/// The silence of a server after which a connection counts as lost.
const LOST_AFTER: Duration = Duration::from_secs(1);

/// Bytes of a frame's length field, which do not count towards its limit.
const LENGTH: usize = 4;

/// A connection; dropping it ends its calls. Late responses to them are still read for a while.
#[derive(Debug)]
pub(crate) struct Connection {
    pending: Arc<Pending>,
    queue: mpsc::UnboundedSender<Outgoing>,
    room: Arc<Room>,
    /// Maximum bytes of a request.
    most_request: usize,
    writing: JoinHandle<()>,
}

impl Connection {
    /// Starts reading and writing, after the handshake.
    pub(crate) fn start(
        stream: Box<dyn Stream>,
        options: &Options,
        counters: &Arc<Counters>,
        on_lost: OnLost,
    ) -> Self {
        let (reading, writing) = tokio::io::split(stream);
        let (queue, requests) = mpsc::unbounded_channel();
        let room = Arc::new(Room::new());
        let pending = Arc::new(Pending::new(on_lost, Arc::clone(&room)));
        // The task ends by itself once the connection has ended, or was dropped.
        tokio::spawn(read(
            reading,
            FrameDecoder::new(options.response_bytes),
            Arc::clone(&pending),
            Arc::clone(counters),
        ));
        let writing = write(
            writing,
            requests,
            Arc::clone(&pending),
            Arc::clone(counters),
        );
        Self {
            pending,
            queue,
            room,
            most_request: options.request_bytes,
            writing: tokio::spawn(writing),
        }
    }

    /// Whether further calls may use it.
    pub(crate) fn is_usable(&self) -> bool {
        self.pending.is_usable()
    }

    /// Ends its calls, and reads nothing more.
    pub(crate) fn close(&self) {
        self.pending.close(aborted());
    }

    /// Sends a request and waits for its response. Dropping the future abandons the call: after ten seconds of such calls
    /// without a byte from the server, later ones use another connection.
    ///
    /// A response that comes after the caller has gone is passed to `late`.
    ///
    /// A call that ends at its deadline drops the connection if such calls have waited for at least a second
    /// since the last sign of life: the server sent bytes, or took bytes that had waited for it.
    pub(crate) async fn call<Q: Rpc>(
        &self,
        request: &Q,
        cells: Bytes,
        deadline: Deadline,
        late: Option<OnLate>,
    ) -> Result<Body, CallFailure> {
        let room = self.room.take(request.encoded_len(), cells.len(), deadline);
        let room = Arc::new(room.await?);
        let timeout_ms = Some(timeout_ms(deadline)?);
        let (id, outcome) = self.pending.add(late)?;
        let mut call = InFlight {
            pending: &self.pending,
            id: Some(id),
            begun: clock::now(),
        };
        let options = RequestOptions {
            call_id: id,
            priority: None,
            timeout_ms,
        };
        let head = self.head(options, request, cells.len())?;
        let outgoing = Outgoing {
            id,
            head,
            cells,
            _room: Arc::clone(&room),
        };
        if self.queue.send(outgoing).is_err() {
            return Err(CallFailure::not_sent(
                io::ErrorKind::ConnectionAborted.into(),
            ));
        }
        let Some(delivered) = clock::before(deadline, outcome).await else {
            return Err(self.give_up(call));
        };
        if let Some(outcome) = delivered.ok().and_then(Delivered::take) {
            call.id = None;
            return outcome;
        }
        Err(CallFailure::Lost(Arc::new(
            io::ErrorKind::ConnectionAborted.into(),
        )))
    }

    /// The request without its cells. If both together are too long, it is an error here: a server would close
    /// the connection, which other calls use.
    fn head<Q: Rpc>(
        &self,
        options: RequestOptions,
        request: &Q,
        cells: usize,
    ) -> Result<Bytes, CallFailure> {
        let most = self.most_request;
        match encode_request(options, request, cells) {
            Ok(head) if head.len() - LENGTH + cells <= most => Ok(head),
            Ok(head) => {
                let found = (head.len() - LENGTH + cells) as u64;
                Err(CallFailure::TooLarge { found, most })
            }
            Err(WireError::FrameTooLarge { found, .. }) => {
                Err(CallFailure::TooLarge { found, most })
            }
            Err(error) => Err(CallFailure::never_sent(&error)),
        }
    }

    /// Ends a call after its deadline. It ends the connection only if its server has been silent for too long:
    /// a call with a short deadline must not cost the other calls their connection.
    fn give_up(&self, mut call: InFlight<'_>) -> CallFailure {
        // Takes the id, so that dropping `call` does not count the same wait as abandoned.
        let sent = call.id.take().is_some_and(|id| self.pending.remove(id));
        if !sent {
            return CallFailure::TimedOut;
        }
        let silence = self.pending.doubt(call.begun);
        if silence >= LOST_AFTER {
            self.pending.lose_silent(silence);
        }
        CallFailure::TimedOut
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.writing.abort();
        // Only retired: a response that is on its way may have opened a scanner, which has to be closed.
        self.pending.retire(aborted());
    }
}

fn aborted() -> Broken {
    Broken::io(io::ErrorKind::ConnectionAborted.into())
}

/// The time that a server has for a call; an error after the deadline.
fn timeout_ms(deadline: Deadline) -> Result<u32, CallFailure> {
    let left = clock::remaining(deadline);
    if left.is_zero() {
        return Err(CallFailure::TimedOut);
    }
    Ok(u32::try_from(left.as_millis()).unwrap_or(u32::MAX).max(1))
}

/// A running call; dropping it removes it from the pending ones.
struct InFlight<'a> {
    pending: &'a Pending,
    id: Option<u32>,
    begun: clock::Instant,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id {
            self.pending.abandon(id, self.begun);
        }
    }
}
