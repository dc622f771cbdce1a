//! Reads responses from a connection.

use std::io;
use std::pin::pin;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::{self, Either};
use hbase_rpc::{FrameDecoder, OF_CONNECTION, Response, WireError};
use tokio::io::{AsyncReadExt as _, ReadHalf};

use super::broken::Broken;
use super::connector::Stream;
use super::pending::Pending;
use crate::counts::Counters;

/// Minimum space for a read of the socket, bytes.
const READ_BYTES: usize = 64 << 10;

/// The longest frame that a server can send: a signed length.
const MOST_FOUND: u64 = i32::MAX as u64;

/// Reads responses until the connection ends, or nobody needs them.
pub(super) async fn read(
    mut stream: ReadHalf<Box<dyn Stream>>,
    mut frames: FrameDecoder,
    pending: Arc<Pending>,
    counters: Arc<Counters>,
) {
    let _end = CloseAtEnd(&pending);
    let reading = pin!(read_to_end(&mut stream, &mut frames, &pending, &counters));
    if let Either::Left((broken, _)) = future::select(reading, pin!(pending.drained())).await {
        pending.lose(broken);
    }
}

async fn read_to_end(
    stream: &mut ReadHalf<Box<dyn Stream>>,
    frames: &mut FrameDecoder,
    pending: &Pending,
    counters: &Counters,
) -> Broken {
    match read_all(stream, frames, pending, counters).await {
        Ok(()) => of_end(frames),
        Err(broken) => broken,
    }
}

fn of_end(frames: &mut FrameDecoder) -> Broken {
    match frames.next_frame() {
        // The frame was too large, and its header was awaited.
        Err(error) => Broken::Wire(error, None),
        Ok(_) if frames.is_within_frame() => Broken::io(io::ErrorKind::UnexpectedEof.into()),
        Ok(_) => Broken::io(io::Error::new(
            io::ErrorKind::ConnectionReset,
            "the server closed the connection",
        )),
    }
}

/// Ends the calls of a connection if its task is dropped, for example because its runtime ends.
struct CloseAtEnd<'p>(&'p Pending);

impl Drop for CloseAtEnd<'_> {
    fn drop(&mut self) {
        let cause = "the runtime of the connection has ended";
        let cause = io::Error::new(io::ErrorKind::ConnectionAborted, cause);
        self.0.close(Broken::io(cause));
    }
}

async fn read_all(
    stream: &mut ReadHalf<Box<dyn Stream>>,
    frames: &mut FrameDecoder,
    pending: &Pending,
    counters: &Counters,
) -> Result<(), Broken> {
    loop {
        let buffer = frames.buffer_mut();
        if buffer.capacity() - buffer.len() < READ_BYTES / 4 {
            buffer.reserve(READ_BYTES);
        }
        match stream.read_buf(buffer).await.map_err(Broken::io)? {
            0 => return Ok(()),
            bytes => {
                pending.heard();
                counters.bytes_received.add(bytes);
            }
        }
        while let Some(frame) = next_frame(frames, pending)? {
            let response = Response::decode(frame).map_err(|error| Broken::Wire(error, None))?;
            match response.outcome {
                Err(exception) if response.call_id == OF_CONNECTION => {
                    return Err(Broken::Declined(exception.into()));
                }
                _ => pending.complete(response),
            }
        }
    }
}

/// The next response. If it is too large and its header names a call, only that call ends, and the bytes are
/// dropped.
fn next_frame(frames: &mut FrameDecoder, pending: &Pending) -> Result<Option<Bytes>, Broken> {
    loop {
        let (found, most) = match frames.next_frame() {
            Err(WireError::FrameTooLarge { found, most }) if found <= MOST_FOUND => (found, most),
            Err(error) => return Err(Broken::Wire(error, frames.call_id().ok().flatten())),
            Ok(next) => return Ok(next),
        };
        match frames.call_id() {
            // An id that no call has had shows that these bytes are not a response.
            Ok(Some(id)) if pending.has_given(id) => {
                frames.skip_frame();
                pending.fail(id, WireError::FrameTooLarge { found, most });
            }
            // The bytes with the id have not come yet.
            Ok(None) => return Ok(None),
            Ok(Some(_)) | Err(_) => {
                let error = WireError::FrameTooLarge { found, most };
                return Err(Broken::Wire(error, None));
            }
        }
    }
}
