//! The attributes that were said, by the shell's names.

use super::quote;
use crate::descriptor::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells,
    TableDescriptor, Text, Ttl,
};

/// Attributes as the entries of a Ruby hash.
#[derive(Default)]
struct Entries(Vec<String>);

impl Entries {
    /// A number or a constant, as it is.
    fn plain(&mut self, name: &str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.0.push(format!("{name} => {}", value.to_string()));
        }
    }

    /// A text, in quotes.
    fn quoted(&mut self, name: &str, value: Option<impl ToString>) {
        self.plain(name, value.map(|value| quote::text(&value.to_string())));
    }

    fn metadata<'a>(&mut self, pairs: impl Iterator<Item = (&'a str, &'a str)>) {
        let pairs: Vec<_> = pairs
            .map(|(name, value)| format!("{} => {}", quote::text(name), quote::text(value)))
            .collect();
        let joined = (!pairs.is_empty()).then(|| format!("{{{}}}", pairs.join(", ")));
        self.plain("METADATA", joined);
    }

    fn into_hash(self) -> String {
        format!("{{{}}}", self.0.join(", "))
    }
}

pub(super) fn family(family: &FamilyDescriptor) -> String {
    let mut entries = Entries::default();
    entries.quoted("NAME", Some(&family.name));
    entries.plain("VERSIONS", family.versions);
    entries.plain("MIN_VERSIONS", family.min_versions);
    entries.plain("TTL", family.ttl.map(Ttl::as_secs));
    entries.quoted("COMPRESSION", family.compression.map(Compression::name));
    entries.quoted("BLOOMFILTER", family.bloom.map(BloomFilter::name));
    entries.plain("BLOCKSIZE", family.block_size);
    entries.plain("BLOCKCACHE", family.block_cache);
    entries.plain("IN_MEMORY", family.in_memory);
    entries.quoted(
        "DATA_BLOCK_ENCODING",
        family.data_block_encoding.map(DataBlockEncoding::name),
    );
    entries.plain("REPLICATION_SCOPE", family.replication_scope);
    entries.quoted(
        "KEEP_DELETED_CELLS",
        family.keep_deleted_cells.map(KeepDeletedCells::name),
    );
    entries.metadata(pairs(&family.metadata));
    entries.into_hash()
}

/// The table's own attributes, if any were said. The owner is metadata: newer shells know no
/// other way to set it.
pub(super) fn table(table: &TableDescriptor) -> Option<String> {
    let mut entries = Entries::default();
    entries.quoted("MAX_FILESIZE", table.max_filesize);
    entries.quoted("SPLIT_POLICY", table.split_policy.as_ref());
    entries.quoted("DURABILITY", table.durability.as_ref());
    entries.quoted("MEMSTORE_FLUSHSIZE", table.memstore_flushsize);
    // The shell leaves out a plain `false`: it tests the value itself.
    entries.quoted("NORMALIZATION_ENABLED", table.normalization_enabled);
    entries.quoted("COMPACTION_ENABLED", table.compaction_enabled);
    let owner = table.owner.iter().map(|owner| ("OWNER", owner.as_ref()));
    entries.metadata(owner.chain(pairs(&table.metadata)));
    (!entries.0.is_empty()).then(|| entries.into_hash())
}

fn pairs(pairs: &[(Text, Text)]) -> impl Iterator<Item = (&str, &str)> {
    pairs
        .iter()
        .map(|(name, value)| (name.as_ref(), value.as_ref()))
}
