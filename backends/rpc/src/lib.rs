//! The wire format of `HBase`'s RPC, in both directions and without I/O: frames, headers, messages, cell blocks
//! and exceptions.
//!
//! A client encodes with [`encode_request`] and decodes with [`FrameDecoder`] and [`Response`]; a server does the
//! opposite. Messages derive [`prost::Message`]; their names and numbers are those of `HBase` 2.6.
//!
//! ```
//! use hbase_rpc::message::{GetActiveMasterRequest, GetActiveMasterResponse};
//! use hbase_rpc::{FrameDecoder, Request, RequestOptions, Response, encode_request, encode_response};
//!
//! let options = RequestOptions { call_id: 7, ..RequestOptions::default() };
//! let sent = encode_request(options, &GetActiveMasterRequest {}, 0)?;
//!
//! let mut server = FrameDecoder::new(hbase_rpc::MAX_FRAME);
//! server.buffer_mut().extend_from_slice(&sent);
//! let request = Request::decode(server.next_frame()?.expect("a whole frame"))?;
//! assert_eq!(request.header.method_name.as_deref(), Some("GetActiveMaster"));
//!
//! let answer = encode_response(7, &GetActiveMasterResponse { server_name: None }, 0)?;
//! let response = Response::decode(answer.slice(4..))?;
//! let master = response.outcome.expect("no exception").message::<GetActiveMasterRequest>()?;
//! assert_eq!(master.server_name, None);
//! # Ok::<(), hbase_rpc::WireError>(())
//! ```

#![forbid(unsafe_code)]

mod call;
mod cells;
mod error;
mod exception;
mod frame;
pub mod message;
mod multi;
mod multi_response;
mod preamble;
pub mod region;
mod service;

pub use call::{
    Body, OF_CONNECTION, Request, RequestOptions, Response, encode_exception, encode_request,
    encode_response,
};
pub use cells::CellReader;
pub use error::{Result, WireError};
pub use exception::RemoteException;
pub use frame::{FrameDecoder, MAX_FRAME, decode};
pub use multi::{BlockMutation, EncodedMulti, RegionActionEncoder};
pub use multi_response::{ActionResult, EncodedMultiResponse, EncodedResults};
pub use preamble::{
    Auth, CELL_CODEC, PREAMBLE, PreambleCall, connection_header, parse_preamble, preamble,
};
pub use service::{Rpc, Service};
