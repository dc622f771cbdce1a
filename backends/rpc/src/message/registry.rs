//! `ClientMetaService`: the locations of masters and `hbase:meta`.

use prost::Message;

use super::common::{RegionLocation, ServerName};

/// Request of `GetActiveMaster`.
#[derive(Clone, PartialEq, Message)]
pub struct GetActiveMasterRequest {}

/// Response of `GetActiveMaster`.
#[derive(Clone, PartialEq, Message)]
pub struct GetActiveMasterResponse {
    #[prost(message, optional, tag = "1")]
    pub server_name: Option<ServerName>,
}

/// Request of `GetBootstrapNodes`.
#[derive(Clone, PartialEq, Message)]
pub struct GetBootstrapNodesRequest {}

/// Response of `GetBootstrapNodes`.
#[derive(Clone, PartialEq, Message)]
pub struct GetBootstrapNodesResponse {
    #[prost(message, repeated, tag = "1")]
    pub server_name: Vec<ServerName>,
}

/// Request of `GetClusterId`.
#[derive(Clone, PartialEq, Message)]
pub struct GetClusterIdRequest {}

/// Response of `GetClusterId`.
#[derive(Clone, PartialEq, Message)]
pub struct GetClusterIdResponse {
    #[prost(string, optional, tag = "1")]
    pub cluster_id: Option<String>,
}

/// Request of `GetMasters`.
#[derive(Clone, PartialEq, Message)]
pub struct GetMastersRequest {}

/// Response of `GetMasters`.
#[derive(Clone, PartialEq, Message)]
pub struct GetMastersResponse {
    #[prost(message, repeated, tag = "1")]
    pub master_servers: Vec<GetMastersResponseEntry>,
}

/// Request of `GetMetaRegionLocations`.
#[derive(Clone, PartialEq, Message)]
pub struct GetMetaRegionLocationsRequest {}

/// Response of `GetMetaRegionLocations`.
#[derive(Clone, PartialEq, Message)]
pub struct GetMetaRegionLocationsResponse {
    #[prost(message, repeated, tag = "1")]
    pub meta_locations: Vec<RegionLocation>,
}

/// One master.
#[derive(Clone, PartialEq, Message)]
pub struct GetMastersResponseEntry {
    #[prost(message, required, tag = "1")]
    pub server_name: ServerName,
    #[prost(bool, required, tag = "2")]
    pub is_active: bool,
}
