//! Reads responses from a connection.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use hbase_rpc::{FrameDecoder, Response};
use tokio::io::{AsyncReadExt as _, ReadHalf};

use super::connector::Stream;
use super::pending::{Broken, OF_CONNECTION, Pending};
use crate::counts::Counters;

/// Minimum space for a read of the socket, bytes.
const READ_BYTES: usize = 64 << 10;

/// Reads responses until the connection ends.
pub(super) async fn read(
    mut stream: ReadHalf<Box<dyn Stream>>,
    mut frames: FrameDecoder,
    pending: Arc<Pending>,
    counters: Arc<Counters>,
) {
    let broken = match read_all(&mut stream, &mut frames, &pending, &counters).await {
        Ok(()) if frames.is_within_frame() => Broken::io(io::ErrorKind::UnexpectedEof.into()),
        Ok(()) => Broken::io(io::Error::new(
            io::ErrorKind::ConnectionReset,
            "the server closed the connection",
        )),
        Err(broken) => broken,
    };
    pending.lose(broken);
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
        while let Some(frame) = next_frame(frames)? {
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

fn next_frame(frames: &mut FrameDecoder) -> Result<Option<Bytes>, Broken> {
    let next = frames.next_frame();
    next.map_err(|error| Broken::Wire(error, frames.call_id()))
}
