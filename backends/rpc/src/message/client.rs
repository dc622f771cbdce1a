//! `ClientService`: reads and writes of rows.

use super::cell::Cell;
use super::common::{
    ColumnFamilyTimeRange, CompareType, NameBytesPair, RegionSpecifier, TimeRange,
};
use super::comparator::Comparator;
use super::filter::Filter;

messages! {
    /// Request of `Get`.
    message GetRequest {
        required message<RegionSpecifier> region = 1;
        required message<Get> get = 2;
    }

    /// Response of `Get`.
    message GetResponse {
        optional message<RowResult> result = 1;
    }

    /// A read of one row.
    message Get {
        required bytes row = 1;
        repeated message<Column> column = 2;
        repeated message<NameBytesPair> attribute = 3;
        optional message<Filter> filter = 4;
        optional message<TimeRange> time_range = 5;
        optional uint32 max_versions = 6 [default = 1];
        optional bool cache_blocks = 7 [default = true];
        optional uint32 store_limit = 8;
        optional uint32 store_offset = 9;
        optional bool existence_only = 10;
        optional bool closest_row_before = 11;
        optional enumeration(Consistency) consistency = 12 [default = "Strong"];
        repeated message<ColumnFamilyTimeRange> cf_time_range = 13;
        optional bool load_column_families_on_demand = 14;
    }

    /// A family, with its qualifiers; all of them if none is named.
    message Column {
        required bytes family = 1;
        repeated bytes qualifier = 2;
    }

    /// Whether replicas may respond.
    enumeration Consistency {
        Strong = 0;
        Timeline = 1;
    }

    /// The cells of one row; they are in the cell block if `associated_cell_count` is set.
    message RowResult {
        repeated message<Cell> cell = 1;
        optional int32 associated_cell_count = 2;
        optional bool exists = 3;
        optional bool stale = 4;
        optional bool partial = 5;
    }

    /// Request of `Mutate`.
    message MutateRequest {
        required message<RegionSpecifier> region = 1;
        required message<MutationProto> mutation = 2;
        optional message<Condition> condition = 3;
        optional uint64 nonce_group = 4;
    }

    /// Response of `Mutate`.
    message MutateResponse {
        optional message<RowResult> result = 1;
        optional bool processed = 2;
    }

    /// A write of one row.
    message MutationProto {
        optional bytes row = 1;
        optional enumeration(MutationType) mutate_type = 2;
        repeated message<ColumnValue> column_value = 3;
        optional uint64 timestamp = 4;
        repeated message<NameBytesPair> attribute = 5;
        optional enumeration(Durability) durability = 6 [default = "UseDefault"];
        optional message<TimeRange> time_range = 7;
        optional int32 associated_cell_count = 8;
        optional uint64 nonce = 9;
    }

    /// Columns of one family in a write.
    message ColumnValue {
        required bytes family = 1;
        repeated message<QualifierValue> qualifier_value = 2;
    }

    /// One column of a write.
    message QualifierValue {
        optional bytes qualifier = 1;
        optional bytes value = 2;
        optional uint64 timestamp = 3;
        optional enumeration(DeleteType) delete_type = 4;
        optional bytes tags = 5;
    }

    /// Kinds of writes.
    enumeration MutationType {
        Append = 0;
        Increment = 1;
        Put = 2;
        Delete = 3;
    }

    /// Kinds of deletes.
    enumeration DeleteType {
        DeleteOneVersion = 0;
        DeleteMultipleVersions = 1;
        DeleteFamily = 2;
        DeleteFamilyVersion = 3;
    }

    /// Durability of a write.
    enumeration Durability {
        UseDefault = 0;
        SkipWal = 1;
        AsyncWal = 2;
        SyncWal = 3;
        FsyncWal = 4;
    }

    /// A condition of check-and-mutate.
    message Condition {
        required bytes row = 1;
        optional bytes family = 2;
        optional bytes qualifier = 3;
        optional enumeration(CompareType) compare_type = 4;
        optional message<Comparator> comparator = 5;
        optional message<TimeRange> time_range = 6;
        optional message<Filter> filter = 7;
    }

    /// Request of `Multi`: actions grouped by region.
    message MultiRequest {
        repeated message<RegionAction> region_action = 1;
        optional uint64 nonce_group = 2;
        optional message<Condition> condition = 3;
    }

    /// Response of `Multi`: one result per region action.
    message MultiResponse {
        repeated message<RegionActionResult> region_action_result = 1;
        optional bool processed = 2;
    }

    /// Actions in one region.
    message RegionAction {
        required message<RegionSpecifier> region = 1;
        optional bool atomic = 2;
        repeated message<Action> action = 3;
        optional message<Condition> condition = 4;
    }

    /// Results of the actions in one region, or its exception.
    message RegionActionResult {
        repeated message<ResultOrException> result_or_exception = 1;
        optional message<NameBytesPair> exception = 2;
        optional bool processed = 3;
    }

    /// One action of a batch.
    message Action {
        optional uint32 index = 1;
        optional message<MutationProto> mutation = 2;
        optional message<Get> get = 3;
    }

    /// Result of one action.
    message ResultOrException {
        optional uint32 index = 1;
        optional message<RowResult> result = 2;
        optional message<NameBytesPair> exception = 3;
    }
}
