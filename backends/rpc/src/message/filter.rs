//! Filters, each serialized into [`Filter`].

use bytes::Bytes;
use prost::{Enumeration, Message};

use super::common::{BytesBytesPair, CompareType};
use super::comparator::Comparator;

/// `Filter`.
#[derive(Clone, PartialEq, Message)]
pub struct Filter {
    #[prost(string, required, tag = "1")]
    pub name: String,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub serialized_filter: Option<Bytes>,
}

/// `FilterList`.
#[derive(Clone, PartialEq, Message)]
pub struct FilterList {
    #[prost(enumeration = "FilterListOperator", required, tag = "1")]
    pub operator: i32,
    #[prost(message, repeated, tag = "2")]
    pub filters: Vec<Filter>,
}

/// `FilterList.Operator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum FilterListOperator {
    MustPassAll = 1,
    MustPassOne = 2,
}

/// `CompareFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct CompareFilter {
    #[prost(enumeration = "CompareType", required, tag = "1")]
    pub compare_op: i32,
    #[prost(message, optional, tag = "2")]
    pub comparator: Option<Comparator>,
}

/// `ColumnCountGetFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnCountGetFilter {
    #[prost(int32, required, tag = "1")]
    pub limit: i32,
}

/// `ColumnPaginationFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnPaginationFilter {
    #[prost(int32, required, tag = "1")]
    pub limit: i32,
    #[prost(int32, optional, tag = "2")]
    pub offset: Option<i32>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub column_offset: Option<Bytes>,
}

/// `ColumnPrefixFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnPrefixFilter {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub prefix: Bytes,
}

/// `ColumnRangeFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnRangeFilter {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub min_column: Option<Bytes>,
    #[prost(bool, optional, tag = "2")]
    pub min_column_inclusive: Option<bool>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub max_column: Option<Bytes>,
    #[prost(bool, optional, tag = "4")]
    pub max_column_inclusive: Option<bool>,
}

/// `ColumnValueFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnValueFilter {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub family: Bytes,
    #[prost(bytes = "bytes", required, tag = "2")]
    pub qualifier: Bytes,
    #[prost(enumeration = "CompareType", required, tag = "3")]
    pub compare_op: i32,
    #[prost(message, required, tag = "4")]
    pub comparator: Comparator,
}

/// `DependentColumnFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct DependentColumnFilter {
    #[prost(message, required, tag = "1")]
    pub compare_filter: CompareFilter,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub column_family: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub column_qualifier: Option<Bytes>,
    #[prost(bool, optional, tag = "4")]
    pub drop_dependent_column: Option<bool>,
}

/// `FamilyFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct FamilyFilter {
    #[prost(message, required, tag = "1")]
    pub compare_filter: CompareFilter,
}

/// `FilterAllFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct FilterAllFilter {}

/// `FirstKeyOnlyFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct FirstKeyOnlyFilter {}

/// `FuzzyRowFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct FuzzyRowFilter {
    #[prost(message, repeated, tag = "1")]
    pub fuzzy_keys_data: Vec<BytesBytesPair>,
    #[prost(bool, optional, tag = "2")]
    pub is_mask_v2: Option<bool>,
}

/// `InclusiveStopFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct InclusiveStopFilter {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub stop_row_key: Option<Bytes>,
}

/// `KeyOnlyFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct KeyOnlyFilter {
    #[prost(bool, required, tag = "1")]
    pub len_as_val: bool,
}

/// `MultiRowRangeFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct MultiRowRangeFilter {
    #[prost(message, repeated, tag = "1")]
    pub row_range_list: Vec<RowRange>,
}

/// `MultipleColumnPrefixFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct MultipleColumnPrefixFilter {
    #[prost(bytes = "bytes", repeated, tag = "1")]
    pub sorted_prefixes: Vec<Bytes>,
}

/// `PageFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct PageFilter {
    #[prost(int64, required, tag = "1")]
    pub page_size: i64,
}

/// `PrefixFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct PrefixFilter {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub prefix: Option<Bytes>,
}

/// `QualifierFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct QualifierFilter {
    #[prost(message, required, tag = "1")]
    pub compare_filter: CompareFilter,
}

/// `RandomRowFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct RandomRowFilter {
    #[prost(float, required, tag = "1")]
    pub chance: f32,
}

/// `RowFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct RowFilter {
    #[prost(message, required, tag = "1")]
    pub compare_filter: CompareFilter,
}

/// `RowRange`.
#[derive(Clone, PartialEq, Message)]
pub struct RowRange {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub start_row: Option<Bytes>,
    #[prost(bool, optional, tag = "2")]
    pub start_row_inclusive: Option<bool>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub stop_row: Option<Bytes>,
    #[prost(bool, optional, tag = "4")]
    pub stop_row_inclusive: Option<bool>,
}

/// `SingleColumnValueFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct SingleColumnValueFilter {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub column_family: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub column_qualifier: Option<Bytes>,
    #[prost(enumeration = "CompareType", required, tag = "3")]
    pub compare_op: i32,
    #[prost(message, required, tag = "4")]
    pub comparator: Comparator,
    #[prost(bool, optional, tag = "5")]
    pub filter_if_missing: Option<bool>,
    #[prost(bool, optional, tag = "6")]
    pub latest_version_only: Option<bool>,
}

/// `SingleColumnValueExcludeFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct SingleColumnValueExcludeFilter {
    #[prost(message, required, tag = "1")]
    pub single_column_value_filter: SingleColumnValueFilter,
}

/// `SkipFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct SkipFilter {
    #[prost(message, required, tag = "1")]
    pub filter: Filter,
}

/// `TimestampsFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct TimestampsFilter {
    #[prost(int64, repeated, packed = "false", tag = "1")]
    pub timestamps: Vec<i64>,
    #[prost(bool, optional, tag = "2")]
    pub can_hint: Option<bool>,
}

/// `ValueFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct ValueFilter {
    #[prost(message, required, tag = "1")]
    pub compare_filter: CompareFilter,
}

/// `WhileMatchFilter`.
#[derive(Clone, PartialEq, Message)]
pub struct WhileMatchFilter {
    #[prost(message, required, tag = "1")]
    pub filter: Filter,
}
