//! The features of tables, and their values. A test compares this list with the derive's own list of options.
//!
//! Each value lists the derive's options that it uses, as `attribute.option`.

/// A choice that the generator makes for a table.
#[derive(Debug)]
pub struct Feature {
    /// Its name.
    pub name: &'static str,
    /// Its values; the first one is the simplest.
    pub values: &'static [FeatureValue],
}

/// A value of a feature.
#[derive(Debug)]
pub struct FeatureValue {
    /// Its name, unique in the feature.
    pub name: &'static str,
    /// The derive's options that it uses.
    pub options: &'static [&'static str],
}

/// Declares features: `NAME "name" { "value": "option" "option", … }`.
macro_rules! features {
    ($($(#[$doc:meta])* $ident:ident $name:literal {$(
        $value:literal $(: $($option:literal)+)?
    ),+ $(,)?})*) => {
        $(
            $(#[$doc])*
            pub static $ident: Feature = Feature {
                name: $name,
                values: &[$(FeatureValue { name: $value, options: &[$($($option),+)?] }),+],
            };
        )*

        /// All features.
        pub static ALL: &[&Feature] = &[$(&$ident),*];
    };
}

features! {
    /// The naming rules.
    NAMING "naming" {
        "strict",
        "hbase": "table.naming",
    }
    /// How a field's name becomes a qualifier.
    RENAME "rename_all" {
        "default",
        "camelCase": "table.rename_all", "snake_case": "table.rename_all", "PascalCase": "table.rename_all",
        "kebab-case": "table.rename_all", "SCREAMING-KEBAB-CASE": "table.rename_all",
        "lowercase": "table.rename_all", "UPPERCASE": "table.rename_all", "none": "table.rename_all",
    }
    /// Names of the generated structs.
    GENERATED "generated names" {
        "default",
        "both": "table.key" "table.scan",
    }
    /// Attributes of the table that DDL statements contain.
    TABLE_ATTRIBUTES "table attributes" {
        "none",
        "sizes": "table.max_filesize" "table.memstore_flushsize",
        "words": "table.durability" "table.split_policy" "table.owner" "table.metadata",
        "flags": "table.normalization_enabled" "table.compaction_enabled",
    }
    /// Exceptions from rules. A table has an exception only if it needs it.
    EXCEPTION "exceptions" { "none", "hotspot": "table.allow" }
    /// The date in the table's name.
    DATED "date in the name" {
        "none", "year": "table_date", "month": "table_date", "day": "table_date", "hour": "table_date",
    }
    /// The number of key parts.
    PARTS "key parts" { "1", "2", "3", "4" }
    /// The separator of the key.
    SEPARATOR "separator" {
        "none",
        "_": "rowkey.separator", "-": "rowkey.separator", "|": "rowkey.separator", "--": "rowkey.separator", "\0": "rowkey.separator",
    }
    /// The separator after one part.
    OWN_SEPARATOR "separator of a part" {
        "none", ":": "rowkey.separator", "~~": "rowkey.separator", "\0": "rowkey.separator",
        "left out": "rowkey.separator",
    }
    /// The terminator of one part; descending text has one.
    TERMINATOR "terminator" { "none", "\0": "rowkey.terminator", "|": "rowkey.terminator" }
    /// The salt.
    SALT "salt" {
        "none",
        "of a part": "rowkey.salt",
        "buckets(2)": "rowkey.salt", "buckets(7)": "rowkey.salt", "buckets(256)": "rowkey.salt",
        "md5_hex(1)": "rowkey.salt", "md5_hex(2)": "rowkey.salt", "md5_hex(4)": "rowkey.salt",
        "md5_hex(2, from = 8, upper)": "rowkey.salt",
        "md5_hex(2, joined = \"\")": "rowkey.salt",
        "md5(1)": "rowkey.salt", "md5(2)": "rowkey.salt", "md5(1, joined = \"/\")": "rowkey.salt",
        "java_bytes(32)": "rowkey.salt", "java_bytes(20, abs)": "rowkey.salt",
        "java_bytes(256, joined = \"\")": "rowkey.salt",
        "crc32(16)": "rowkey.salt", "crc32(11, joined = \"\")": "rowkey.salt",
        "modulo(10)": "rowkey.salt",
        "with(5)": "rowkey.salt", "with(300)": "rowkey.salt", "with(300, joined = \"\")": "rowkey.salt",
        "region_number(6)": "rowkey.salt", "region_number(11)": "rowkey.salt",
        "region_number(11, width = 1)": "rowkey.salt", "region_number(4, width = 3)": "rowkey.salt",
        "java_hash(100)": "rowkey.salt", "java_hash(12, width = 1)": "rowkey.salt",
        "random(3)": "rowkey.salt", "round_robin(16)": "rowkey.salt",
    }
    /// The characters of a part that feed a salt.
    SALT_TEXT "salt of a part" {
        "whole": "rowkey.salt",
        "first": "rowkey.salt", "last": "rowkey.salt", "format": "rowkey.salt",
    }
    /// The split points.
    SPLITS "splits" {
        "none",
        "per_bucket": "table.splits", "per_bucket(step = 2, width = 4)": "table.splits",
        "format": "table.splits", "number_pipe": "table.splits", "hex_string": "table.splits",
        "uniform": "table.splits", "keys": "table.splits",
    }
    /// The traits that the key struct derives.
    KEY_DERIVES "derives of the key" { "default", "Eq, Hash": "rowkey.derive" }
    /// The encoding of a key part.
    ENCODING "encoding" {
        "native",
        "fixed": "rowkey.fixed", "pad_left": "rowkey.pad_left" "rowkey.fixed",
        "pad_right": "rowkey.pad_right" "rowkey.fixed", "text": "rowkey.text", "java": "rowkey.java",
        "ordered": "rowkey.ordered", "time digits": "rowkey.fixed", "format": "rowkey.format",
        "seconds": "rowkey.seconds", "negated_ts": "rowkey.negated_ts", "reverse_ts": "rowkey.reverse_ts",
        "reverse_ts digits": "rowkey.reverse_ts" "rowkey.fixed", "ms_of_day": "rowkey.ms_of_day",
        "minute_of_day": "rowkey.minute_of_day", "own": "rowkey.encoding",
        "escape": "rowkey.escape", "escape in order": "rowkey.escape",
        "reverse_labels": "rowkey.reverse_labels",
        "repeat": "rowkey.repeat", "repeat, sorted": "rowkey.repeat" "rowkey.sorted",
        "length = u8": "rowkey.length", "length = u16": "rowkey.length", "length = varint": "rowkey.length",
    }
    /// The order of a key part's bytes.
    ORDER "order of a part" { "as it is", "desc": "rowkey.desc", "reverse": "rowkey.reverse" }
    /// The offset of a time's digits.
    OFFSET "offset" { "none", "+08:00": "rowkey.offset", "-05:30": "rowkey.offset" }
    /// The period of which a time is a multiple.
    ALIGN "align" { "none", "1h": "rowkey.align", "1d": "rowkey.align", "1h 30m": "rowkey.align" }
    /// Whether times that are finer than the key are truncated.
    TRUNCATE "truncate" { "none", "truncate": "rowkey.truncate" }
    /// How decoding finds the end of a part of variable length.
    PART_END "end of a part" { "separator", "unseparated": "rowkey.unseparated" }
    /// The maximum length of a part.
    PART_MAX "max of a part" { "none", "max": "rowkey.max" }
    /// Whether a key part is an `Option`.
    OPTIONAL_PART "optional part" { "no", "yes" }
    /// Whether the last parts may be left out.
    LEFT_OUT "part that is left out" { "no", "omit_none": "rowkey.omit_none" }
    /// The type of a key part.
    PART_TYPE "type of a part" {
        "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool", "f32", "f64",
        "text", "bytes", "array", "time", "time of day",
        "enum", "newtype", "alias", "generic", "sequence", "another crate's",
    }
    /// The number of families.
    FAMILIES "families" { "1", "2", "3" }
    /// Attributes of a family.
    FAMILY_ATTRIBUTES "family attributes" {
        "none",
        "files": "family.compression" "family.bloom" "family.block_size" "family.data_block_encoding",
        "cache": "family.block_cache" "family.in_memory" "family.replication_scope" "family.metadata",
        "named_columns": "family.named_columns",
    }
    /// The maximum number of versions that a family keeps.
    VERSIONS "versions" { "1", "2": "family.versions", "5": "family.versions" }
    /// The time to live of a family.
    TTL "ttl" {
        "none",
        "30s": "family.ttl", "1h": "family.ttl", "1d 12h": "family.ttl", "forever": "family.ttl",
    }
    /// The number of columns.
    COLUMNS "columns" { "1", "2", "3", "5", "8" }
    /// The type of a column.
    COLUMN_TYPE "type of a column" {
        "u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool", "f32", "f64",
        "text", "bytes", "array", "time", "time of day", "json",
        "enum", "newtype", "alias", "generic", "another crate's",
    }
    /// The codec of a column.
    CODEC "codec" {
        "native", "text": "column.text", "java_text": "column.java_text", "json": "column.json", "with": "column.with", "part": "column.part",
        "part(desc)": "column.part",
    }
    /// Whether a column's value may be missing.
    OPTION "optional column" {
        "no", "Option", "store_none": "column.store_none", "alias of Option", "newtype of Option",
    }
    /// The value of a missing cell.
    DEFAULT "default" { "none", "trait": "column.default", "function": "column.default" }
    /// How a column gets its name.
    QUALIFIER "name of a column" {
        "by its field", "own": "column.rename", "rename": "column.rename", "bytes": "column.rename",
    }
    /// Fields that are not single columns.
    EXTRA "other fields" {
        "none",
        "counter": "column.counter",
        "group": "column.flatten", "group with prefix": "column.flatten column.prefix",
        "optional group": "column.flatten", "group with prefix of bytes": "column.flatten" "column.prefix",
        "map": "column.dynamic", "map with prefix and limit": "column.dynamic" "column.prefix" "column.limit",
        "dynamic": "column.dynamic",
        "map of counters": "column.dynamic" "column.counter",
        "dynamic counters": "column.dynamic" "column.counter" "column.prefix",
        "skip": "column.skip",
    }
    /// Entries in the row, and an index of them.
    ENTRIES "entries" {
        "none",
        "json column": "index.tag" "entry.tag" "entry.native" "entry.encoding",
        "json entry": "entry.json" "index.tag" "entry.tag" "entry.native" "entry.encoding",
        "with": "entry.with" "index.tag" "entry.tag" "entry.native" "entry.encoding",
    }
    /// Options of a group.
    GROUP "group" { "default", "naming": "columns.naming" "columns.rename_all" }
    /// The type of a dynamic column's name.
    NAME_TYPE "name of dynamic columns" {
        "text", "u32", "i16", "time", "qualifier": "qualifier.separator",
    }
    /// The unit in which names of dynamic columns continue a time of the key.
    SINCE "since" { "none", "1ms": "column.since", "50ms": "column.since" }
    /// The type of the rows' version.
    ROW_VERSION "row version" {
        "none",
        "u16": "version", "u32": "version", "u64": "version",
        "i16": "version", "i32": "version", "i64": "version",
    }
    /// The number of index tables.
    INDEXES "indexes" { "none", "1": "index", "2": "index", "3": "index" }
    /// An index table.
    INDEX "index" {
        "column": "index", "splits": "index" "index.splits", "fields": "index" "index.fields",
    }
    /// The order of the last field of an index.
    INDEX_ORDER "order of an index" { "ascending", "descending": "index.desc" }
    /// The buckets of an index.
    INDEX_BUCKETS "buckets of an index" { "none", "3": "index.buckets" }
    /// The time to live of the entries of an index.
    INDEX_TTL "ttl of an index" { "none", "shortest": "index.ttl", "longer": "index.ttl" }
    /// The timestamp of the row's cells.
    TIMESTAMP "timestamp" {
        "none",
        "time": "timestamp", "number": "timestamp", "optional": "timestamp",
        "hour": "timestamp.hour", "day": "timestamp.day", "month": "timestamp.month",
        "day, keep": "timestamp.day" "timestamp.keep",
    }
}
