//! Requests and responses as frames.

use bytes::Bytes;
use prost::Message;

use crate::error::{Result, WireError};
use crate::frame::{FrameHead, decode, no_call_id, take_cells, take_delimited};
use crate::message::{CellBlockMeta, ExceptionResponse, RequestHeader, ResponseHeader};
use crate::service::Rpc;

/// The call id of a response that belongs to no call: an exception that ends the connection, or the response to a
/// [`PreambleCall`](crate::PreambleCall). It is -1 in Java.
pub const OF_CONNECTION: u32 = u32::MAX;

/// Options in the header of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RequestOptions {
    /// Identifies the call; its response has the same id.
    pub call_id: u32,
    /// The priority, if it is not the server's default.
    pub priority: Option<u32>,
    /// Time in ms after which the client stops waiting; servers then drop the call.
    pub timeout_ms: Option<u32>,
}

/// The frame of a request. The cells follow it on the wire, unchanged.
///
/// # Errors
/// [`WireError::FrameTooLarge`] beyond 2 GiB.
pub fn encode_request<Q: Rpc>(options: RequestOptions, request: &Q, cells: usize) -> Result<Bytes> {
    let header = RequestHeader {
        call_id: Some(options.call_id),
        method_name: Some(Q::METHOD.to_owned()),
        request_param: Some(true),
        cell_block_meta: cell_block(cells)?,
        priority: options.priority,
        timeout: options.timeout_ms,
    };
    let mut head = FrameHead::with_capacity(header.encoded_len() + request.encoded_len());
    head.push(&header);
    head.push(request);
    head.finish(cells)
}

/// A request, decoded by a server.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The header.
    pub header: RequestHeader,
    /// The encoded message; the header names its method.
    pub message: Bytes,
    /// The cell block; may be empty.
    pub cells: Bytes,
}

impl Request {
    /// Splits a frame into its parts without copying.
    ///
    /// # Errors
    /// [`WireError`] for a frame whose parts exceed it, or whose header is no message.
    pub fn decode(mut frame: Bytes) -> Result<Self> {
        let header: RequestHeader = decode(take_delimited("a request's header", &mut frame)?)?;
        let length = header.cell_block_meta.as_ref().and_then(|meta| meta.length);
        let message = match header.request_param {
            Some(true) => take_delimited("a request's message", &mut frame)?,
            _ => Bytes::new(),
        };
        let cells = take_cells(&mut frame, length)?;
        Ok(Self {
            header,
            message,
            cells,
        })
    }
}

/// The frame of a response. The cells follow it on the wire, unchanged.
///
/// # Errors
/// [`WireError::FrameTooLarge`] beyond 2 GiB.
pub fn encode_response(call_id: u32, response: &impl Message, cells: usize) -> Result<Bytes> {
    let header = ResponseHeader {
        call_id: Some(call_id),
        exception: None,
        cell_block_meta: cell_block(cells)?,
    };
    let mut head = FrameHead::with_capacity(header.encoded_len() + response.encoded_len());
    head.push(&header);
    head.push(response);
    head.finish(cells)
}

/// The frame of an exception.
///
/// # Errors
/// [`WireError::FrameTooLarge`] beyond 2 GiB.
pub fn encode_exception(call_id: u32, exception: ExceptionResponse) -> Result<Bytes> {
    let header = ResponseHeader {
        call_id: Some(call_id),
        exception: Some(exception),
        cell_block_meta: None,
    };
    let mut head = FrameHead::with_capacity(header.encoded_len());
    head.push(&header);
    head.finish(0)
}

/// A response, decoded by a client.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The id of the call.
    pub call_id: u32,
    /// The message, or the server's exception.
    pub outcome: std::result::Result<Body, ExceptionResponse>,
}

/// An encoded message and its cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// The encoded message.
    pub message: Bytes,
    /// The cell block; may be empty.
    pub cells: Bytes,
}

impl Response {
    /// Splits a frame into its parts without copying.
    ///
    /// # Errors
    /// [`WireError`] for a frame whose parts exceed it, or whose header is no message.
    pub fn decode(mut frame: Bytes) -> Result<Self> {
        let header: ResponseHeader = decode(take_delimited("a response's header", &mut frame)?)?;
        let call_id = header.call_id.ok_or_else(no_call_id)?;
        if let Some(exception) = header.exception {
            let outcome = Err(exception);
            return Ok(Self { call_id, outcome });
        }
        let length = header.cell_block_meta.as_ref().and_then(|meta| meta.length);
        let message = take_delimited("a response's message", &mut frame)?;
        let cells = take_cells(&mut frame, length)?;
        let outcome = Ok(Body { message, cells });
        Ok(Self { call_id, outcome })
    }
}

impl Body {
    /// Decodes the message, as the response of `Q`.
    ///
    /// # Errors
    /// [`WireError::Message`].
    pub fn message<Q: Rpc>(&self) -> Result<Q::Response> {
        decode(self.message.clone())
    }
}

fn cell_block(length: usize) -> Result<Option<CellBlockMeta>> {
    let most = i32::MAX as usize;
    match u32::try_from(length) {
        Ok(0) => Ok(None),
        Ok(narrow) if length <= most => Ok(Some(CellBlockMeta {
            length: Some(narrow),
        })),
        _ => {
            let found = length as u64;
            Err(WireError::FrameTooLarge { found, most })
        }
    }
}
