//! One connection to one gateway.

use std::io;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::failure::{Failure, Phase};
use crate::wire::{Request, Stop, Whole, Wire};

/// How much is read at once.
const CHUNK: usize = 128 << 10;

/// Buffers above that are given back after the call that needed them.
const KEEP: usize = 4 << 20;

/// How long a connection is idle before the machine is asked whether it is open.
const ASKED_AFTER: Duration = Duration::from_millis(10);

/// Tells connections apart.
static NUMBER: AtomicU64 = AtomicU64::new(1);

/// A connection on which no call is under way.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    number: u64,
    pub(crate) gateway: usize,
    /// The runtime whose reactor wakes it.
    runtime: tokio::runtime::Id,
    pub(crate) used_at: Instant,
    /// How many calls were answered on it.
    pub(crate) answered: u64,
    wire: Wire,
    sequence: i32,
    sent: Vec<u8>,
    received: Vec<u8>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, gateway: usize, wire: Wire, now: Instant) -> Self {
        Self {
            stream,
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            gateway,
            runtime: tokio::runtime::Handle::current().id(),
            used_at: now,
            answered: 0,
            wire,
            sequence: 0,
            sent: Vec::new(),
            received: Vec::new(),
        }
    }

    /// Its number in this process; no other ever has it.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether it was just opened.
    pub(crate) fn is_fresh(&self) -> bool {
        self.answered == 0
    }

    /// Whether it is of this runtime, open as far as this machine knows, and silent as it should
    /// be. The machine is not asked in the middle of call after call.
    pub(crate) fn is_alive(&self, idle: Duration) -> bool {
        if tokio::runtime::Handle::current().id() != self.runtime {
            return false;
        }
        if idle < ASKED_AFTER {
            return true;
        }
        let mut byte = [MaybeUninit::uninit()];
        let peeked = socket2::SockRef::from(&self.stream).peek(&mut byte);
        matches!(peeked, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Sends a request and waits for the whole answer. `phase` follows how far it has come, also
    /// for whoever stops waiting. After a failure the connection must not be used again.
    pub(crate) async fn call(
        &mut self,
        request: Request<'_>,
        most: usize,
        phase: &mut Phase,
    ) -> Result<Answer<'_>, Failure> {
        self.sequence = self.sequence.wrapping_add(1).max(1);
        let written = request.write(self.wire, self.sequence, &mut self.sent);
        written.map_err(|error| Failure::Bad {
            what: format!("the request cannot be written: {error}"),
        })?;
        self.send(phase).await?;
        let range = self.receive(most, phase).await?;
        self.answered += 1;
        Ok(Answer {
            bytes: &self.received[range],
            wire: self.wire,
            call: request.name,
            sequence: self.sequence,
        })
    }

    async fn send(&mut self, phase: &mut Phase) -> Result<(), Failure> {
        let mut at = 0;
        while at < self.sent.len() {
            match self.stream.write(&self.sent[at..]).await {
                Ok(0) => return Err(Failure::lost(*phase, io::ErrorKind::WriteZero.into())),
                Ok(written) => {
                    *phase = Phase::Waiting;
                    at += written;
                }
                Err(error) => return Err(Failure::lost(*phase, error)),
            }
        }
        Ok(())
    }

    async fn receive(
        &mut self,
        most: usize,
        phase: &mut Phase,
    ) -> Result<std::ops::Range<usize>, Failure> {
        self.received.clear();
        let mut whole = Whole::new(self.wire, most);
        loop {
            self.received.reserve(CHUNK);
            match self.stream.read_buf(&mut self.received).await {
                Ok(0) => {
                    let closed = io::Error::new(
                        io::ErrorKind::UnexpectedEof,
                        "the gateway closed the connection",
                    );
                    return Err(Failure::lost(*phase, closed));
                }
                Ok(_) => *phase = Phase::Reading,
                Err(error) => return Err(Failure::lost(*phase, error)),
            }
            match whole.find(&self.received) {
                Ok(None) | Err(Stop::More) => {}
                Ok(Some(range)) if range.end == self.received.len() => return Ok(range),
                Ok(Some(range)) => {
                    let more = self.received.len() - range.end;
                    return Err(Failure::Bad {
                        what: format!("{more} bytes more than the answer"),
                    });
                }
                Err(Stop::TooLong { found }) => return Err(Failure::TooLong { found, most }),
                Err(Stop::Bad(what)) => return Err(Failure::Bad { what }),
            }
        }
    }

    /// How long the last request was.
    pub(crate) fn sent_bytes(&self) -> usize {
        self.sent.len()
    }

    /// Gives back what a large call has needed.
    pub(crate) fn tidy(&mut self) {
        for buffer in [&mut self.sent, &mut self.received] {
            if buffer.capacity() > KEEP {
                *buffer = Vec::new();
            }
        }
    }
}

/// An answer as it came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Answer<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) wire: Wire,
    pub(crate) call: &'static str,
    pub(crate) sequence: i32,
}
