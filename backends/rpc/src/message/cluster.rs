//! Status of the cluster.

use prost::{Enumeration, Message};

use super::common::ServerName;

/// The parts of the status that were requested.
#[derive(Clone, PartialEq, Message)]
pub struct ClusterStatus {
    #[prost(message, optional, tag = "1")]
    pub hbase_version: Option<HBaseVersion>,
    #[prost(message, repeated, tag = "2")]
    pub live_servers: Vec<LiveServerInfo>,
    #[prost(message, repeated, tag = "3")]
    pub dead_servers: Vec<ServerName>,
    #[prost(message, optional, tag = "5")]
    pub cluster_id: Option<ClusterId>,
    #[prost(message, optional, tag = "7")]
    pub master: Option<ServerName>,
    #[prost(message, repeated, tag = "8")]
    pub backup_masters: Vec<ServerName>,
    #[prost(bool, optional, tag = "9")]
    pub balancer_on: Option<bool>,
    #[prost(int32, optional, tag = "10", default = "-1")]
    pub master_info_port: Option<i32>,
    #[prost(message, repeated, tag = "11")]
    pub servers_name: Vec<ServerName>,
}

/// Parts of the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum ClusterOption {
    HbaseVersion = 0,
    ClusterId = 1,
    LiveServers = 2,
    DeadServers = 3,
    Master = 4,
    BackupMasters = 5,
    MasterCoprocessors = 6,
    RegionsInTransition = 7,
    BalancerOn = 8,
    MasterInfoPort = 9,
    ServersName = 10,
    TableToRegionsCount = 11,
    Tasks = 12,
    UnknownServers = 13,
}

/// A live region server.
#[derive(Clone, PartialEq, Message)]
pub struct LiveServerInfo {
    #[prost(message, required, tag = "1")]
    pub server: ServerName,
    #[prost(message, required, tag = "2")]
    pub server_load: ServerLoad,
}

/// A region server's load.
#[derive(Clone, PartialEq, Message)]
pub struct ServerLoad {
    #[prost(uint64, optional, tag = "1")]
    pub number_of_requests: Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub total_number_of_requests: Option<u64>,
    #[prost(uint32, optional, tag = "3")]
    pub used_heap_mb: Option<u32>,
    #[prost(uint32, optional, tag = "4")]
    pub max_heap_mb: Option<u32>,
}

/// The cluster's release.
#[derive(Clone, PartialEq, Message)]
pub struct HBaseVersion {
    #[prost(string, required, tag = "1")]
    pub version: String,
}

/// The cluster's id.
#[derive(Clone, PartialEq, Message)]
pub struct ClusterId {
    #[prost(string, required, tag = "1")]
    pub cluster_id: String,
}
