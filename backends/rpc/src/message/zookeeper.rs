//! The nodes of older clusters in `ZooKeeper`.

use prost::Message;

use super::common::ServerName;

/// The active master (`<znode>/master`).
#[derive(Clone, PartialEq, Message)]
pub struct Master {
    #[prost(message, required, tag = "1")]
    pub master: ServerName,
    #[prost(uint32, optional, tag = "2")]
    pub rpc_version: Option<u32>,
    #[prost(uint32, optional, tag = "3")]
    pub info_port: Option<u32>,
}

/// The server of `hbase:meta` (`<znode>/meta-region-server`).
#[derive(Clone, PartialEq, Message)]
pub struct MetaRegionServer {
    #[prost(message, required, tag = "1")]
    pub server: ServerName,
    #[prost(uint32, optional, tag = "2")]
    pub rpc_version: Option<u32>,
}
