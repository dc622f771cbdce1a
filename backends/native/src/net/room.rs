//! Room for the requests of a connection, in bytes.

use std::io;
use std::sync::Arc;

use hbase_backend::Deadline;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::failure::CallFailure;
use crate::clock;

/// Maximum bytes of requests that are being written or await responses, for small and for large ones each;
/// further calls wait.
const IN_FLIGHT_BYTES: usize = 16 << 20;

/// Minimum bytes of cells of a large request.
const LARGE: usize = 64 << 10;

/// The bytes of a connection's requests. A server may hold large writes back while its memory is full, so they
/// wait only for each other: reads, look-ups in `hbase:meta`, renewals and small writes have the same amount of
/// room of their own.
#[derive(Debug)]
pub(super) struct Room {
    small: Arc<Semaphore>,
    large: Arc<Semaphore>,
}

impl Room {
    pub(super) fn new() -> Self {
        let empty = || Arc::new(Semaphore::new(IN_FLIGHT_BYTES));
        Self {
            small: empty(),
            large: empty(),
        }
    }

    /// Takes the bytes of a request, including its cells; waits if the room is full.
    pub(super) async fn take(
        &self,
        message: usize,
        cells: usize,
        deadline: Deadline,
    ) -> Result<OwnedSemaphorePermit, CallFailure> {
        let room = if cells < LARGE {
            &self.small
        } else {
            &self.large
        };
        // A request of more bytes takes all of the room. Without the limit, it would wait for ever.
        let bytes = (message + cells).clamp(1, IN_FLIGHT_BYTES);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        // If there is room, no timer is needed.
        if let Ok(taken) = Arc::clone(room).try_acquire_many_owned(bytes) {
            return Ok(taken);
        }
        let taken = Arc::clone(room).acquire_many_owned(bytes);
        match clock::before(deadline, taken).await {
            Some(Ok(taken)) => Ok(taken),
            Some(Err(_)) => Err(CallFailure::not_sent(
                io::ErrorKind::ConnectionAborted.into(),
            )),
            None => Err(CallFailure::TimedOut),
        }
    }

    /// Ends all waits: the connection has ended.
    pub(super) fn close(&self) {
        self.small.close();
        self.large.close();
    }
}
