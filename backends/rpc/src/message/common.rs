//! Names, regions, tables and pairs, shared by all services.

use bytes::Bytes;
use prost::{Enumeration, Message};

/// A table's name.
#[derive(Clone, PartialEq, Message)]
pub struct TableName {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub namespace: Bytes,
    #[prost(bytes = "bytes", required, tag = "2")]
    pub qualifier: Bytes,
}

/// A table's attributes and families.
#[derive(Clone, PartialEq, Message)]
pub struct TableSchema {
    #[prost(message, optional, tag = "1")]
    pub table_name: Option<TableName>,
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<BytesBytesPair>,
    #[prost(message, repeated, tag = "3")]
    pub column_families: Vec<ColumnFamilySchema>,
    #[prost(message, repeated, tag = "4")]
    pub configuration: Vec<NameStringPair>,
}

/// A family's attributes, as text.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnFamilySchema {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub name: Bytes,
    #[prost(message, repeated, tag = "2")]
    pub attributes: Vec<BytesBytesPair>,
    #[prost(message, repeated, tag = "3")]
    pub configuration: Vec<NameStringPair>,
}

/// A namespace and its settings.
#[derive(Clone, PartialEq, Message)]
pub struct NamespaceDescriptor {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub name: Bytes,
    #[prost(message, repeated, tag = "2")]
    pub configuration: Vec<NameStringPair>,
}

/// A region: table, keys, id.
#[derive(Clone, PartialEq, Message)]
pub struct RegionInfo {
    #[prost(uint64, required, tag = "1")]
    pub region_id: u64,
    #[prost(message, required, tag = "2")]
    pub table_name: TableName,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub start_key: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "4")]
    pub end_key: Option<Bytes>,
    #[prost(bool, optional, tag = "5")]
    pub offline: Option<bool>,
    #[prost(bool, optional, tag = "6")]
    pub split: Option<bool>,
    #[prost(int32, optional, tag = "7")]
    pub replica_id: Option<i32>,
}

/// A region and its server.
#[derive(Clone, PartialEq, Message)]
pub struct RegionLocation {
    #[prost(message, required, tag = "1")]
    pub region_info: RegionInfo,
    #[prost(message, optional, tag = "2")]
    pub server_name: Option<ServerName>,
    #[prost(int64, required, tag = "3")]
    pub seq_num: i64,
}

/// A region by its name.
#[derive(Clone, PartialEq, Message)]
pub struct RegionSpecifier {
    #[prost(enumeration = "RegionSpecifierType", required, tag = "1")]
    pub kind: i32,
    #[prost(bytes = "bytes", required, tag = "2")]
    pub value: Bytes,
}

/// The kind of name that identifies a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum RegionSpecifierType {
    RegionName = 1,
    EncodedRegionName = 2,
}

/// A server: host, port, start time in ms since 1970.
#[derive(Clone, PartialEq, Message)]
pub struct ServerName {
    #[prost(string, required, tag = "1")]
    pub host_name: String,
    #[prost(uint32, optional, tag = "2")]
    pub port: Option<u32>,
    #[prost(uint64, optional, tag = "3")]
    pub start_code: Option<u64>,
}

/// Whether a table is enabled.
#[derive(Clone, PartialEq, Message)]
pub struct TableState {
    #[prost(enumeration = "TableStateKind", required, tag = "1")]
    pub state: i32,
}

/// States of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum TableStateKind {
    Enabled = 0,
    Disabled = 1,
    Disabling = 2,
    Enabling = 3,
}

/// Timestamps in ms, `to` exclusive.
#[derive(Clone, PartialEq, Message)]
pub struct TimeRange {
    #[prost(uint64, optional, tag = "1")]
    pub from: Option<u64>,
    #[prost(uint64, optional, tag = "2")]
    pub to: Option<u64>,
}

/// A time range of one family.
#[derive(Clone, PartialEq, Message)]
pub struct ColumnFamilyTimeRange {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub column_family: Bytes,
    #[prost(message, required, tag = "2")]
    pub time_range: TimeRange,
}

/// Comparison operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum CompareType {
    Less = 0,
    LessOrEqual = 1,
    Equal = 2,
    NotEqual = 3,
    GreaterOrEqual = 4,
    Greater = 5,
    NoOp = 6,
}

/// A name with bytes; of an exception: class and message.
#[derive(Clone, PartialEq, Message)]
pub struct NameBytesPair {
    #[prost(string, required, tag = "1")]
    pub name: String,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub value: Option<Bytes>,
}

/// A name with text.
#[derive(Clone, PartialEq, Message)]
pub struct NameStringPair {
    #[prost(string, required, tag = "1")]
    pub name: String,
    #[prost(string, required, tag = "2")]
    pub value: String,
}

/// Two byte strings.
#[derive(Clone, PartialEq, Message)]
pub struct BytesBytesPair {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub first: Bytes,
    #[prost(bytes = "bytes", required, tag = "2")]
    pub second: Bytes,
}

/// A client's or server's release.
#[derive(Clone, PartialEq, Message)]
pub struct VersionInfo {
    #[prost(string, required, tag = "1")]
    pub version: String,
    #[prost(string, required, tag = "2")]
    pub url: String,
    #[prost(string, required, tag = "3")]
    pub revision: String,
    #[prost(string, required, tag = "4")]
    pub user: String,
    #[prost(string, required, tag = "5")]
    pub date: String,
    #[prost(string, required, tag = "6")]
    pub src_checksum: String,
    #[prost(uint32, optional, tag = "7")]
    pub version_major: Option<u32>,
    #[prost(uint32, optional, tag = "8")]
    pub version_minor: Option<u32>,
}
