//! The frames of a login: lengths, challenges and rejections, as `SaslChallengeDecoder` of `HBase` reads them.

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};

use crate::sasl::SaslError;

/// Maximum bytes of a challenge, as in Java's client.
const MOST_CHALLENGE: usize = 1 << 20;

/// Maximum bytes of a rejection's class, and of its message.
const MOST_TEXT: usize = 64 << 10;

/// In the place of a challenge's length: the server wants no authentication (`SaslUtil.SWITCH_TO_SIMPLE_AUTH`).
const SWITCH_TO_SIMPLE: i32 = -88;

/// What a server sends during a login.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Response {
    Challenge(Vec<u8>),
    /// It wants no authentication.
    Simple,
}

/// Why no response was read.
#[derive(Debug)]
pub(super) enum FrameError {
    Io(io::Error),
    Sasl(SaslError),
}

impl From<io::Error> for FrameError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<SaslError> for FrameError {
    fn from(error: SaslError) -> Self {
        Self::Sasl(error)
    }
}

/// Sends a message of the client.
pub(super) async fn send(
    stream: &mut (impl AsyncWrite + Unpin + ?Sized),
    first: &[u8],
    message: &[u8],
) -> io::Result<()> {
    let length = i32::try_from(message.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    // In one write: the server then has the whole of it at once.
    let frame = [first, &length.to_be_bytes(), message].concat();
    stream.write_all(&frame).await?;
    stream.flush().await
}

/// Reads the next response. A rejection is an error.
pub(super) async fn receive(
    stream: &mut (impl AsyncRead + Unpin + ?Sized),
) -> Result<Response, FrameError> {
    let status = stream.read_i32().await?;
    if status != 0 {
        let class = text(stream).await?;
        let message = text(stream).await?;
        return Err(SaslError::Rejected { class, message }.into());
    }
    let found = stream.read_i32().await?;
    if found == SWITCH_TO_SIMPLE {
        return Ok(Response::Simple);
    }
    let most = MOST_CHALLENGE;
    let length = usize::try_from(found).ok();
    let length = length.filter(|length| (1..=most).contains(length));
    let length = length.ok_or(SaslError::ChallengeLength { found, most })?;
    Ok(Response::Challenge(bytes(stream, length).await?))
}

async fn text(stream: &mut (impl AsyncRead + Unpin + ?Sized)) -> Result<String, FrameError> {
    let found = stream.read_i32().await?;
    let most = MOST_TEXT;
    let length = usize::try_from(found).ok().filter(|length| *length <= most);
    let length = length.ok_or(SaslError::TextLength { found, most })?;
    let bytes = bytes(stream, length).await?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Memory grows with the bytes that come, not with the length that the server claims.
async fn bytes(
    stream: &mut (impl AsyncRead + Unpin + ?Sized),
    length: usize,
) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream.take(length as u64).read_to_end(&mut bytes).await?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn a_challenge_that_is_cut_is_the_end_of_the_connection() {
        let whole = [0, 0, 0, 0, 0, 0, 0, 3, 7, 8, 9];
        for length in 0..whole.len() {
            let received = receive(&mut &whole[..length]).now_or_never();
            match received.expect("no wait") {
                Err(FrameError::Io(error)) => {
                    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
                }
                other => panic!("{length} bytes: {other:?}"),
            }
        }
    }
}

#[cfg(test)]
mod mutated {
    use futures_util::FutureExt as _;
    use hbase_schema_parser_inputs::try_all;

    use super::*;

    /// Every outcome is an error, or is no larger than its input.
    #[test]
    fn any_bytes_are_a_response_or_an_error() {
        let challenge: &[u8] = &[0, 0, 0, 0, 0, 0, 0, 3, 7, 8, 9];
        let switch: &[u8] = &[0, 0, 0, 0, 0xff, 0xff, 0xff, 0xa8];
        let rejection: &[u8] = &[0, 0, 0, 1, 0, 0, 0, 2, b'a', b'b', 0, 0, 0, 1, b'c'];
        try_all(&[challenge, switch, rejection], |mut input| {
            let length = input.len();
            let received = receive(&mut input).now_or_never().expect("no wait");
            match received {
                Ok(Response::Challenge(challenge)) => assert!(challenge.len() <= length),
                Ok(Response::Simple) | Err(_) => {}
            }
        });
    }
}
