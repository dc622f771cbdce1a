//! `#[family]`, on the struct, on a part or on a column.

use hbase_model::{BloomFilter, Compression, DataBlockEncoding, KeepDeletedCells, Ttl};
use proc_macro2::Span;
use syn::Attribute;

use super::{Metadata, Name, duration, metadata};
use crate::ast::Spanned;
use crate::errors::Sink;
use crate::read::{Entry, Opt, Place, Slot, read_attribute, value};

/// What `#[family]` says.
pub(crate) struct FamilyAttr {
    pub(crate) span: Span,
    pub(crate) name: Name,
    /// The first option; none where only a name stands.
    pub(crate) option: Option<Span>,
    pub(crate) versions: Slot<u32>,
    pub(crate) min_versions: Slot<u32>,
    pub(crate) ttl: Slot<Ttl>,
    pub(crate) compression: Slot<Compression>,
    pub(crate) bloom: Slot<BloomFilter>,
    pub(crate) block_size: Slot<u32>,
    pub(crate) block_cache: Slot<bool>,
    pub(crate) in_memory: Slot<bool>,
    pub(crate) data_block_encoding: Slot<DataBlockEncoding>,
    pub(crate) replication_scope: Slot<u32>,
    pub(crate) keep_deleted_cells: Slot<KeepDeletedCells>,
    pub(crate) metadata: Slot<Metadata>,
}

/// The attributes that have an option, and which.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("VERSIONS", "versions"),
    ("MIN_VERSIONS", "min_versions"),
    ("TTL", "ttl"),
    ("COMPRESSION", "compression"),
    ("BLOOMFILTER", "bloom"),
    ("BLOCKSIZE", "block_size"),
    ("BLOCKCACHE", "block_cache"),
    ("IN_MEMORY", "in_memory"),
    ("DATA_BLOCK_ENCODING", "data_block_encoding"),
    ("REPLICATION_SCOPE", "replication_scope"),
    ("KEEP_DELETED_CELLS", "keep_deleted_cells"),
];

/// The largest number: Java's `int`.
const MOST: u32 = i32::MAX.cast_unsigned();

impl FamilyAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self::empty(super::span_of(attribute));
        attr.name.said = Name::is_lost(attribute);
        read_attribute(attribute, Place::Family, sink, |entry| match entry {
            Entry::Literal(literal) => attr.name.take(&literal, Place::Family),
            Entry::Option(opt) => {
                attr.option.get_or_insert(opt.span());
                attr.option(&opt)
            }
        });
        if !attr.name.is_said() {
            sink.at(
                attr.span,
                "`#[family]` names no family: write `#[family(\"D1\")]`",
            );
        }
        attr
    }

    fn empty(span: Span) -> Self {
        Self {
            span,
            name: Name::default(),
            option: None,
            versions: Slot::default(),
            min_versions: Slot::default(),
            ttl: Slot::default(),
            compression: Slot::default(),
            bloom: Slot::default(),
            block_size: Slot::default(),
            block_cache: Slot::default(),
            in_memory: Slot::default(),
            data_block_encoding: Slot::default(),
            replication_scope: Slot::default(),
            keep_deleted_cells: Slot::default(),
            metadata: Slot::default(),
        }
    }

    fn option(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        match opt.name().as_str() {
            "versions" => self
                .versions
                .fill(opt, |opt| value::number(opt, "versions = 3", 1..=MOST)),
            "min_versions" => self
                .min_versions
                .fill(opt, |opt| value::number(opt, "min_versions = 1", 0..=MOST)),
            "ttl" => self.ttl.fill(opt, duration::ttl),
            "compression" => self.compression.fill(opt, compression),
            "bloom" => self.bloom.fill(opt, bloom),
            "block_size" => self.block_size.fill(opt, |opt| {
                value::number(opt, "block_size = 65536", 1..=MOST)
            }),
            "block_cache" => self.block_cache.fill(opt, value::yes_or_no),
            "in_memory" => self.in_memory.fill(opt, value::yes_or_no),
            "data_block_encoding" => self.data_block_encoding.fill(opt, data_block_encoding),
            "replication_scope" => self.replication_scope.fill(opt, |opt| {
                value::number(opt, "replication_scope = 1", 0..=1)
            }),
            "keep_deleted_cells" => self.keep_deleted_cells.fill(opt, keep_deleted_cells),
            "metadata" => self
                .metadata
                .fill(opt, |opt| metadata::read(opt, ATTRIBUTES)),
            _ => Err(self.name.unknown(opt)),
        }
    }
}

// compression = snappy
fn compression(opt: &Opt<'_>) -> syn::Result<Spanned<Compression>> {
    let words = [
        ("none", Compression::None),
        ("lzo", Compression::Lzo),
        ("gz", Compression::Gz),
        ("lz4", Compression::Lz4),
        ("zstd", Compression::Zstd),
        ("bzip2", Compression::Bzip2),
        ("lzma", Compression::Lzma),
        ("brotli", Compression::Brotli),
        ("snappy", Compression::Snappy),
    ];
    value::word(opt, &words)
}

// bloom = row
fn bloom(opt: &Opt<'_>) -> syn::Result<Spanned<BloomFilter>> {
    let words = [
        ("none", BloomFilter::None),
        ("rowcol", BloomFilter::RowCol),
        ("row", BloomFilter::Row),
    ];
    value::word(opt, &words)
}

// data_block_encoding = fast_diff
fn data_block_encoding(opt: &Opt<'_>) -> syn::Result<Spanned<DataBlockEncoding>> {
    let words = [
        ("none", DataBlockEncoding::None),
        ("prefix", DataBlockEncoding::Prefix),
        ("diff", DataBlockEncoding::Diff),
        ("row_index_v1", DataBlockEncoding::RowIndexV1),
        ("fast_diff", DataBlockEncoding::FastDiff),
    ];
    value::word(opt, &words)
}

// keep_deleted_cells | keep_deleted_cells = true | false | ttl
fn keep_deleted_cells(opt: &Opt<'_>) -> syn::Result<Spanned<KeepDeletedCells>> {
    if !opt.has_value() {
        opt.flag()?;
        return Ok(Spanned::new(KeepDeletedCells::True, opt.span()));
    }
    let words = [
        ("false", KeepDeletedCells::False),
        ("ttl", KeepDeletedCells::Ttl),
        ("true", KeepDeletedCells::True),
    ];
    value::word(opt, &words)
}
