//! Where options may stand.

/// An attribute, or a list within one, and the options that belong there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// `#[table]`.
    Table,
    /// `#[columns]`.
    Columns,
    /// `#[rowkey]` on the struct.
    Key,
    /// `#[rowkey]` on a field.
    Part,
    /// `#[family]`.
    Family,
    /// `#[column]`.
    Column,
    /// A list within an attribute: how it is written, and its options.
    Within(&'static str, &'static [&'static str]),
}

const TABLE: &[&str] = &[
    "allow",
    "compaction_enabled",
    "crate",
    "durability",
    "key",
    "max_filesize",
    "memstore_flushsize",
    "metadata",
    "naming",
    "normalization_enabled",
    "owner",
    "rename_all",
    "scan",
    "split_policy",
    "splits",
];

const COLUMNS: &[&str] = &["allow", "crate", "naming", "rename_all"];

const KEY: &[&str] = &["derive", "salt", "separator"];

const PART: &[&str] = &[
    "desc",
    "encoding",
    "fixed",
    "java",
    "max",
    "minute_of_day",
    "ms_of_day",
    "offset",
    "ordered",
    "pad_left",
    "pad_right",
    "reverse",
    "reverse_ts",
    "salt",
    "separator",
    "text",
    "truncate",
    "unseparated",
];

const FAMILY: &[&str] = &[
    "block_cache",
    "block_size",
    "bloom",
    "compression",
    "data_block_encoding",
    "in_memory",
    "keep_deleted_cells",
    "metadata",
    "min_versions",
    "replication_scope",
    "ttl",
    "versions",
];

const COLUMN: &[&str] = &[
    "counter", "default", "flatten", "json", "prefix", "rename", "skip", "text", "with",
];

impl Place {
    /// The attributes; `#[columns]` has no option that `#[table]` has not.
    pub(super) const ATTRIBUTES: [Self; 5] = [
        Self::Table,
        Self::Key,
        Self::Part,
        Self::Family,
        Self::Column,
    ];

    /// As it is named in a message.
    pub(crate) fn written(self) -> &'static str {
        match self {
            Self::Table => "`#[table]`",
            Self::Columns => "`#[columns]`",
            Self::Key => "`#[rowkey]` on the struct",
            Self::Part => "`#[rowkey]` on a field",
            Self::Family => "`#[family]`",
            Self::Column => "`#[column]`",
            Self::Within(name, _) => name,
        }
    }

    /// One that is right.
    pub(crate) fn example(self) -> &'static str {
        match self {
            Self::Table => "#[table(\"DLQX:CALL_RECORD\")]",
            Self::Columns => "#[columns(naming = hbase)]",
            Self::Key => "#[rowkey(salt = buckets(16), separator = \"_\")]",
            Self::Part => "#[rowkey(fixed = 14)]",
            Self::Family => "#[family(\"D1\")]",
            Self::Column => "#[column(\"PEER\")]",
            Self::Within(name, _) => name,
        }
    }

    /// Whether a name stands here by itself.
    pub(crate) fn takes_name(self) -> bool {
        matches!(self, Self::Table | Self::Family | Self::Column)
    }

    /// The options that belong here.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Table => TABLE,
            Self::Columns => COLUMNS,
            Self::Key => KEY,
            Self::Part => PART,
            Self::Family => FAMILY,
            Self::Column => COLUMN,
            Self::Within(_, options) => options,
        }
    }
}
