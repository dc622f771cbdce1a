//! A connection to a gateway.

use std::io;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::error::{Phase, TransportError};
use crate::wire::{MessageFinder, Parse, ParseError, Request, Wire};

/// Bytes per read.
const READ_BYTES: usize = 128 << 10;

/// First reads up to this length are parsed as complete responses.
const SHORT: usize = 4 << 10;

/// Larger buffers are dropped after the call that needed them.
const MAX_KEPT: usize = 4 << 20;

/// Idle time after which the socket is checked before the next call.
const CHECKED_AFTER: Duration = Duration::from_millis(10);

/// Identifies connections.
static NUMBER: AtomicU64 = AtomicU64::new(1);

/// A connection without a call in progress.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    number: u64,
    pub(crate) gateway: usize,
    /// The runtime of its I/O.
    runtime: tokio::runtime::Id,
    pub(crate) used_at: Instant,
    /// Number of calls with a response.
    answered: u64,
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

    /// A number that is unique in this process.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Whether no call has had a response yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.answered == 0
    }

    /// Whether it belongs to this runtime, is open as far as the kernel knows, and has no unread bytes.
    /// The check is skipped between calls in quick succession, which saves a system call.
    pub(crate) fn is_alive(&self, idle: Duration) -> bool {
        if tokio::runtime::Handle::current().id() != self.runtime {
            return false;
        }
        if idle < CHECKED_AFTER {
            return true;
        }
        let mut byte = [MaybeUninit::uninit()];
        let peeked = socket2::SockRef::from(&self.stream).peek(&mut byte);
        matches!(peeked, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Sends a request and waits for its response, which `parse` parses, given the sequence number.
    /// `phase` tracks the call's progress, also for a caller that stops waiting. After an error the
    /// connection must not be used again.
    pub(crate) async fn call<T>(
        &mut self,
        request: Request<'_>,
        max_bytes: usize,
        phase: &mut Phase,
        parse: impl Fn(&[u8], i32) -> Parse<T>,
    ) -> Result<T, TransportError> {
        self.sequence = self.sequence.wrapping_add(1).max(1);
        let sequence = self.sequence;
        let written = request.write(self.wire, sequence, &mut self.sent);
        written.map_err(|error| TransportError::Invalid {
            what: format!("the request cannot be written: {error}"),
        })?;
        self.send(phase).await?;
        let received = self.receive(max_bytes, phase, |bytes| parse(bytes, sequence));
        let response = received.await?;
        self.answered += 1;
        Ok(response)
    }

    async fn send(&mut self, phase: &mut Phase) -> Result<(), TransportError> {
        let mut at = 0;
        while at < self.sent.len() {
            match self.stream.write(&self.sent[at..]).await {
                Ok(0) => {
                    return Err(TransportError::lost(
                        *phase,
                        io::ErrorKind::WriteZero.into(),
                    ));
                }
                Ok(written) => {
                    *phase = Phase::Waiting;
                    at += written;
                }
                Err(error) => return Err(TransportError::lost(*phase, error)),
            }
        }
        Ok(())
    }

    /// Receives a response. Most are short and arrive in one read, so the first read is parsed as a whole
    /// response; if it is incomplete, the message's end is searched for.
    async fn receive<T>(
        &mut self,
        max_bytes: usize,
        phase: &mut Phase,
        parse: impl Fn(&[u8]) -> Parse<T>,
    ) -> Result<T, TransportError> {
        self.received.clear();
        self.read_some(phase).await?;
        if !self.wire.framed && self.received.len() <= SHORT.min(max_bytes) {
            match parse(&self.received) {
                Err(ParseError::Incomplete) => {}
                parsed => return parsed.map_err(|error| transport_error(error, max_bytes)),
            }
        }
        let range = self.receive_message(max_bytes, phase).await?;
        parse(&self.received[range]).map_err(|error| transport_error(error, max_bytes))
    }

    async fn receive_message(
        &mut self,
        max_bytes: usize,
        phase: &mut Phase,
    ) -> Result<Range<usize>, TransportError> {
        let mut finder = MessageFinder::new(self.wire, max_bytes);
        loop {
            let found = finder.find(&self.received);
            match found.map_err(|error| transport_error(error, max_bytes))? {
                None => self.read_some(phase).await?,
                Some(range) if range.end == self.received.len() => return Ok(range),
                Some(range) => {
                    let more = self.received.len() - range.end;
                    return Err(TransportError::Invalid {
                        what: format!("{more} bytes more than the answer"),
                    });
                }
            }
        }
    }

    async fn read_some(&mut self, phase: &mut Phase) -> Result<(), TransportError> {
        self.received.reserve(READ_BYTES);
        match self.stream.read_buf(&mut self.received).await {
            Ok(0) => {
                let kind = io::ErrorKind::UnexpectedEof;
                let closed = io::Error::new(kind, "the gateway closed the connection");
                Err(TransportError::lost(*phase, closed))
            }
            Ok(_) => {
                *phase = Phase::Reading;
                Ok(())
            }
            Err(error) => Err(TransportError::lost(*phase, error)),
        }
    }

    /// Length of the last request in bytes.
    pub(crate) fn sent_bytes(&self) -> usize {
        self.sent.len()
    }

    /// Drops the buffers that a large call has grown.
    pub(crate) fn free_large_buffers(&mut self) {
        for buffer in [&mut self.sent, &mut self.received] {
            if buffer.capacity() > MAX_KEPT {
                *buffer = Vec::new();
            }
        }
    }
}

fn transport_error(error: ParseError, max: usize) -> TransportError {
    let what = match error {
        ParseError::TooLong { found } => return TransportError::TooLong { found, max },
        ParseError::Incomplete => "an answer that ends in the middle".into(),
        ParseError::Invalid(what) => what,
    };
    TransportError::Invalid { what }
}
