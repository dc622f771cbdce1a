//! One connection to one gateway.

use std::io;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::failure::{Failure, Phase};
use crate::wire::{Request, Stop, Whole, Wire};

/// How much is read at once.
const CHUNK: usize = 128 << 10;

/// Answers up to that many bytes are taken for whole ones.
const SHORT: usize = 4 << 10;

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

    /// Sends a request and waits for its answer, which `open` reads, given its bytes and the
    /// request's number. `phase` follows how far it has come, also for whoever stops waiting. After
    /// a failure the connection must not be used again.
    pub(crate) async fn call<T>(
        &mut self,
        request: Request<'_>,
        most: usize,
        phase: &mut Phase,
        open: impl Fn(&[u8], i32) -> Result<T, Stop>,
    ) -> Result<T, Failure> {
        self.sequence = self.sequence.wrapping_add(1).max(1);
        let sequence = self.sequence;
        let written = request.write(self.wire, sequence, &mut self.sent);
        written.map_err(|error| Failure::Bad {
            what: format!("the request cannot be written: {error}"),
        })?;
        self.send(phase).await?;
        let opened = self.receive(most, phase, |bytes| open(bytes, sequence));
        let answer = opened.await?;
        self.answered += 1;
        Ok(answer)
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

    /// Receives an answer. Most of them are short and come at once, and are read at once; the others'
    /// end is looked for first.
    async fn receive<T>(
        &mut self,
        most: usize,
        phase: &mut Phase,
        open: impl Fn(&[u8]) -> Result<T, Stop>,
    ) -> Result<T, Failure> {
        self.received.clear();
        self.read_some(phase).await?;
        if !self.wire.framed && self.received.len() <= SHORT.min(most) {
            match open(&self.received) {
                Err(Stop::More) => {}
                answer => return answer.map_err(|stop| failure(stop, most)),
            }
        }
        let range = self.receive_whole(most, phase).await?;
        open(&self.received[range]).map_err(|stop| failure(stop, most))
    }

    async fn receive_whole(
        &mut self,
        most: usize,
        phase: &mut Phase,
    ) -> Result<Range<usize>, Failure> {
        let mut whole = Whole::new(self.wire, most);
        loop {
            let found = whole.find(&self.received);
            match found.map_err(|stop| failure(stop, most))? {
                None => self.read_some(phase).await?,
                Some(range) if range.end == self.received.len() => return Ok(range),
                Some(range) => {
                    let more = self.received.len() - range.end;
                    return Err(Failure::Bad {
                        what: format!("{more} bytes more than the answer"),
                    });
                }
            }
        }
    }

    async fn read_some(&mut self, phase: &mut Phase) -> Result<(), Failure> {
        self.received.reserve(CHUNK);
        match self.stream.read_buf(&mut self.received).await {
            Ok(0) => {
                let kind = io::ErrorKind::UnexpectedEof;
                let closed = io::Error::new(kind, "the gateway closed the connection");
                Err(Failure::lost(*phase, closed))
            }
            Ok(_) => {
                *phase = Phase::Reading;
                Ok(())
            }
            Err(error) => Err(Failure::lost(*phase, error)),
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

fn failure(stop: Stop, most: usize) -> Failure {
    let what = match stop {
        Stop::TooLong { found } => return Failure::TooLong { found, most },
        Stop::More => "an answer that ends in the middle".into(),
        Stop::Bad(what) => what,
    };
    Failure::Bad { what }
}
