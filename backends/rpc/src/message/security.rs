//! Delegation tokens, calls of coprocessors, and the responses of preamble calls.

use super::common::{NameBytesPair, RegionSpecifier};

messages! {
    /// Request of `ExecService`: a call of a coprocessor at a region.
    message CoprocessorServiceRequest {
        required message<RegionSpecifier> region = 1;
        required message<CoprocessorServiceCall> call = 2;
    }

    /// Response of `ExecService`; the value is the coprocessor's encoded response.
    message CoprocessorServiceResponse {
        required message<RegionSpecifier> region = 1;
        required message<NameBytesPair> value = 2;
    }

    /// A call of a coprocessor: service, method and encoded request.
    message CoprocessorServiceCall {
        required bytes row = 1;
        required string service_name = 2;
        required string method_name = 3;
        required bytes request = 4;
    }

    /// Request of `GetAuthenticationToken`.
    message GetAuthenticationTokenRequest {}

    /// Response of `GetAuthenticationToken`.
    message GetAuthenticationTokenResponse {
        optional message<Token> token = 1;
    }

    /// A delegation token; `service` is the cluster's id.
    message Token {
        optional bytes identifier = 1;
        optional bytes password = 2;
        optional bytes service = 3;
    }

    /// Request of `WhoAmI`.
    message WhoAmIRequest {}

    /// Response of `WhoAmI`: the user, and how it was authenticated.
    message WhoAmIResponse {
        optional string username = 1;
        optional string auth_method = 2;
    }

    /// Response of the preamble call `Securi`.
    message SecurityPreamableResponse {
        required string server_principal = 1;
    }

    /// Response of the preamble call `Regist`.
    message GetConnectionRegistryResponse {
        required string cluster_id = 1;
    }
}
