//! The answers of a cluster of one server: enough for a ping.

use bytes::Bytes;
use hbase_rpc::message::{
    ClusterStatus, GetActiveMasterResponse, GetClusterStatusResponse,
    GetConnectionRegistryResponse, GetMetaRegionLocationsResponse, HBaseVersion,
    SecurityPreamableResponse, ServerName,
};
use hbase_rpc::{OF_CONNECTION, Request, encode_response};

/// The response to a request; `padding` makes it longer.
pub(super) fn answer(request: &Request, host: &str, port: u16, padding: usize) -> Bytes {
    let id = request.header.call_id();
    let own = ServerName {
        host_name: host.to_owned(),
        port: Some(port.into()),
        start_code: Some(1),
    };
    let response = match request.header.method_name() {
        "GetActiveMaster" => {
            let server_name = Some(own);
            encode_response(id, &GetActiveMasterResponse { server_name }, 0)
        }
        "GetClusterStatus" => {
            let version = "9.9.9".to_owned() + &"x".repeat(padding);
            let cluster_status = ClusterStatus {
                hbase_version: Some(HBaseVersion { version }),
                master: Some(own),
                ..ClusterStatus::default()
            };
            encode_response(id, &GetClusterStatusResponse { cluster_status }, 0)
        }
        "GetMetaRegionLocations" => {
            encode_response(id, &GetMetaRegionLocationsResponse::default(), 0)
        }
        other => panic!("an unexpected request: {other}"),
    };
    response.expect("a response")
}

/// The response to the preamble call for the cluster's id.
pub(super) fn cluster_id() -> Bytes {
    let cluster_id = "cluster".to_owned();
    let response = GetConnectionRegistryResponse { cluster_id };
    encode_response(OF_CONNECTION, &response, 0).expect("a response")
}

/// The response to the preamble call for the server's principal.
pub(super) fn principal(principal: &str) -> Bytes {
    let server_principal = principal.to_owned();
    let response = SecurityPreamableResponse { server_principal };
    encode_response(OF_CONNECTION, &response, 0).expect("a response")
}
