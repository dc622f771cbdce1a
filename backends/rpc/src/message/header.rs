//! Headers of connections, requests and responses.

use super::common::VersionInfo;

messages! {
    /// The first message of a client, after the preamble.
    message ConnectionHeader {
        optional message<UserInformation> user_info = 1;
        optional string service_name = 2;
        optional string cell_block_codec_class = 3;
        optional string cell_block_compressor_class = 4;
        optional message<VersionInfo> version_info = 5;
    }

    /// The user on whose behalf calls are made.
    message UserInformation {
        required string effective_user = 1;
        optional string real_user = 2;
    }

    /// Precedes each request.
    message RequestHeader {
        optional uint32 call_id = 1;
        optional string method_name = 3;
        optional bool request_param = 4;
        optional message<CellBlockMeta> cell_block_meta = 5;
        optional uint32 priority = 6;
        optional uint32 timeout = 7;
    }

    /// Precedes each response.
    message ResponseHeader {
        optional uint32 call_id = 1;
        optional message<ExceptionResponse> exception = 2;
        optional message<CellBlockMeta> cell_block_meta = 3;
    }

    /// Length of the cell block after a message, bytes.
    message CellBlockMeta {
        optional uint32 length = 1;
    }

    /// An exception instead of a response.
    message ExceptionResponse {
        optional string exception_class_name = 1;
        optional string stack_trace = 2;
        optional string hostname = 3;
        optional int32 port = 4;
        optional bool do_not_retry = 5;
        optional bool server_overloaded = 6;
    }
}
