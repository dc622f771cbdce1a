//! `MasterService`: tables, namespaces, procedures, the cluster.

use bytes::Bytes;
use prost::{Enumeration, Message};

use super::cluster::{ClusterOption, ClusterStatus};
use super::common::{
    ColumnFamilySchema, NamespaceDescriptor, RegionInfo, RegionSpecifier, ServerName, TableName,
    TableSchema, TableState,
};

/// Request of `AddColumn`.
#[derive(Clone, PartialEq, Message)]
pub struct AddColumnRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(message, required, tag = "2")]
    pub column_families: ColumnFamilySchema,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `CreateNamespace`.
#[derive(Clone, PartialEq, Message)]
pub struct CreateNamespaceRequest {
    #[prost(message, required, tag = "1")]
    pub namespace_descriptor: NamespaceDescriptor,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `CreateTable`.
#[derive(Clone, PartialEq, Message)]
pub struct CreateTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_schema: TableSchema,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub split_keys: Vec<Bytes>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `DeleteColumn`.
#[derive(Clone, PartialEq, Message)]
pub struct DeleteColumnRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(bytes = "bytes", required, tag = "2")]
    pub column_name: Bytes,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `DeleteNamespace`.
#[derive(Clone, PartialEq, Message)]
pub struct DeleteNamespaceRequest {
    #[prost(string, required, tag = "1")]
    pub namespace_name: String,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `DeleteTable`.
#[derive(Clone, PartialEq, Message)]
pub struct DeleteTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `DisableTable`.
#[derive(Clone, PartialEq, Message)]
pub struct DisableTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `EnableTable`.
#[derive(Clone, PartialEq, Message)]
pub struct EnableTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `FlushTable`.
#[derive(Clone, PartialEq, Message)]
pub struct FlushTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(bytes = "bytes", repeated, tag = "2")]
    pub column_family: Vec<Bytes>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `GetClusterStatus`.
#[derive(Clone, PartialEq, Message)]
pub struct GetClusterStatusRequest {
    #[prost(enumeration = "ClusterOption", repeated, packed = "false", tag = "1")]
    pub options: Vec<i32>,
}

/// Response of `GetClusterStatus`.
#[derive(Clone, PartialEq, Message)]
pub struct GetClusterStatusResponse {
    #[prost(message, required, tag = "1")]
    pub cluster_status: ClusterStatus,
}

/// Request of `GetNamespaceDescriptor`.
#[derive(Clone, PartialEq, Message)]
pub struct GetNamespaceDescriptorRequest {
    #[prost(string, required, tag = "1")]
    pub namespace_name: String,
}

/// Response of `GetNamespaceDescriptor`.
#[derive(Clone, PartialEq, Message)]
pub struct GetNamespaceDescriptorResponse {
    #[prost(message, required, tag = "1")]
    pub namespace_descriptor: NamespaceDescriptor,
}

/// Response of the requests that start a procedure.
#[derive(Clone, PartialEq, Message)]
pub struct ProcedureResponse {
    #[prost(uint64, optional, tag = "1")]
    pub proc_id: Option<u64>,
}

/// Request of `GetProcedureResult`.
#[derive(Clone, PartialEq, Message)]
pub struct GetProcedureResultRequest {
    #[prost(uint64, required, tag = "1")]
    pub proc_id: u64,
}

/// Response of `GetProcedureResult`.
#[derive(Clone, PartialEq, Message)]
pub struct GetProcedureResultResponse {
    #[prost(enumeration = "ProcedureState", required, tag = "1")]
    pub state: i32,
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub result: Option<Bytes>,
    #[prost(message, optional, tag = "5")]
    pub exception: Option<ForeignExceptionMessage>,
}

/// States of a procedure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum ProcedureState {
    NotFound = 0,
    Running = 1,
    Finished = 2,
}

/// Request of `GetTableDescriptors`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableDescriptorsRequest {
    #[prost(message, repeated, tag = "1")]
    pub table_names: Vec<TableName>,
    #[prost(string, optional, tag = "2")]
    pub regex: Option<String>,
    #[prost(bool, optional, tag = "3")]
    pub include_sys_tables: Option<bool>,
    #[prost(string, optional, tag = "4")]
    pub namespace: Option<String>,
}

/// Response of `GetTableDescriptors`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableDescriptorsResponse {
    #[prost(message, repeated, tag = "1")]
    pub table_schema: Vec<TableSchema>,
}

/// Request of `GetTableNames`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableNamesRequest {
    #[prost(string, optional, tag = "1")]
    pub regex: Option<String>,
    #[prost(bool, optional, tag = "2")]
    pub include_sys_tables: Option<bool>,
    #[prost(string, optional, tag = "3")]
    pub namespace: Option<String>,
}

/// Response of `GetTableNames`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableNamesResponse {
    #[prost(message, repeated, tag = "1")]
    pub table_names: Vec<TableName>,
}

/// Request of `GetTableState`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableStateRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
}

/// Response of `GetTableState`.
#[derive(Clone, PartialEq, Message)]
pub struct GetTableStateResponse {
    #[prost(message, required, tag = "1")]
    pub table_state: TableState,
}

/// Request of `IsMasterRunning`.
#[derive(Clone, PartialEq, Message)]
pub struct IsMasterRunningRequest {}

/// Response of `IsMasterRunning`.
#[derive(Clone, PartialEq, Message)]
pub struct IsMasterRunningResponse {
    #[prost(bool, required, tag = "1")]
    pub is_master_running: bool,
}

/// Request of `ListNamespaceDescriptors`.
#[derive(Clone, PartialEq, Message)]
pub struct ListNamespaceDescriptorsRequest {}

/// Response of `ListNamespaceDescriptors`.
#[derive(Clone, PartialEq, Message)]
pub struct ListNamespaceDescriptorsResponse {
    #[prost(message, repeated, tag = "1")]
    pub namespace_descriptor: Vec<NamespaceDescriptor>,
}

/// Request of `ModifyColumn`.
#[derive(Clone, PartialEq, Message)]
pub struct ModifyColumnRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(message, required, tag = "2")]
    pub column_families: ColumnFamilySchema,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `ModifyTable`.
#[derive(Clone, PartialEq, Message)]
pub struct ModifyTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(message, required, tag = "2")]
    pub table_schema: TableSchema,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
    #[prost(bool, optional, tag = "5", default = "true")]
    pub reopen_regions: Option<bool>,
}

/// Request of `ModifyNamespace`.
#[derive(Clone, PartialEq, Message)]
pub struct ModifyNamespaceRequest {
    #[prost(message, required, tag = "1")]
    pub namespace_descriptor: NamespaceDescriptor,
    #[prost(uint64, optional, tag = "2")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce: Option<u64>,
}

/// Request of `TruncateTable`.
#[derive(Clone, PartialEq, Message)]
pub struct TruncateTableRequest {
    #[prost(message, required, tag = "1")]
    pub table_name: TableName,
    #[prost(bool, optional, tag = "2")]
    pub preserve_splits: Option<bool>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `SplitTableRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct SplitTableRegionRequest {
    #[prost(message, required, tag = "1")]
    pub region_info: RegionInfo,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub split_row: Option<Bytes>,
    #[prost(uint64, optional, tag = "3")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce: Option<u64>,
}

/// Request of `MoveRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct MoveRegionRequest {
    #[prost(message, required, tag = "1")]
    pub region: RegionSpecifier,
    #[prost(message, optional, tag = "2")]
    pub dest_server_name: Option<ServerName>,
}

/// Response of `MoveRegion`.
#[derive(Clone, PartialEq, Message)]
pub struct MoveRegionResponse {}

/// Request of `MergeTableRegions`.
#[derive(Clone, PartialEq, Message)]
pub struct MergeTableRegionsRequest {
    #[prost(message, repeated, tag = "1")]
    pub region: Vec<RegionSpecifier>,
    #[prost(bool, optional, tag = "3")]
    pub forcible: Option<bool>,
    #[prost(uint64, optional, tag = "4")]
    pub nonce_group: Option<u64>,
    #[prost(uint64, optional, tag = "5")]
    pub nonce: Option<u64>,
}

/// The reason why a procedure failed.
#[derive(Clone, PartialEq, Message)]
pub struct ForeignExceptionMessage {
    #[prost(string, optional, tag = "1")]
    pub source: Option<String>,
    #[prost(message, optional, tag = "2")]
    pub generic_exception: Option<GenericExceptionMessage>,
}

/// An exception by class and message.
#[derive(Clone, PartialEq, Message)]
pub struct GenericExceptionMessage {
    #[prost(string, optional, tag = "1")]
    pub class_name: Option<String>,
    #[prost(string, optional, tag = "2")]
    pub message: Option<String>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub error_info: Option<Bytes>,
}
