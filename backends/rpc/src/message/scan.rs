//! The scans of `ClientService`.

use bytes::Bytes;
use prost::{Enumeration, Message};

use super::client::{Column, Consistency, RowResult};
use super::common::{ColumnFamilyTimeRange, NameBytesPair, RegionSpecifier, TimeRange};
use super::filter::Filter;

/// Request of `Scan`: opens, continues, renews or closes a scanner.
#[derive(Clone, PartialEq, Message)]
pub struct ScanRequest {
    #[prost(message, optional, tag = "1")]
    pub region: Option<RegionSpecifier>,
    #[prost(message, optional, tag = "2")]
    pub scan: Option<Scan>,
    #[prost(uint64, optional, tag = "3")]
    pub scanner_id: Option<u64>,
    #[prost(uint32, optional, tag = "4")]
    pub number_of_rows: Option<u32>,
    #[prost(bool, optional, tag = "5")]
    pub close_scanner: Option<bool>,
    #[prost(uint64, optional, tag = "6")]
    pub next_call_seq: Option<u64>,
    #[prost(bool, optional, tag = "7")]
    pub client_handles_partials: Option<bool>,
    #[prost(bool, optional, tag = "8")]
    pub client_handles_heartbeats: Option<bool>,
    #[prost(bool, optional, tag = "10")]
    pub renew: Option<bool>,
    #[prost(uint32, optional, tag = "11")]
    pub limit_of_rows: Option<u32>,
}

/// Response of `Scan`.
#[derive(Clone, PartialEq, Message)]
pub struct ScanResponse {
    #[prost(uint32, repeated, packed = "false", tag = "1")]
    pub cells_per_result: Vec<u32>,
    #[prost(uint64, optional, tag = "2")]
    pub scanner_id: Option<u64>,
    #[prost(bool, optional, tag = "3")]
    pub more_results: Option<bool>,
    #[prost(uint32, optional, tag = "4")]
    pub ttl: Option<u32>,
    #[prost(message, repeated, tag = "5")]
    pub results: Vec<RowResult>,
    #[prost(bool, optional, tag = "6")]
    pub stale: Option<bool>,
    #[prost(bool, repeated, packed = "false", tag = "7")]
    pub partial_flag_per_result: Vec<bool>,
    #[prost(bool, optional, tag = "8")]
    pub more_results_in_region: Option<bool>,
    #[prost(bool, optional, tag = "9")]
    pub heartbeat_message: Option<bool>,
    #[prost(uint64, optional, tag = "11")]
    pub mvcc_read_point: Option<u64>,
    #[prost(message, optional, tag = "12")]
    pub cursor: Option<Cursor>,
}

/// The row that a scan has reached, in a response without rows.
#[derive(Clone, PartialEq, Message)]
pub struct Cursor {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub row: Option<Bytes>,
}

/// A scan of one region.
#[derive(Clone, PartialEq, Message)]
pub struct Scan {
    #[prost(message, repeated, tag = "1")]
    pub column: Vec<Column>,
    #[prost(message, repeated, tag = "2")]
    pub attribute: Vec<NameBytesPair>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub start_row: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub stop_row: Option<Bytes>,
    #[prost(message, optional, tag = "5")]
    pub filter: Option<Filter>,
    #[prost(message, optional, tag = "6")]
    pub time_range: Option<TimeRange>,
    #[prost(uint32, optional, tag = "7", default = "1")]
    pub max_versions: Option<u32>,
    #[prost(bool, optional, tag = "8", default = "true")]
    pub cache_blocks: Option<bool>,
    #[prost(uint32, optional, tag = "9")]
    pub batch_size: Option<u32>,
    #[prost(uint64, optional, tag = "10")]
    pub max_result_size: Option<u64>,
    #[prost(uint32, optional, tag = "11")]
    pub store_limit: Option<u32>,
    #[prost(uint32, optional, tag = "12")]
    pub store_offset: Option<u32>,
    #[prost(bool, optional, tag = "13")]
    pub load_column_families_on_demand: Option<bool>,
    #[prost(bool, optional, tag = "14")]
    pub small: Option<bool>,
    #[prost(bool, optional, tag = "15")]
    pub reversed: Option<bool>,
    #[prost(enumeration = "Consistency", optional, tag = "16", default = "Strong")]
    pub consistency: Option<i32>,
    #[prost(uint32, optional, tag = "17")]
    pub caching: Option<u32>,
    #[prost(bool, optional, tag = "18")]
    pub allow_partial_results: Option<bool>,
    #[prost(message, repeated, tag = "19")]
    pub cf_time_range: Vec<ColumnFamilyTimeRange>,
    #[prost(uint64, optional, tag = "20")]
    pub mvcc_read_point: Option<u64>,
    #[prost(bool, optional, tag = "21", default = "true")]
    pub include_start_row: Option<bool>,
    #[prost(bool, optional, tag = "22")]
    pub include_stop_row: Option<bool>,
    #[prost(enumeration = "ReadType", optional, tag = "23", default = "Default")]
    pub read_type: Option<i32>,
    #[prost(bool, optional, tag = "24")]
    pub need_cursor_result: Option<bool>,
}

/// The way blocks are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum ReadType {
    Default = 0,
    Stream = 1,
    Pread = 2,
}
