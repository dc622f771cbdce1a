//! Filters, each serialized into [`Filter`].

use super::common::{BytesBytesPair, CompareType};
use super::comparator::Comparator;

messages! {
    /// `Filter`.
    message Filter {
        required string name = 1;
        optional bytes serialized_filter = 2;
    }

    /// `FilterList`.
    message FilterList {
        required enumeration(FilterListOperator) operator = 1;
        repeated message<Filter> filters = 2;
    }

    /// `FilterList.Operator`.
    enumeration FilterListOperator {
        MustPassAll = 1;
        MustPassOne = 2;
    }

    /// `CompareFilter`.
    message CompareFilter {
        required enumeration(CompareType) compare_op = 1;
        optional message<Comparator> comparator = 2;
    }

    /// `ColumnCountGetFilter`.
    message ColumnCountGetFilter {
        required int32 limit = 1;
    }

    /// `ColumnPaginationFilter`.
    message ColumnPaginationFilter {
        required int32 limit = 1;
        optional int32 offset = 2;
        optional bytes column_offset = 3;
    }

    /// `ColumnPrefixFilter`.
    message ColumnPrefixFilter {
        required bytes prefix = 1;
    }

    /// `ColumnRangeFilter`.
    message ColumnRangeFilter {
        optional bytes min_column = 1;
        optional bool min_column_inclusive = 2;
        optional bytes max_column = 3;
        optional bool max_column_inclusive = 4;
    }

    /// `ColumnValueFilter`.
    message ColumnValueFilter {
        required bytes family = 1;
        required bytes qualifier = 2;
        required enumeration(CompareType) compare_op = 3;
        required message<Comparator> comparator = 4;
    }

    /// `DependentColumnFilter`.
    message DependentColumnFilter {
        required message<CompareFilter> compare_filter = 1;
        optional bytes column_family = 2;
        optional bytes column_qualifier = 3;
        optional bool drop_dependent_column = 4;
    }

    /// `FamilyFilter`.
    message FamilyFilter {
        required message<CompareFilter> compare_filter = 1;
    }

    /// `FilterAllFilter`.
    message FilterAllFilter {}

    /// `FirstKeyOnlyFilter`.
    message FirstKeyOnlyFilter {}

    /// `FuzzyRowFilter`.
    message FuzzyRowFilter {
        repeated message<BytesBytesPair> fuzzy_keys_data = 1;
        optional bool is_mask_v2 = 2;
    }

    /// `InclusiveStopFilter`.
    message InclusiveStopFilter {
        optional bytes stop_row_key = 1;
    }

    /// `KeyOnlyFilter`.
    message KeyOnlyFilter {
        required bool len_as_val = 1;
    }

    /// `MultiRowRangeFilter`.
    message MultiRowRangeFilter {
        repeated message<RowRange> row_range_list = 1;
    }

    /// `MultipleColumnPrefixFilter`.
    message MultipleColumnPrefixFilter {
        repeated bytes sorted_prefixes = 1;
    }

    /// `PageFilter`.
    message PageFilter {
        required int64 page_size = 1;
    }

    /// `PrefixFilter`.
    message PrefixFilter {
        optional bytes prefix = 1;
    }

    /// `QualifierFilter`.
    message QualifierFilter {
        required message<CompareFilter> compare_filter = 1;
    }

    /// `RandomRowFilter`.
    message RandomRowFilter {
        required float chance = 1;
    }

    /// `RowFilter`.
    message RowFilter {
        required message<CompareFilter> compare_filter = 1;
    }

    /// `RowRange`.
    message RowRange {
        optional bytes start_row = 1;
        optional bool start_row_inclusive = 2;
        optional bytes stop_row = 3;
        optional bool stop_row_inclusive = 4;
    }

    /// `SingleColumnValueFilter`.
    message SingleColumnValueFilter {
        optional bytes column_family = 1;
        optional bytes column_qualifier = 2;
        required enumeration(CompareType) compare_op = 3;
        required message<Comparator> comparator = 4;
        optional bool filter_if_missing = 5;
        optional bool latest_version_only = 6;
    }

    /// `SingleColumnValueExcludeFilter`.
    message SingleColumnValueExcludeFilter {
        required message<SingleColumnValueFilter> single_column_value_filter = 1;
    }

    /// `SkipFilter`.
    message SkipFilter {
        required message<Filter> filter = 1;
    }

    /// `TimestampsFilter`.
    message TimestampsFilter {
        repeated int64 timestamps = 1 [packed = false];
        optional bool can_hint = 2;
    }

    /// `ValueFilter`.
    message ValueFilter {
        required message<CompareFilter> compare_filter = 1;
    }

    /// `WhileMatchFilter`.
    message WhileMatchFilter {
        required message<Filter> filter = 1;
    }
}
