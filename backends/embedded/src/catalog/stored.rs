//! A table's entry in the catalog: JSON of the structs below, which only grow.
//!
//! `version` counts the changes that an older reader would misread. Unknown fields are passed over,
//! missing ones were not set.

use std::borrow::Cow;

use hbase_model::{
    BloomFilter, Compression, DataBlockEncoding, Error, FamilyDescriptor, KeepDeletedCells, Result,
    Splits, TableDescriptor, TableName, Ttl,
};
use serde::{Deserialize, Serialize};

use crate::engine::KeyspaceId;

/// The version that is written, and the newest that is read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Table {
    version: u32,
    namespace: String,
    name: String,
    /// The keyspace of each family, in the same order.
    #[serde(rename = "spaces")]
    keyspaces: Vec<KeyspaceId>,
    families: Vec<Family>,
    splits: Option<StoredSplits>,
    max_filesize: Option<u64>,
    split_policy: Option<String>,
    durability: Option<String>,
    memstore_flushsize: Option<u64>,
    normalization_enabled: Option<bool>,
    compaction_enabled: Option<bool>,
    owner: Option<String>,
    metadata: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct Family {
    name: String,
    versions: Option<u32>,
    min_versions: Option<u32>,
    ttl_secs: Option<u32>,
    compression: Option<String>,
    bloom: Option<String>,
    block_size: Option<u32>,
    block_cache: Option<bool>,
    in_memory: Option<bool>,
    data_block_encoding: Option<String>,
    replication_scope: Option<u32>,
    keep_deleted_cells: Option<String>,
    metadata: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
enum StoredSplits {
    HexString { regions: u32 },
    Uniform { regions: u32 },
    DecimalString { regions: u32 },
    NumberPipe { regions: u32, width: u8 },
    PerBucket { buckets: u32, digits: Option<u8> },
    Keys(Vec<Vec<u8>>),
}

/// The entry of a table.
pub(super) fn encode(table: &TableDescriptor, keyspaces: &[KeyspaceId]) -> Result<Vec<u8>> {
    let entry = Table {
        version: VERSION,
        namespace: table.name.namespace().to_owned(),
        name: table.name.qualifier().to_owned(),
        keyspaces: keyspaces.to_vec(),
        families: table.families.iter().map(store_family).collect(),
        splits: store_splits(&table.splits)?,
        max_filesize: table.max_filesize,
        split_policy: text(table.split_policy.as_ref()),
        durability: text(table.durability.as_ref()),
        memstore_flushsize: table.memstore_flushsize,
        normalization_enabled: table.normalization_enabled,
        compaction_enabled: table.compaction_enabled,
        owner: text(table.owner.as_ref()),
        metadata: pairs(&table.metadata),
    };
    serde_json::to_vec(&entry).map_err(|error| Error::invalid(error.to_string()))
}

fn store_family(family: &FamilyDescriptor) -> Family {
    Family {
        name: family.name.to_string(),
        versions: family.versions,
        min_versions: family.min_versions,
        ttl_secs: family.ttl.map(Ttl::as_secs),
        compression: family.compression.map(|c| c.name().to_owned()),
        bloom: family.bloom.map(|b| b.name().to_owned()),
        block_size: family.block_size,
        block_cache: family.block_cache,
        in_memory: family.in_memory,
        data_block_encoding: family.data_block_encoding.map(|e| e.name().to_owned()),
        replication_scope: family.replication_scope,
        keep_deleted_cells: family.keep_deleted_cells.map(|k| k.name().to_owned()),
        metadata: pairs(&family.metadata),
    }
}

fn store_splits(splits: &Splits) -> Result<Option<StoredSplits>> {
    Ok(Some(match splits {
        Splits::None => return Ok(None),
        &Splits::HexString { regions } => StoredSplits::HexString { regions },
        &Splits::Uniform { regions } => StoredSplits::Uniform { regions },
        &Splits::DecimalString { regions } => StoredSplits::DecimalString { regions },
        &Splits::NumberPipe { regions, width } => StoredSplits::NumberPipe { regions, width },
        &Splits::PerBucket { buckets, digits } => StoredSplits::PerBucket { buckets, digits },
        Splits::Keys(keys) => StoredSplits::Keys(keys.iter().map(|key| key.to_vec()).collect()),
        other => {
            return Err(Error::invalid(format!(
                "splits {other:?} are not known to this backend"
            )));
        }
    }))
}

/// The table that an entry describes, and its keyspaces.
pub(super) fn decode(entry: &[u8]) -> Result<(TableDescriptor, Vec<KeyspaceId>)> {
    let entry: Table = serde_json::from_slice(entry).map_err(|error| Error::Corrupt {
        what: format!("a table's entry in the catalog: {error}"),
    })?;
    if entry.version > VERSION {
        return Err(Error::NewerFormat {
            path: format!("table {}:{}", entry.namespace, entry.name),
            found: entry.version,
            known: VERSION,
        });
    }
    let name = TableName::new(entry.namespace, entry.name).map_err(|error| Error::Corrupt {
        what: format!("a table's entry in the catalog: {error}"),
    })?;
    let families: Result<Vec<_>> = entry.families.into_iter().map(read_family).collect();
    let descriptor = TableDescriptor {
        families: Cow::Owned(families?),
        splits: read_splits(entry.splits),
        max_filesize: entry.max_filesize,
        split_policy: entry.split_policy.map(Cow::Owned),
        durability: entry.durability.map(Cow::Owned),
        memstore_flushsize: entry.memstore_flushsize,
        normalization_enabled: entry.normalization_enabled,
        compaction_enabled: entry.compaction_enabled,
        owner: entry.owner.map(Cow::Owned),
        metadata: Cow::Owned(texts(entry.metadata)),
        ..TableDescriptor::new(name)
    };
    Ok((descriptor, entry.keyspaces))
}

fn read_family(family: Family) -> Result<FamilyDescriptor> {
    Ok(FamilyDescriptor {
        versions: family.versions,
        min_versions: family.min_versions,
        ttl: family.ttl_secs.and_then(Ttl::from_secs),
        compression: named(family.compression, Compression::from_name)?,
        bloom: named(family.bloom, BloomFilter::from_name)?,
        block_size: family.block_size,
        block_cache: family.block_cache,
        in_memory: family.in_memory,
        data_block_encoding: named(family.data_block_encoding, DataBlockEncoding::from_name)?,
        replication_scope: family.replication_scope,
        keep_deleted_cells: named(family.keep_deleted_cells, KeepDeletedCells::from_name)?,
        metadata: Cow::Owned(texts(family.metadata)),
        ..FamilyDescriptor::with_name(Cow::Owned(family.name))
    })
}

fn read_splits(splits: Option<StoredSplits>) -> Splits {
    match splits {
        None => Splits::None,
        Some(StoredSplits::HexString { regions }) => Splits::HexString { regions },
        Some(StoredSplits::Uniform { regions }) => Splits::Uniform { regions },
        Some(StoredSplits::DecimalString { regions }) => Splits::DecimalString { regions },
        Some(StoredSplits::NumberPipe { regions, width }) => Splits::NumberPipe { regions, width },
        Some(StoredSplits::PerBucket { buckets, digits }) => Splits::PerBucket { buckets, digits },
        Some(StoredSplits::Keys(keys)) => {
            Splits::Keys(Cow::Owned(keys.into_iter().map(Cow::Owned).collect()))
        }
    }
}

/// The value of a name.
fn named<T>(name: Option<String>, from_name: fn(&str) -> Option<T>) -> Result<Option<T>> {
    let Some(name) = name else { return Ok(None) };
    let found = from_name(&name).ok_or_else(|| Error::Corrupt {
        what: format!("a table's entry in the catalog holds the unknown name {name:?}"),
    });
    found.map(Some)
}

type Text = Cow<'static, str>;

fn text(text: Option<&Text>) -> Option<String> {
    text.map(ToString::to_string)
}

fn pairs(pairs: &[(Text, Text)]) -> Vec<(String, String)> {
    let owned = |(name, value): &(Text, Text)| (name.to_string(), value.to_string());
    pairs.iter().map(owned).collect()
}

fn texts(pairs: Vec<(String, String)>) -> Vec<(Text, Text)> {
    let owned = |(name, value)| (Cow::Owned(name), Cow::Owned(value));
    pairs.into_iter().map(owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_reads_back() {
        let mut table = TableDescriptor::new(TableName::from_static("NS", "T"));
        let mut family = FamilyDescriptor::new("D1");
        family.versions = Some(3);
        family.ttl = Ttl::from_secs(60);
        family.compression = Some(Compression::Snappy);
        family.bloom = Some(BloomFilter::RowCol);
        family.data_block_encoding = Some(DataBlockEncoding::FastDiff);
        family.keep_deleted_cells = Some(KeepDeletedCells::Ttl);
        table.families = Cow::Owned(vec![family, FamilyDescriptor::new("D2")]);
        table.splits = Splits::Keys(Cow::Owned(vec![Cow::Borrowed(b"\x00\xff".as_slice())]));
        table.owner = Some("me".into());
        table.metadata = Cow::Owned(vec![("K".into(), "V".into())]);
        let entry = encode(&table, &[7, 8]).unwrap();
        assert_eq!(decode(&entry).unwrap(), (table, vec![7, 8]));
    }

    #[test]
    fn a_newer_entry_is_refused() {
        let table = TableDescriptor::new(TableName::from_static("NS", "T"));
        let entry = String::from_utf8(encode(&table, &[]).unwrap()).unwrap();
        let newer = entry.replace("\"version\":1", "\"version\":2");
        assert!(matches!(
            decode(newer.as_bytes()),
            Err(Error::NewerFormat { found: 2, .. })
        ));
    }
}
