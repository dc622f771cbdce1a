//! Headers of connections, requests and responses.

use prost::Message;

use super::common::VersionInfo;

/// The first message of a client, after the preamble.
#[derive(Clone, PartialEq, Message)]
pub struct ConnectionHeader {
    #[prost(message, optional, tag = "1")]
    pub user_info: Option<UserInformation>,
    #[prost(string, optional, tag = "2")]
    pub service_name: Option<String>,
    #[prost(string, optional, tag = "3")]
    pub cell_block_codec_class: Option<String>,
    #[prost(string, optional, tag = "4")]
    pub cell_block_compressor_class: Option<String>,
    #[prost(message, optional, tag = "5")]
    pub version_info: Option<VersionInfo>,
}

/// The user on whose behalf calls are made.
#[derive(Clone, PartialEq, Message)]
pub struct UserInformation {
    #[prost(string, required, tag = "1")]
    pub effective_user: String,
    #[prost(string, optional, tag = "2")]
    pub real_user: Option<String>,
}

/// Precedes each request.
#[derive(Clone, PartialEq, Message)]
pub struct RequestHeader {
    #[prost(uint32, optional, tag = "1")]
    pub call_id: Option<u32>,
    #[prost(string, optional, tag = "3")]
    pub method_name: Option<String>,
    #[prost(bool, optional, tag = "4")]
    pub request_param: Option<bool>,
    #[prost(message, optional, tag = "5")]
    pub cell_block_meta: Option<CellBlockMeta>,
    #[prost(uint32, optional, tag = "6")]
    pub priority: Option<u32>,
    #[prost(uint32, optional, tag = "7")]
    pub timeout: Option<u32>,
}

/// Precedes each response.
#[derive(Clone, PartialEq, Message)]
pub struct ResponseHeader {
    #[prost(uint32, optional, tag = "1")]
    pub call_id: Option<u32>,
    #[prost(message, optional, tag = "2")]
    pub exception: Option<ExceptionResponse>,
    #[prost(message, optional, tag = "3")]
    pub cell_block_meta: Option<CellBlockMeta>,
}

/// Length of the cell block after a message, bytes.
#[derive(Clone, PartialEq, Message)]
pub struct CellBlockMeta {
    #[prost(uint32, optional, tag = "1")]
    pub length: Option<u32>,
}

/// An exception instead of a response.
#[derive(Clone, PartialEq, Message)]
pub struct ExceptionResponse {
    #[prost(string, optional, tag = "1")]
    pub exception_class_name: Option<String>,
    #[prost(string, optional, tag = "2")]
    pub stack_trace: Option<String>,
    #[prost(string, optional, tag = "3")]
    pub hostname: Option<String>,
    #[prost(int32, optional, tag = "4")]
    pub port: Option<i32>,
    #[prost(bool, optional, tag = "5")]
    pub do_not_retry: Option<bool>,
    #[prost(bool, optional, tag = "6")]
    pub server_overloaded: Option<bool>,
}
