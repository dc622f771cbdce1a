//! The scans of `ClientService`.

use super::client::{Column, Consistency, RowResult};
use super::common::{ColumnFamilyTimeRange, NameBytesPair, RegionSpecifier, TimeRange};
use super::filter::Filter;

messages! {
    /// Request of `Scan`: opens, continues, renews or closes a scanner.
    message ScanRequest {
        optional message<RegionSpecifier> region = 1;
        optional message<Scan> scan = 2;
        optional uint64 scanner_id = 3;
        optional uint32 number_of_rows = 4;
        optional bool close_scanner = 5;
        optional uint64 next_call_seq = 6;
        optional bool client_handles_partials = 7;
        optional bool client_handles_heartbeats = 8;
        optional bool renew = 10;
        optional uint32 limit_of_rows = 11;
    }

    /// Response of `Scan`.
    message ScanResponse {
        repeated uint32 cells_per_result = 1 [packed = false];
        optional uint64 scanner_id = 2;
        optional bool more_results = 3;
        optional uint32 ttl = 4;
        repeated message<RowResult> results = 5;
        optional bool stale = 6;
        repeated bool partial_flag_per_result = 7 [packed = false];
        optional bool more_results_in_region = 8;
        optional bool heartbeat_message = 9;
        optional uint64 mvcc_read_point = 11;
        optional message<Cursor> cursor = 12;
    }

    /// The row that a scan has reached, in a response without rows.
    message Cursor {
        optional bytes row = 1;
    }

    /// A scan of one region.
    message Scan {
        repeated message<Column> column = 1;
        repeated message<NameBytesPair> attribute = 2;
        optional bytes start_row = 3;
        optional bytes stop_row = 4;
        optional message<Filter> filter = 5;
        optional message<TimeRange> time_range = 6;
        optional uint32 max_versions = 7 [default = 1];
        optional bool cache_blocks = 8 [default = true];
        optional uint32 batch_size = 9;
        optional uint64 max_result_size = 10;
        optional uint32 store_limit = 11;
        optional uint32 store_offset = 12;
        optional bool load_column_families_on_demand = 13;
        optional bool small = 14;
        optional bool reversed = 15;
        optional enumeration(Consistency) consistency = 16 [default = "Strong"];
        optional uint32 caching = 17;
        optional bool allow_partial_results = 18;
        repeated message<ColumnFamilyTimeRange> cf_time_range = 19;
        optional uint64 mvcc_read_point = 20;
        optional bool include_start_row = 21 [default = true];
        optional bool include_stop_row = 22;
        optional enumeration(ReadType) read_type = 23 [default = "Default"];
        optional bool need_cursor_result = 24;
    }

    /// The way blocks are read.
    enumeration ReadType {
        Default = 0;
        Stream = 1;
        Pread = 2;
    }
}
