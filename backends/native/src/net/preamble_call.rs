//! Calls before any login, each on a connection of its own.
//!
//! Nothing authenticates the response: whoever responds in the server's place may choose it. So it only selects one of
//! the values that the client trusts already.

use std::io;

use hbase_backend::Deadline;
use hbase_rpc::{FrameDecoder, OF_CONNECTION, PreambleCall, RemoteException, Response, decode};
use prost::Message;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::connector::{Connector, Stream};
use crate::endpoint::Endpoint;

/// Maximum bytes of a response.
const MOST: usize = 64 << 10;

/// Calls a server. The caller limits the time.
pub(super) async fn call<M: Message + Default>(
    connector: &dyn Connector,
    server: &Endpoint,
    call: PreambleCall,
    until: Deadline,
) -> io::Result<M> {
    let mut stream = connector.connect(server, until).await?;
    stream.write_all(&call.bytes()).await?;
    stream.flush().await?;
    let frame = frame(&mut *stream).await?;
    let response = Response::decode(frame).map_err(unreadable)?;
    if response.call_id != OF_CONNECTION {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let body = response.outcome.map_err(|exception| {
        let RemoteException { class, message, .. } = exception.into();
        io::Error::new(io::ErrorKind::Unsupported, format!("{class}: {message}"))
    })?;
    decode(body.message).map_err(unreadable)
}

/// Whether the server does not know the call: it closes the connection, or reports a wrong start.
pub(super) fn is_unknown(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Unsupported | io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset
    )
}

async fn frame(stream: &mut dyn Stream) -> io::Result<bytes::Bytes> {
    let mut frames = FrameDecoder::new(MOST);
    loop {
        if let Some(frame) = frames.next_frame().map_err(unreadable)? {
            return Ok(frame);
        }
        if stream.read_buf(frames.buffer_mut()).await? == 0 {
            let what = "the server does not know this call: it is older than HBase 2.6";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, what));
        }
    }
}

fn unreadable(error: hbase_rpc::WireError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
