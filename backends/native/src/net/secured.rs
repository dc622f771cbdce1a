//! A connection whose bytes are signed, or sealed too.
//!
//! A token is preceded by its length. Frames and tokens are independent of each other: a token may have a part of a frame, or
//! several of them. Servers wrap all responses that wait into one token, however long it is; the tokens to a server are
//! not longer than it takes.

use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes, BytesMut};
use hbase_rpc::FrameDecoder;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf};

use super::connector::Stream;
use crate::sasl::{Layer, LayerError};

/// Minimum space for a read of the socket, bytes.
const READ_BYTES: usize = 64 << 10;

/// Bytes of a token beyond its message, at most.
const OVERHEAD: usize = 64 << 10;

/// Maximum bytes of a message that is wrapped at once: the memory of a token is twice as much.
const MOST_WRAPPED: usize = 1 << 20;

/// A connection below a security layer.
pub(super) struct Secured {
    inner: Box<dyn Stream>,
    layer: Box<dyn Layer>,
    /// The tokens that come.
    tokens: FrameDecoder,
    /// Bytes of the last one that were not read yet.
    message: Bytes,
    /// Tokens that were not sent yet.
    outgoing: BytesMut,
    /// The message that is wrapped next.
    waiting: Vec<u8>,
    most: usize,
    /// The error of an earlier token: nothing is read after it.
    broken: Option<LayerError>,
}

impl Secured {
    /// `response_bytes` is the maximum of one response; some may be in one token.
    pub(super) fn new(
        inner: Box<dyn Stream>,
        layer: Box<dyn Layer>,
        response_bytes: usize,
    ) -> Self {
        let most_token = response_bytes.saturating_mul(2).saturating_add(OVERHEAD);
        let most = layer.most().clamp(1, MOST_WRAPPED);
        Self {
            inner,
            layer,
            tokens: FrameDecoder::new(most_token.min(i32::MAX as usize - 1)),
            message: Bytes::new(),
            outgoing: BytesMut::new(),
            waiting: Vec::new(),
            most,
            broken: None,
        }
    }

    /// The message of the next token, if it has come.
    fn next_message(&mut self) -> io::Result<Option<Bytes>> {
        if let Some(error) = &self.broken {
            return Err(refused(error.clone()));
        }
        let token = self.tokens.next_frame().map_err(|error| {
            let what = error.to_string();
            self.fail(LayerError::Malformed { what })
        })?;
        let Some(token) = token else { return Ok(None) };
        let message = self.layer.unwrap(&token);
        message
            .map(|message| Some(message.into()))
            .map_err(|error| self.fail(error))
    }

    fn fail(&mut self, error: LayerError) -> io::Error {
        self.broken = Some(error.clone());
        refused(error)
    }

    /// Reads bytes of tokens; returns whether any came.
    fn poll_tokens(&mut self, context: &mut Context<'_>) -> Poll<io::Result<bool>> {
        let buffer = self.tokens.buffer_mut();
        if buffer.capacity() - buffer.len() < READ_BYTES / 4 {
            buffer.reserve(READ_BYTES);
        }
        let read = pin!(self.inner.read_buf(buffer)).poll(context);
        read.map_ok(|bytes| bytes > 0)
    }

    /// Sends the tokens that wait.
    fn poll_send(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.outgoing.is_empty() {
            let written = ready!(Pin::new(&mut self.inner).poll_write(context, &self.outgoing))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.outgoing.advance(written);
        }
        Poll::Ready(Ok(()))
    }

    /// Wraps the message that waits.
    fn wrap(&mut self) -> io::Result<()> {
        let token = self.layer.wrap(&self.waiting).map_err(refused)?;
        let length = u32::try_from(token.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
        self.outgoing.extend_from_slice(&length.to_be_bytes());
        self.outgoing.extend_from_slice(&token);
        Ok(())
    }
}

impl AsyncRead for Secured {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.message.is_empty() {
            match this.next_message()? {
                Some(message) => this.message = message,
                None if ready!(this.poll_tokens(context))? => {}
                None if this.tokens.is_within_frame() => {
                    return Poll::Ready(Err(io::ErrorKind::UnexpectedEof.into()));
                }
                None => return Poll::Ready(Ok(())),
            }
        }
        let bytes = this.message.len().min(buffer.remaining());
        buffer.put_slice(&this.message.split_to(bytes));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Secured {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.poll_write_vectored(context, &[IoSlice::new(bytes)])
    }

    /// Wraps the bytes into one token, as many as it may have. They are taken then, even if the token still has to be
    /// sent.
    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        ready!(this.poll_send(context))?;
        this.waiting.clear();
        for slice in slices {
            let room = this.most - this.waiting.len();
            this.waiting
                .extend_from_slice(&slice[..slice.len().min(room)]);
        }
        if this.waiting.is_empty() {
            return Poll::Ready(Ok(0));
        }
        this.wrap()?;
        // What cannot be sent at once is sent before the next message, or by `poll_flush`.
        if let Poll::Ready(Err(error)) = this.poll_send(context) {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(Ok(this.waiting.len()))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_send(context))?;
        Pin::new(&mut this.inner).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        ready!(this.poll_send(context))?;
        Pin::new(&mut this.inner).poll_shutdown(context)
    }
}

/// The error of a connection that has sent a token which is not accepted.
fn refused(error: LayerError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    /// A token is its message after a byte with its length.
    struct Counted;

    impl Layer for Counted {
        fn most(&self) -> usize {
            100
        }

        fn wrap(&mut self, message: &[u8]) -> Result<Vec<u8>, LayerError> {
            Ok([&[u8::try_from(message.len()).unwrap_or(0)], message].concat())
        }

        fn unwrap(&mut self, token: &[u8]) -> Result<Vec<u8>, LayerError> {
            match token {
                [length, message @ ..] if usize::from(*length) == message.len() => {
                    Ok(message.to_vec())
                }
                _ => Err(LayerError::Checksum),
            }
        }
    }

    fn secured(input: &[u8], response_bytes: usize) -> Secured {
        let server = tokio::io::join(io::Cursor::new(input.to_vec()), tokio::io::sink());
        Secured::new(Box::new(server), Box::new(Counted), response_bytes)
    }

    #[test]
    fn nothing_is_read_after_a_broken_token() {
        let (whole, broken) = ([0, 0, 0, 2, 1, 6], [0, 0, 0, 2, 2, 7]);
        let mut secured = secured(&[whole, broken, whole].concat(), 1 << 20);
        let mut read = || secured.read_u8().now_or_never().expect("no wait");
        assert_eq!(read().ok(), Some(6));
        for _ in 0..3 {
            let error = read().expect_err("a broken token");
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        }
    }

    #[test]
    fn tokens_are_not_longer_than_two_responses() {
        let most = 2 * 1000 + OVERHEAD;
        let end_of = |length: usize| {
            let length = u32::try_from(length).expect("a length");
            let mut secured = secured(&length.to_be_bytes(), 1000);
            let end = secured.read_u8().now_or_never();
            end.expect("no wait").expect_err("no token").kind()
        };
        assert_eq!(end_of(most), io::ErrorKind::UnexpectedEof);
        assert_eq!(end_of(most + 1), io::ErrorKind::InvalidData);
    }

    #[test]
    fn a_token_that_is_cut_is_an_error() {
        let whole = [0, 0, 0, 2, 1, 6];
        for length in 0..=whole.len() {
            let mut secured = secured(&whole[..length], 1000);
            let end = secured.read_to_end(&mut Vec::new()).now_or_never();
            let end = end.expect("no wait").map_err(|error| error.kind());
            let expected = match length {
                0 => Ok(0),
                6 => Ok(1),
                _ => Err(io::ErrorKind::UnexpectedEof),
            };
            assert_eq!(end, expected, "{length} bytes");
        }
    }

    mod mutated {
        use hbase_schema_parser_inputs::try_all;

        use super::*;

        /// Every outcome is an error, or the messages of whole tokens in the input.
        #[test]
        fn any_bytes_are_tokens_or_an_error() {
            let tokens = [
                &[0, 0, 0, 4, 3, 7, 8, 9][..],
                &[0, 0, 0, 2, 1, 6],
                &[0, 0, 0, 1, 0],
            ];
            let valid = [tokens.concat(), tokens[0].to_vec()];
            try_all(&valid, |input| {
                let mut secured = secured(input, 1 << 20);
                let mut read = Vec::new();
                let end = secured.read_to_end(&mut read).now_or_never();
                let end = end.expect("no wait");
                assert!(read.len() <= input.len());
                if input == valid[0] {
                    assert_eq!(end.ok(), Some(4));
                    assert_eq!(read, [7, 8, 9, 6]);
                }
            });
        }
    }
}
