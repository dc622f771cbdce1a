//! `ClientService`: reads and writes of rows.

use bytes::Bytes;
use prost::{Enumeration, Message};

use super::cell::Cell;
use super::common::{
    ColumnFamilyTimeRange, CompareType, NameBytesPair, RegionSpecifier, TimeRange,
};
use super::comparator::Comparator;
use super::filter::Filter;

/// Request of `Get`.
#[derive(Clone, PartialEq, Message)]
pub struct GetRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(message, required, tag = "2")]
    pub get: Get,
}

/// Response of `Get`.
#[derive(Clone, PartialEq, Message)]
pub struct GetResponse {
    #[prost(message, optional, tag = "1")]
    pub result: Option<RowResult>,
}

/// A read of one row.
#[derive(Clone, PartialEq, Message)]
pub struct Get {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub row: Bytes,
    #[prost(message, repeated, tag = "2")]
    pub column: Vec<Column>,
    #[prost(message, repeated, tag = "3")]
    pub attribute: Vec<NameBytesPair>,
    #[prost(message, optional, tag = "4")]
    pub filter: Option<Filter>,
    #[prost(message, optional, tag = "5")]
    pub time_range: Option<TimeRange>,
    #[prost(uint32, optional, tag = "6", default = "1")]
    pub max_versions: Option<u32>,
    #[prost(bool, optional, tag = "7", default = "true")]
    pub cache_blocks: Option<bool>,
    #[prost(uint32, optional, tag = "8")]
    pub store_limit: Option<u32>,
    #[prost(uint32, optional, tag = "9")]
    pub store_offset: Option<u32>,
    #[prost(bool, optional, tag = "10")]
    pub existence_only: Option<bool>,
    #[prost(bool, optional, tag = "11")]
    pub closest_row_before: Option<bool>,
    #[prost(enumeration = "Consistency", optional, tag = "12", default = "Strong")]
    pub consistency: Option<i32>,
    #[prost(message, repeated, tag = "13")]
    pub cf_time_range: Vec<ColumnFamilyTimeRange>,
    #[prost(bool, optional, tag = "14")]
    pub load_column_families_on_demand: Option<bool>,
}

/// A family, with its qualifiers; all of them if none is named.
#[derive(Clone, PartialEq, Message)]
pub struct Column {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub family: Bytes,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub qualifier: Vec<Bytes>,
}

/// Whether replicas may respond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum Consistency {
    Strong = 0,
    Timeline = 1,
}

/// The cells of one row; they are in the cell block if `associated_cell_count` is set.
#[derive(Clone, PartialEq, Message)]
pub struct RowResult {
    #[prost(message, repeated, tag = "1")]
    pub cell: Vec<Cell>,
    #[prost(int32, optional, tag = "2")]
    pub associated_cell_count: Option<i32>,
    #[prost(bool, optional, tag = "3")]
    pub exists: Option<bool>,
    #[prost(bool, optional, tag = "4")]
    pub stale: Option<bool>,
    #[prost(bool, optional, tag = "5")]
    pub partial: Option<bool>,
}

/// Request of `Mutate`.
#[derive(Clone, PartialEq, Message)]
pub struct MutateRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(message, required, tag = "2")]
    pub mutation: MutationProto,
    #[prost(message, optional, tag = "3")]
    pub condition: Option<Condition>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce_group: Option<u64>,
}

/// Response of `Mutate`.
#[derive(Clone, PartialEq, Message)]
pub struct MutateResponse {
    #[prost(message, optional, tag = "1")]
    pub result: Option<RowResult>,
    #[prost(bool, optional, tag = "2")]
    pub processed: Option<bool>,
}

/// A write of one row.
#[derive(Clone, PartialEq, Message)]
pub struct MutationProto {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub row: Option<Bytes>,
    #[prost(enumeration = "MutationType", optional, tag = "2")]
    pub mutate_type: Option<i32>,
    #[prost(message, repeated, tag = "3")]
    pub column_value: Vec<ColumnValue>,
    #[prost(uint64, optional, tag = "4")]
    pub timestamp: Option<u64>,
    #[prost(message, repeated, tag = "5")]
    pub attribute: Vec<NameBytesPair>,
    #[prost(
        enumeration = "Durability",
        optional,
        tag = "6",
        default = "UseDefault"
    )]
    pub durability: Option<i32>,
    #[prost(message, optional, tag = "7")]
    pub time_range: Option<TimeRange>,
    #[prost(int32, optional, tag = "8")]
    pub associated_cell_count: Option<i32>,
    #[prost(uint64, optional, tag = "9")]
    pub nonce: Option<u64>,
}

/// Columns of one family in a write.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnValue {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub family: Bytes,
    #[prost(message, repeated, tag = "2")]
    pub qualifier_value: Vec<QualifierValue>,
}

/// One column of a write.
#[derive(Clone, PartialEq, Message)]
pub struct QualifierValue {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub qualifier: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub value: Option<Bytes>,
    #[prost(uint64, optional, tag = "3")]
    pub timestamp: Option<u64>,
    #[prost(enumeration = "DeleteType", optional, tag = "4")]
    pub delete_type: Option<i32>,
    #[prost(bytes = "bytes", optional, tag = "5")]
    pub tags: Option<Bytes>,
}

/// Kinds of writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum MutationType {
    Append = 0,
    Increment = 1,
    Put = 2,
    Delete = 3,
}

/// Kinds of deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum DeleteType {
    DeleteOneVersion = 0,
    DeleteMultipleVersions = 1,
    DeleteFamily = 2,
    DeleteFamilyVersion = 3,
}

/// Durability of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum Durability {
    UseDefault = 0,
    SkipWal = 1,
    AsyncWal = 2,
    SyncWal = 3,
    FsyncWal = 4,
}

/// A condition of check-and-mutate.
#[derive(Clone, PartialEq, Message)]
pub struct Condition {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub row: Bytes,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub family: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub qualifier: Option<Bytes>,
    #[prost(enumeration = "CompareType", optional, tag = "4")]
    pub compare_type: Option<i32>,
    #[prost(message, optional, tag = "5")]
    pub comparator: Option<Comparator>,
    #[prost(message, optional, tag = "6")]
    pub time_range: Option<TimeRange>,
    #[prost(message, optional, tag = "7")]
    pub filter: Option<Filter>,
}

/// Request of `Multi`: actions grouped by region.
#[derive(Clone, PartialEq, Message)]
pub struct MultiRequest {
    #[prost(message, repeated, tag = "1")]
    pub region_action: Vec<RegionAction>,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(message, optional, tag = "3")]
    pub condition: Option<Condition>,
}

/// Response of `Multi`: one result per region action.
#[derive(Clone, PartialEq, Message)]
pub struct MultiResponse {
    #[prost(message, repeated, tag = "1")]
    pub region_action_result: Vec<RegionActionResult>,
    #[prost(bool, optional, tag = "2")]
    pub processed: Option<bool>,
}

/// Actions in one region.
#[derive(Clone, PartialEq, Message)]
pub struct RegionAction {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(bool, optional, tag = "2")]
    pub atomic: Option<bool>,
    #[prost(message, repeated, tag = "3")]
    pub action: Vec<Action>,
    #[prost(message, optional, tag = "4")]
    pub condition: Option<Condition>,
}

/// Results of the actions in one region, or its exception.
#[derive(Clone, PartialEq, Message)]
pub struct RegionActionResult {
    #[prost(message, repeated, tag = "1")]
    pub result_or_exception: Vec<ResultOrException>,
    #[prost(message, optional, tag = "2")]
    pub exception: Option<NameBytesPair>,
    #[prost(bool, optional, tag = "3")]
    pub processed: Option<bool>,
}

/// One action of a batch.
#[derive(Clone, PartialEq, Message)]
pub struct Action {
    #[prost(uint32, optional, tag = "1")]
    pub index: Option<u32>,
    #[prost(message, optional, tag = "2")]
    pub mutation: Option<MutationProto>,
    #[prost(message, optional, tag = "3")]
    pub get: Option<Get>,
}

/// Result of one action.
#[derive(Clone, PartialEq, Message)]
pub struct ResultOrException {
    #[prost(uint32, optional, tag = "1")]
    pub index: Option<u32>,
    #[prost(message, optional, tag = "2")]
    pub result: Option<RowResult>,
    #[prost(message, optional, tag = "3")]
    pub exception: Option<NameBytesPair>,
}
