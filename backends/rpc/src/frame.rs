//! Frames: a length of four bytes, then that many bytes.

use byteorder::{BigEndian, ByteOrder};
use bytes::{Buf as _, Bytes, BytesMut};
use prost::Message;

use crate::error::{Result, WireError};
use crate::message::ResponseHeader;

/// The default limit of a frame: 256 MiB, the servers' default (`hbase.ipc.max.request.size`).
pub const MAX_FRAME: usize = 256 << 20;

const LENGTH: usize = 4;

/// Maximum bytes that are reserved before they come: it costs a peer nothing to claim a length. A response of
/// the usual 2 MiB fits.
const STEP: usize = 4 << 20;

/// If less room than this is left for a frame's bytes, the next step is made.
const LEAST_ROOM: usize = 64 << 10;

/// Maximum bytes of the header of a skipped frame; a header without an exception has few bytes.
const MOST_HEADER: usize = 64 << 10;

/// The longest encoding of a length.
const VARINT: usize = 10;

/// Cuts a stream of bytes into frames.
///
/// ```
/// use hbase_rpc::FrameDecoder;
/// let mut frames = FrameDecoder::new(1024);
/// frames.buffer_mut().extend_from_slice(&[0, 0, 0, 2, 7]);
/// assert_eq!(frames.next_frame()?, None);
/// frames.buffer_mut().extend_from_slice(&[8, 0]);
/// assert_eq!(frames.next_frame()?.as_deref(), Some(&[7, 8][..]));
/// # Ok::<(), hbase_rpc::WireError>(())
/// ```
#[derive(Debug)]
pub struct FrameDecoder {
    buffer: BytesMut,
    most: usize,
    /// Bytes of a frame that are still to be skipped.
    skipped: usize,
}

impl FrameDecoder {
    /// A decoder of frames of at most `most` bytes.
    pub fn new(most: usize) -> Self {
        Self {
            buffer: BytesMut::new(),
            most,
            skipped: 0,
        }
    }

    /// The buffer to which the next bytes of the stream are appended.
    pub fn buffer_mut(&mut self) -> &mut BytesMut {
        &mut self.buffer
    }

    /// The call to which the next frame responds; `None` until its header has come.
    ///
    /// # Errors
    /// [`WireError::Message`] if the frame is not a response.
    pub fn call_id(&self) -> Result<Option<u32>> {
        let Some(frame) = self.buffer.get(LENGTH..) else {
            return Ok(None);
        };
        let mut rest = frame;
        let length = match prost::decode_length_delimiter(&mut rest) {
            // The length may continue in bytes that have not come yet.
            Err(_) if frame.len() < VARINT => return Ok(None),
            length => length.map_err(|cause| WireError::message::<ResponseHeader>(&cause))?,
        };
        // A longer header is not awaited. Its first part cannot be decoded, so that the frame counts as
        // unreadable.
        if length <= MOST_HEADER && rest.len() < length {
            return Ok(None);
        }
        let header = ResponseHeader::decode(&rest[..length.min(rest.len())]);
        let header = header.map_err(|cause| WireError::message::<ResponseHeader>(&cause))?;
        header.call_id.map(Some).ok_or_else(no_call_id)
    }

    /// Skips the next frame, whatever its length: its bytes are dropped as they come.
    pub fn skip_frame(&mut self) {
        if let Some(length) = self.next_length() {
            self.skipped += LENGTH + usize::try_from(length).unwrap_or(usize::MAX - LENGTH);
            self.drop_skipped();
        }
    }

    fn drop_skipped(&mut self) {
        let come = self.skipped.min(self.buffer.len());
        self.buffer.advance(come);
        self.skipped -= come;
    }

    /// Whether the stream is within a frame.
    pub fn is_within_frame(&self) -> bool {
        !self.buffer.is_empty() || self.skipped > 0
    }

    fn next_length(&self) -> Option<u32> {
        let head = self.buffer.first_chunk::<LENGTH>();
        head.map(|head| u32::from_be_bytes(*head))
    }

    /// The next frame without its length, sharing the buffer's memory; `None` until it is complete. Room for
    /// the rest of a frame is made in steps, each as large as the bytes so far, but at least 4 MiB. So the
    /// memory of a long frame grows with its bytes, not with the length that it claims.
    ///
    /// # Errors
    /// [`WireError::FrameTooLarge`]; [`skip_frame`](Self::skip_frame) skips the frame.
    pub fn next_frame(&mut self) -> Result<Option<Bytes>> {
        self.drop_skipped();
        let Some(found) = self.next_length() else {
            return Ok(None);
        };
        let length = usize::try_from(found).unwrap_or(usize::MAX);
        if length > self.most {
            let (found, most) = (u64::from(found), self.most);
            return Err(WireError::FrameTooLarge { found, most });
        }
        let missing = (LENGTH + length).saturating_sub(self.buffer.len());
        if missing > 0 {
            self.make_room(missing);
            return Ok(None);
        }
        self.buffer.advance(LENGTH);
        Ok(Some(self.buffer.split_to(length).freeze()))
    }

    fn make_room(&mut self, missing: usize) {
        let come = self.buffer.len();
        if self.buffer.capacity() - come < missing.min(LEAST_ROOM) {
            self.buffer.reserve(missing.min(come.max(STEP)));
        }
    }
}

/// The error for a response whose header has no call id.
pub(crate) fn no_call_id() -> WireError {
    WireError::Message {
        what: "ResponseHeader",
        cause: "no call_id".to_owned(),
    }
}

/// The head of a frame: its length and the delimited messages; cells follow it.
#[derive(Debug)]
pub(crate) struct FrameHead {
    bytes: BytesMut,
}

impl FrameHead {
    /// Makes room for `messages` bytes of messages.
    pub(crate) fn with_capacity(messages: usize) -> Self {
        let mut bytes = BytesMut::with_capacity(LENGTH + 10 + messages);
        bytes.extend_from_slice(&[0; LENGTH]);
        Self { bytes }
    }

    pub(crate) fn push(&mut self, message: &impl Message) {
        // Cannot fail: a `BytesMut` grows.
        let encoded = message.encode_length_delimited(&mut self.bytes);
        debug_assert!(encoded.is_ok(), "{encoded:?}");
    }

    /// Sets the frame's length; `cells` bytes follow.
    ///
    /// # Errors
    /// [`WireError::FrameTooLarge`] beyond `i32::MAX`, the most a server can read.
    pub(crate) fn finish(mut self, cells: usize) -> Result<Bytes> {
        let length = self.bytes.len() - LENGTH + cells;
        let most = i32::MAX as usize;
        let Ok(narrow) = i32::try_from(length) else {
            let found = length as u64;
            return Err(WireError::FrameTooLarge { found, most });
        };
        BigEndian::write_i32(&mut self.bytes[..LENGTH], narrow);
        Ok(self.bytes.freeze())
    }
}

/// Takes a delimited message's bytes from the front of a frame.
pub(crate) fn take_delimited(what: &'static str, frame: &mut Bytes) -> Result<Bytes> {
    let length = prost::decode_length_delimiter(&mut *frame).map_err(|cause| {
        let cause = cause.to_string();
        WireError::Message { what, cause }
    })?;
    if length > frame.len() {
        let (found, left) = (length as u64, frame.len());
        return Err(WireError::Truncated { what, found, left });
    }
    Ok(frame.split_to(length))
}

/// Takes the cell block, whose length a header declares, from the end of a frame.
pub(crate) fn take_cells(frame: &mut Bytes, length: Option<u32>) -> Result<Bytes> {
    let length = length.unwrap_or(0);
    let Some(rest) = frame.len().checked_sub(length as usize) else {
        let (what, found, left) = ("a cell block", u64::from(length), frame.len());
        return Err(WireError::Truncated { what, found, left });
    };
    Ok(frame.split_off(rest))
}

/// Decodes a message.
///
/// # Errors
/// [`WireError::Message`].
pub fn decode<M: Message + Default>(bytes: Bytes) -> Result<M> {
    M::decode(bytes).map_err(|cause| WireError::message::<M>(&cause))
}
