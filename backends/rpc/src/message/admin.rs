//! `AdminService`: a region server and its single regions.

use bytes::Bytes;
use prost::{Enumeration, Message};

use super::common::{RegionInfo, RegionSpecifier, ServerName};

/// Request of `GetRegionInfo`.
#[derive(Clone, PartialEq, Message)]
pub struct GetRegionInfoRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(bool, optional, tag = "2")]
    pub compaction_state: Option<bool>,
    #[prost(bool, optional, tag = "3")]
    pub best_split_row: Option<bool>,
}

/// Response of `GetRegionInfo`.
#[derive(Clone, PartialEq, Message)]
pub struct GetRegionInfoResponse {
    #[prost(message, required, tag = "1")]
    pub region_info: RegionInfo,
    #[prost(enumeration = "CompactionState", optional, tag = "2")]
    pub compaction_state: Option<i32>,
    #[prost(bool, optional, tag = "4")]
    pub splittable: Option<bool>,
    #[prost(bool, optional, tag = "5")]
    pub mergeable: Option<bool>,
    #[prost(bytes = "bytes", optional, tag = "6")]
    pub best_split_row: Option<Bytes>,
}

/// Request of `CompactRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct CompactRegionRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(bool, optional, tag = "2")]
    pub major: Option<bool>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub family: Option<Bytes>,
}

/// Response of `CompactRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct CompactRegionResponse {}

/// Request of `FlushRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct FlushRegionRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(uint64, optional, tag = "2")]
    pub if_older_than_ts: Option<u64>,
    #[prost(bool, optional, tag = "3")]
    pub write_flush_wal_marker: Option<bool>,
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub family: Option<Bytes>,
}

/// Response of `FlushRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct FlushRegionResponse {
    #[prost(uint64, required, tag = "1")]
    pub last_flush_time: u64,
    #[prost(bool, optional, tag = "2")]
    pub flushed: Option<bool>,
    #[prost(bool, optional, tag = "3")]
    pub wrote_flush_wal_marker: Option<bool>,
}

/// Request of `GetServerInfo`.
#[derive(Clone, PartialEq, Message)]
pub struct GetServerInfoRequest {}

/// Response of `GetServerInfo`.
#[derive(Clone, PartialEq, Message)]
pub struct GetServerInfoResponse {
    #[prost(message, required, tag = "1")]
    pub server_info: ServerInfo,
}

/// A server's process: its start code changes with each start.
#[derive(Clone, PartialEq, Message)]
pub struct ServerInfo {
    #[prost(message, required, tag = "1")]
    pub server_name: ServerName,
    #[prost(uint32, optional, tag = "2")]
    pub webui_port: Option<u32>,
}

/// Whether a region is being compacted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum CompactionState {
    None = 0,
    Minor = 1,
    Major = 2,
    MajorAndMinor = 3,
}
