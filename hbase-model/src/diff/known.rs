//! Attributes whose values have more than one spelling, and what `HBase` 2.6 takes where nothing
//! was said (`ColumnFamilyDescriptorBuilder`, `TableDescriptorBuilder`).

use super::spelling;

/// How values of an attribute are written.
#[derive(Clone, Copy)]
enum Kind {
    Number,
    /// Seconds, `FOREVER`, `10 SECONDS`.
    Seconds,
    /// Bytes, `10 GB`.
    Bytes,
    /// `true` or `false`.
    Truth,
    /// A name, in upper or lower case.
    Word,
}

struct Known {
    name: &'static str,
    kind: Kind,
    default: Option<&'static str>,
}

const fn known(name: &'static str, kind: Kind, default: &'static str) -> Known {
    Known {
        name,
        kind,
        default: Some(default),
    }
}

const FAMILY: &[Known] = &[
    known("VERSIONS", Kind::Number, "1"),
    known("MIN_VERSIONS", Kind::Number, "0"),
    known("TTL", Kind::Seconds, "2147483647"),
    known("COMPRESSION", Kind::Word, "NONE"),
    known("BLOOMFILTER", Kind::Word, "ROW"),
    known("BLOCKSIZE", Kind::Bytes, "65536"),
    known("BLOCKCACHE", Kind::Truth, "true"),
    known("IN_MEMORY", Kind::Truth, "false"),
    known("DATA_BLOCK_ENCODING", Kind::Word, "NONE"),
    known("INDEX_BLOCK_ENCODING", Kind::Word, "NONE"),
    known("REPLICATION_SCOPE", Kind::Number, "0"),
    known("KEEP_DELETED_CELLS", Kind::Word, "FALSE"),
    known("NEW_VERSION_BEHAVIOR", Kind::Truth, "false"),
    known("CACHE_DATA_ON_WRITE", Kind::Truth, "false"),
    known("CACHE_INDEX_ON_WRITE", Kind::Truth, "false"),
    known("CACHE_BLOOMS_ON_WRITE", Kind::Truth, "false"),
    known("EVICT_BLOCKS_ON_CLOSE", Kind::Truth, "false"),
    known("PREFETCH_BLOCKS_ON_OPEN", Kind::Truth, "false"),
    known("COMPRESS_TAGS", Kind::Truth, "true"),
    known("IS_MOB", Kind::Truth, "false"),
    known("MOB_THRESHOLD", Kind::Bytes, "102400"),
    known("DFS_REPLICATION", Kind::Number, "0"),
];

const TABLE: &[Known] = &[
    Known {
        name: "MAX_FILESIZE",
        kind: Kind::Bytes,
        default: None,
    },
    Known {
        name: "MEMSTORE_FLUSHSIZE",
        kind: Kind::Bytes,
        default: None,
    },
    known("DURABILITY", Kind::Word, "USE_DEFAULT"),
    known("NORMALIZATION_ENABLED", Kind::Truth, "false"),
    known("COMPACTION_ENABLED", Kind::Truth, "true"),
    known("SPLIT_ENABLED", Kind::Truth, "true"),
    known("MERGE_ENABLED", Kind::Truth, "true"),
    known("READONLY", Kind::Truth, "false"),
    known("REGION_REPLICATION", Kind::Number, "1"),
    known("REGION_MEMSTORE_REPLICATION", Kind::Truth, "true"),
    known("PRIORITY", Kind::Number, "0"),
];

/// Whose attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Table,
    Family,
}

impl Scope {
    fn find(self, name: &str) -> Option<&'static Known> {
        let all = match self {
            Self::Table => TABLE,
            Self::Family => FAMILY,
        };
        all.iter().find(|known| known.name == name)
    }

    /// The one spelling of a value; as it is where its attribute is free metadata, or where it
    /// cannot be read.
    pub(super) fn normal(self, name: &str, value: &str) -> String {
        let Some(known) = self.find(name) else {
            return value.to_owned();
        };
        let read = match known.kind {
            Kind::Number => spelling::number(value),
            Kind::Seconds => spelling::seconds(value),
            Kind::Bytes => spelling::bytes(value),
            Kind::Truth | Kind::Word => None,
        };
        match (known.kind, read) {
            (_, Some(number)) => number.to_string(),
            (Kind::Truth, _) => value.trim().to_ascii_lowercase(),
            (Kind::Word, _) => value.trim().to_ascii_uppercase(),
            _ => value.trim().to_owned(),
        }
    }

    /// What `HBase` takes where nothing was said.
    pub(super) fn default_of(self, name: &str) -> Option<&'static str> {
        self.find(name)?.default
    }
}
