//! `AdminService`: a region server and its single regions.

use super::common::{RegionInfo, RegionSpecifier, ServerName};

messages! {
    /// Request of `GetRegionInfo`.
    message GetRegionInfoRequest {
        required message<RegionSpecifier> region = 1;
        optional bool compaction_state = 2;
        optional bool best_split_row = 3;
    }

    /// Response of `GetRegionInfo`.
    message GetRegionInfoResponse {
        required message<RegionInfo> region_info = 1;
        optional enumeration(CompactionState) compaction_state = 2;
        optional bool splittable = 4;
        optional bool mergeable = 5;
        optional bytes best_split_row = 6;
    }

    /// Request of `CompactRegion`.
    message CompactRegionRequest {
        required message<RegionSpecifier> region = 1;
        optional bool major = 2;
        optional bytes family = 3;
    }

    /// Response of `CompactRegion`.
    message CompactRegionResponse {}

    /// Request of `FlushRegion`.
    message FlushRegionRequest {
        required message<RegionSpecifier> region = 1;
        optional uint64 if_older_than_ts = 2;
        optional bool write_flush_wal_marker = 3;
        optional bytes family = 4;
    }

    /// Response of `FlushRegion`.
    message FlushRegionResponse {
        required uint64 last_flush_time = 1;
        optional bool flushed = 2;
        optional bool wrote_flush_wal_marker = 3;
    }

    /// Request of `GetServerInfo`.
    message GetServerInfoRequest {}

    /// Response of `GetServerInfo`.
    message GetServerInfoResponse {
        required message<ServerInfo> server_info = 1;
    }

    /// A server's process: its start code changes with each start.
    message ServerInfo {
        required message<ServerName> server_name = 1;
        optional uint32 webui_port = 2;
    }

    /// Whether a region is being compacted.
    enumeration CompactionState {
        None = 0;
        Minor = 1;
        Major = 2;
        MajorAndMinor = 3;
    }
}
