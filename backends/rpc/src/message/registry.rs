//! `ClientMetaService`: the locations of masters and `hbase:meta`.

use super::common::{RegionLocation, ServerName};

messages! {
    /// Request of `GetActiveMaster`.
    message GetActiveMasterRequest {}

    /// Response of `GetActiveMaster`.
    message GetActiveMasterResponse {
        optional message<ServerName> server_name = 1;
    }

    /// Request of `GetBootstrapNodes`.
    message GetBootstrapNodesRequest {}

    /// Response of `GetBootstrapNodes`.
    message GetBootstrapNodesResponse {
        repeated message<ServerName> server_name = 1;
    }

    /// Request of `GetClusterId`.
    message GetClusterIdRequest {}

    /// Response of `GetClusterId`.
    message GetClusterIdResponse {
        optional string cluster_id = 1;
    }

    /// Request of `GetMasters`.
    message GetMastersRequest {}

    /// Response of `GetMasters`.
    message GetMastersResponse {
        repeated message<GetMastersResponseEntry> master_servers = 1;
    }

    /// Request of `GetMetaRegionLocations`.
    message GetMetaRegionLocationsRequest {}

    /// Response of `GetMetaRegionLocations`.
    message GetMetaRegionLocationsResponse {
        repeated message<RegionLocation> meta_locations = 1;
    }

    /// One master.
    message GetMastersResponseEntry {
        required message<ServerName> server_name = 1;
        required bool is_active = 2;
    }
}
