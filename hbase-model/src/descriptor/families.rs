//! Column families and their attributes (`ColumnFamilyDescriptorBuilder`).

use super::AttributeKind::{Bool, Bytes, Number, Seconds, Word};
use super::declare::{descriptor, parse, set_metadata};
use super::values::{
    AttributeValue, BloomFilter, Compression, DataBlockEncoding, KeepDeletedCells, Ttl, word_list,
};
use super::{Attribute, AttributeError, AttributeKind, AttributeSpec, INT};
use crate::cow::{List, Text};

// The compiler does not report these places for a new field:
// - the tests `ddl.rs` and `diff/attributes.rs` in `tests/it`;
// - if a change of the attribute can lose cells: `diff/loss.rs`;
// - if its valid values depend on another attribute: `validate/table.rs`, and `rule/families.rs` of the syntax crate;
// - if older stores and descriptions contain it as metadata: `description/families.rs`, and `catalog/stored.rs` of the
//   embedded store. Let them set the field from the normalized metadata. A value that does not parse must stay in the
//   metadata.
descriptor! {
    /// A column family and its declared attributes.
    #[derive(Clone, Debug, PartialEq, Eq)]
    FamilyDescriptor: with_name {
        /// The name; short, since every cell contains it.
        name: Text,
    }
    fields {
        versions: u32 = "VERSIONS", Number { min: 1, max: INT }, Some("1"),
            "maximum versions kept of each column (default 1)",
            "versions = 3";
        min_versions: u32 = "MIN_VERSIONS", Number { min: 0, max: INT }, Some("0"),
            "versions that outlive the TTL, at most `versions` (default 0)",
            "min_versions = 1";
        ttl: Ttl = "TTL", Seconds { min: 1, max: INT }, Some("2147483647"),
            "time to live of the cells (default: for ever)",
            "ttl = \"365d\"";
        compression: Compression = "COMPRESSION", Compression::KIND, Some("NONE"),
            "codec of the files (default: none)",
            "compression = snappy";
        bloom: BloomFilter = "BLOOMFILTER", BloomFilter::KIND, Some("ROW"),
            "what bloom filters index (default: row keys)",
            "bloom = row";
        block_size: u32 = "BLOCKSIZE", Bytes { min: 1 << 10, max: 16 << 20 }, Some("65536"),
            "bytes of a block (default 65536)",
            "block_size = 65536";
        block_cache: bool = "BLOCKCACHE", Bool, Some("true"),
            "whether the block cache keeps blocks that are read (default true)",
            "block_cache = false";
        in_memory: bool = "IN_MEMORY", Bool, Some("false"),
            "whether its blocks have priority in the block cache (default false)",
            "in_memory = true";
        data_block_encoding: DataBlockEncoding = "DATA_BLOCK_ENCODING", DataBlockEncoding::KIND, Some("NONE"),
            "how the keys in a block are compressed (default: not at all)",
            "data_block_encoding = fast_diff";
        replication_scope: u32 = "REPLICATION_SCOPE", Number { min: 0, max: 1 }, Some("0"),
            "1 if it is replicated to other clusters (default 0)",
            "replication_scope = 1";
        keep_deleted_cells: KeepDeletedCells = "KEEP_DELETED_CELLS", KeepDeletedCells::KIND, Some("FALSE"),
            "how long deleted cells are kept (default: until a major compaction)",
            "keep_deleted_cells = true";
    }
    metadata {
        "INDEX_BLOCK_ENCODING", INDEX_BLOCK_ENCODING, Some("NONE");
        "NEW_VERSION_BEHAVIOR", Bool, Some("false");
        "CACHE_DATA_ON_WRITE", Bool, Some("false");
        "CACHE_INDEX_ON_WRITE", Bool, Some("false");
        "CACHE_BLOOMS_ON_WRITE", Bool, Some("false");
        "EVICT_BLOCKS_ON_CLOSE", Bool, Some("false");
        "PREFETCH_BLOCKS_ON_OPEN", Bool, Some("false");
        "COMPRESS_TAGS", Bool, Some("true");
        "IS_MOB", Bool, Some("false");
        "MOB_THRESHOLD", Bytes { min: 0, max: super::LONG }, Some("102400");
        "DFS_REPLICATION", Number { min: 0, max: 32_767 }, Some("0");
    }
}

const INDEX_BLOCK_ENCODING: AttributeKind = Word {
    words: word_list!(None = "NONE", PrefixTree = "PREFIX_TREE"),
    rust_type: None,
};

impl FamilyDescriptor {
    /// A family with only a name.
    pub const fn new(name: &'static str) -> Self {
        Self::with_name(Text::Borrowed(name))
    }

    /// The family with only the attributes whose names `keep` accepts.
    pub fn only(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut only = self.clone();
        only.retain(keep);
        only
    }
}
