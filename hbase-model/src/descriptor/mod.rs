//! What a table is made of: families, their attributes, splits.
//!
//! An attribute that is `None` was not said, and is not sent.

mod attributes;
mod names;

use std::borrow::Cow;

pub use attributes::Attribute;

use crate::name::TableName;
use crate::splits::Splits;

/// A list that is known while compiling, or made at run time.
pub type List<T> = Cow<'static, [T]>;

/// A text that is known while compiling, or made at run time.
pub type Text = Cow<'static, str>;

/// A table: its name, families, splits and attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct TableDescriptor {
    /// The full name.
    pub name: TableName,
    /// The families; at least one.
    pub families: List<FamilyDescriptor>,
    /// Where the table is split when it is created.
    pub splits: Splits,
    /// `MAX_FILESIZE`: bytes at which a region is split.
    pub max_filesize: Option<u64>,
    /// `SPLIT_POLICY`: the policy's class name.
    pub split_policy: Option<Text>,
    /// `DURABILITY`.
    pub durability: Option<Text>,
    /// `MEMSTORE_FLUSHSIZE`: bytes at which memory is flushed.
    pub memstore_flushsize: Option<u64>,
    /// `NORMALIZATION_ENABLED`.
    pub normalization_enabled: Option<bool>,
    /// `COMPACTION_ENABLED`.
    pub compaction_enabled: Option<bool>,
    /// `OWNER`.
    pub owner: Option<Text>,
    /// Free metadata: any other attribute, as name and value.
    pub metadata: List<(Text, Text)>,
}

/// A column family and what was said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyDescriptor {
    /// The name; short, for every cell carries it.
    pub name: Text,
    /// `VERSIONS`: how many versions of a column are kept. At least 1; 1 unless said.
    pub versions: Option<u32>,
    /// `MIN_VERSIONS`: with a TTL, how many outlive it; at most `versions`. 0 unless said.
    pub min_versions: Option<u32>,
    /// `TTL`.
    pub ttl: Option<Ttl>,
    /// `COMPRESSION`.
    pub compression: Option<Compression>,
    /// `BLOOMFILTER`.
    pub bloom: Option<BloomFilter>,
    /// `BLOCKSIZE`, in bytes; 65536 unless said.
    pub block_size: Option<u32>,
    /// `BLOCKCACHE`; true unless said.
    pub block_cache: Option<bool>,
    /// `IN_MEMORY`; false unless said.
    pub in_memory: Option<bool>,
    /// `DATA_BLOCK_ENCODING`.
    pub data_block_encoding: Option<DataBlockEncoding>,
    /// `REPLICATION_SCOPE`: 0 or 1.
    pub replication_scope: Option<u32>,
    /// `KEEP_DELETED_CELLS`.
    pub keep_deleted_cells: Option<KeepDeletedCells>,
    /// Any other attribute, as name and value.
    pub metadata: List<(Text, Text)>,
}

/// A family's time to live, in seconds. `HBase` writes "forever" as 2147483647.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ttl(u32);

impl Ttl {
    /// `FOREVER`.
    pub const FOREVER: Self = Self(i32::MAX.cast_unsigned());

    /// So many seconds, at least 1 and at most 2147483647.
    pub const fn from_secs(seconds: u32) -> Option<Self> {
        if seconds == 0 || seconds > Self::FOREVER.0 {
            return None;
        }
        Some(Self(seconds))
    }

    /// The seconds.
    pub const fn as_secs(self) -> u32 {
        self.0
    }
}

/// `COMPRESSION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the codecs' own")]
pub enum Compression {
    None,
    Snappy,
    Lzo,
    Gz,
    Lz4,
    Zstd,
    Bzip2,
    Lzma,
    Brotli,
}

/// `BLOOMFILTER`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BloomFilter {
    /// None.
    None,
    /// Over row keys.
    Row,
    /// Over row keys and qualifiers.
    RowCol,
}

/// `DATA_BLOCK_ENCODING`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are HBase's own")]
pub enum DataBlockEncoding {
    None,
    Prefix,
    Diff,
    FastDiff,
    RowIndexV1,
}

/// `KEEP_DELETED_CELLS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeepDeletedCells {
    /// Deleted cells go at the next major compaction.
    False,
    /// Deleted cells stay until they expire or exceed VERSIONS.
    True,
    /// As `True`, and delete markers stay as long as the TTL.
    Ttl,
}

impl TableDescriptor {
    /// A table of which only the name is said.
    pub const fn new(name: TableName) -> Self {
        Self {
            name,
            families: Cow::Borrowed(&[]),
            splits: Splits::None,
            max_filesize: None,
            split_policy: None,
            durability: None,
            memstore_flushsize: None,
            normalization_enabled: None,
            compaction_enabled: None,
            owner: None,
            metadata: Cow::Borrowed(&[]),
        }
    }

    /// The family of this name.
    pub fn family(&self, name: &[u8]) -> Option<&FamilyDescriptor> {
        self.families.iter().find(|f| f.name.as_bytes() == name)
    }
}

impl FamilyDescriptor {
    /// A family of which only the name is said.
    pub const fn new(name: &'static str) -> Self {
        Self::with_name(Cow::Borrowed(name))
    }

    /// A family of which only the name is said.
    pub const fn with_name(name: Text) -> Self {
        Self {
            name,
            versions: None,
            min_versions: None,
            ttl: None,
            compression: None,
            bloom: None,
            block_size: None,
            block_cache: None,
            in_memory: None,
            data_block_encoding: None,
            replication_scope: None,
            keep_deleted_cells: None,
            metadata: Cow::Borrowed(&[]),
        }
    }
}
