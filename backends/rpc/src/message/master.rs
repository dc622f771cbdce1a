//! `MasterService`: tables, namespaces, procedures, the cluster.

use super::cluster::{ClusterOption, ClusterStatus};
use super::common::{
    ColumnFamilySchema, NamespaceDescriptor, RegionInfo, RegionSpecifier, ServerName, TableName,
    TableSchema, TableState,
};

messages! {
    /// Request of `AddColumn`.
    message AddColumnRequest {
        required message<TableName> table_name = 1;
        required message<ColumnFamilySchema> column_families = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `CreateNamespace`.
    message CreateNamespaceRequest {
        required message<NamespaceDescriptor> namespace_descriptor = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `CreateTable`.
    message CreateTableRequest {
        required message<TableSchema> table_schema = 1;
        repeated bytes split_keys = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `DeleteColumn`.
    message DeleteColumnRequest {
        required message<TableName> table_name = 1;
        required bytes column_name = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `DeleteNamespace`.
    message DeleteNamespaceRequest {
        required string namespace_name = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `DeleteTable`.
    message DeleteTableRequest {
        required message<TableName> table_name = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `DisableTable`.
    message DisableTableRequest {
        required message<TableName> table_name = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `EnableTable`.
    message EnableTableRequest {
        required message<TableName> table_name = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `FlushTable`.
    message FlushTableRequest {
        required message<TableName> table_name = 1;
        repeated bytes column_family = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `GetClusterStatus`.
    message GetClusterStatusRequest {
        repeated enumeration(ClusterOption) options = 1 [packed = false];
    }

    /// Response of `GetClusterStatus`.
    message GetClusterStatusResponse {
        required message<ClusterStatus> cluster_status = 1;
    }

    /// Request of `GetNamespaceDescriptor`.
    message GetNamespaceDescriptorRequest {
        required string namespace_name = 1;
    }

    /// Response of `GetNamespaceDescriptor`.
    message GetNamespaceDescriptorResponse {
        required message<NamespaceDescriptor> namespace_descriptor = 1;
    }

    /// Response of the requests that start a procedure.
    message ProcedureResponse {
        optional uint64 proc_id = 1;
    }

    /// Request of `GetProcedureResult`.
    message GetProcedureResultRequest {
        required uint64 proc_id = 1;
    }

    /// Response of `GetProcedureResult`.
    message GetProcedureResultResponse {
        required enumeration(ProcedureState) state = 1;
        optional bytes result = 4;
        optional message<ForeignExceptionMessage> exception = 5;
    }

    /// States of a procedure.
    enumeration ProcedureState {
        NotFound = 0;
        Running = 1;
        Finished = 2;
    }

    /// Request of `GetTableDescriptors`.
    message GetTableDescriptorsRequest {
        repeated message<TableName> table_names = 1;
        optional string regex = 2;
        optional bool include_sys_tables = 3;
        optional string namespace = 4;
    }

    /// Response of `GetTableDescriptors`.
    message GetTableDescriptorsResponse {
        repeated message<TableSchema> table_schema = 1;
    }

    /// Request of `GetTableNames`.
    message GetTableNamesRequest {
        optional string regex = 1;
        optional bool include_sys_tables = 2;
        optional string namespace = 3;
    }

    /// Response of `GetTableNames`.
    message GetTableNamesResponse {
        repeated message<TableName> table_names = 1;
    }

    /// Request of `GetTableState`.
    message GetTableStateRequest {
        required message<TableName> table_name = 1;
    }

    /// Response of `GetTableState`.
    message GetTableStateResponse {
        required message<TableState> table_state = 1;
    }

    /// Request of `IsMasterRunning`.
    message IsMasterRunningRequest {}

    /// Response of `IsMasterRunning`.
    message IsMasterRunningResponse {
        required bool is_master_running = 1;
    }

    /// Request of `ListNamespaceDescriptors`.
    message ListNamespaceDescriptorsRequest {}

    /// Response of `ListNamespaceDescriptors`.
    message ListNamespaceDescriptorsResponse {
        repeated message<NamespaceDescriptor> namespace_descriptor = 1;
    }

    /// Request of `ModifyColumn`.
    message ModifyColumnRequest {
        required message<TableName> table_name = 1;
        required message<ColumnFamilySchema> column_families = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `ModifyTable`.
    message ModifyTableRequest {
        required message<TableName> table_name = 1;
        required message<TableSchema> table_schema = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
        optional bool reopen_regions = 5 [default = true];
    }

    /// Request of `ModifyNamespace`.
    message ModifyNamespaceRequest {
        required message<NamespaceDescriptor> namespace_descriptor = 1;
        optional uint64 nonce_group = 2;
        optional uint64 nonce = 3;
    }

    /// Request of `TruncateTable`.
    message TruncateTableRequest {
        required message<TableName> table_name = 1;
        optional bool preserve_splits = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `SplitTableRegion`.
    message SplitTableRegionRequest {
        required message<RegionInfo> region_info = 1;
        optional bytes split_row = 2;
        optional uint64 nonce_group = 3;
        optional uint64 nonce = 4;
    }

    /// Request of `MoveRegion`.
    message MoveRegionRequest {
        required message<RegionSpecifier> region = 1;
        optional message<ServerName> dest_server_name = 2;
    }

    /// Response of `MoveRegion`.
    message MoveRegionResponse {}

    /// Request of `MergeTableRegions`.
    message MergeTableRegionsRequest {
        repeated message<RegionSpecifier> region = 1;
        optional bool forcible = 3;
        optional uint64 nonce_group = 4;
        optional uint64 nonce = 5;
    }

    /// The reason why a procedure failed.
    message ForeignExceptionMessage {
        optional string source = 1;
        optional message<GenericExceptionMessage> generic_exception = 2;
    }

    /// An exception by class and message.
    message GenericExceptionMessage {
        optional string class_name = 1;
        optional string message = 2;
        optional bytes error_info = 3;
    }
}
