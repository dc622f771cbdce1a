//! Names, regions, tables and pairs, shared by all services.

messages! {
    /// A table's name.
    message TableName {
        required bytes namespace = 1;
        required bytes qualifier = 2;
    }

    /// A table's attributes and families.
    message TableSchema {
        optional message<TableName> table_name = 1;
        repeated message<BytesBytesPair> attributes = 2;
        repeated message<ColumnFamilySchema> column_families = 3;
        repeated message<NameStringPair> configuration = 4;
    }

    /// A family's attributes, as text.
    message ColumnFamilySchema {
        required bytes name = 1;
        repeated message<BytesBytesPair> attributes = 2;
        repeated message<NameStringPair> configuration = 3;
    }

    /// A namespace and its settings.
    message NamespaceDescriptor {
        required bytes name = 1;
        repeated message<NameStringPair> configuration = 2;
    }

    /// A region: table, keys, id.
    message RegionInfo {
        required uint64 region_id = 1;
        required message<TableName> table_name = 2;
        optional bytes start_key = 3;
        optional bytes end_key = 4;
        optional bool offline = 5;
        optional bool split = 6;
        optional int32 replica_id = 7;
    }

    /// A region and its server.
    message RegionLocation {
        required message<RegionInfo> region_info = 1;
        optional message<ServerName> server_name = 2;
        required int64 seq_num = 3;
    }

    /// A region by its name.
    message RegionSpecifier {
        required enumeration(RegionSpecifierType) kind = 1;
        required bytes value = 2;
    }

    /// The kind of name that identifies a region.
    enumeration RegionSpecifierType {
        RegionName = 1;
        EncodedRegionName = 2;
    }

    /// A server: host, port, start time in ms since 1970.
    message ServerName {
        required string host_name = 1;
        optional uint32 port = 2;
        optional uint64 start_code = 3;
    }

    /// Whether a table is enabled.
    message TableState {
        required enumeration(TableStateKind) state = 1;
    }

    /// States of a table.
    enumeration TableStateKind {
        Enabled = 0;
        Disabled = 1;
        Disabling = 2;
        Enabling = 3;
    }

    /// Timestamps in ms, `to` exclusive.
    message TimeRange {
        optional uint64 from = 1;
        optional uint64 to = 2;
    }

    /// A time range of one family.
    message ColumnFamilyTimeRange {
        required bytes column_family = 1;
        required message<TimeRange> time_range = 2;
    }

    /// Comparison operators.
    enumeration CompareType {
        Less = 0;
        LessOrEqual = 1;
        Equal = 2;
        NotEqual = 3;
        GreaterOrEqual = 4;
        Greater = 5;
        NoOp = 6;
    }

    /// A name with bytes; of an exception: class and message.
    message NameBytesPair {
        required string name = 1;
        optional bytes value = 2;
    }

    /// A name with text.
    message NameStringPair {
        required string name = 1;
        required string value = 2;
    }

    /// Two byte strings.
    message BytesBytesPair {
        required bytes first = 1;
        required bytes second = 2;
    }

    /// A client's or server's release.
    message VersionInfo {
        required string version = 1;
        required string url = 2;
        required string revision = 3;
        required string user = 4;
        required string date = 5;
        required string src_checksum = 6;
        optional uint32 version_major = 7;
        optional uint32 version_minor = 8;
    }
}
