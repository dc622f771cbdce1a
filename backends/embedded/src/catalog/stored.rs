//! A table's entry in the catalog: JSON of the structs below, which only gain members.
//!
//! `version` counts the changes that older versions would misread. Unknown fields are ignored,
//! missing ones are not set.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hbase_backend::{Error, Result};
use hbase_model::descriptor::{AttributeError, AttributeKind, AttributeSpec, Text};
use hbase_model::{FamilyDescriptor, Splits, TableDescriptor, TableName};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine::KeyspaceId;

/// The version that is written, and the newest that is read.
const VERSION: u32 = 1;

/// The members that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
    namespace: String,
    name: String,
}

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
    #[serde(flatten)]
    attributes: Attributes,
    metadata: Vec<(String, String)>,
}

#[derive(Serialize, Deserialize)]
struct Family {
    name: String,
    #[serde(flatten)]
    attributes: Attributes,
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
        attributes: store(table.fields()),
        metadata: pairs(&table.metadata),
    };
    serde_json::to_vec(&entry).map_err(|error| Error::invalid(error.to_string()))
}

fn store_family(family: &FamilyDescriptor) -> Family {
    Family {
        name: family.name.to_string(),
        attributes: store(family.fields()),
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
    check_version(entry)?;
    let entry: Table = serde_json::from_slice(entry).map_err(|error| damaged(&error))?;
    let name = TableName::new(entry.namespace, entry.name).map_err(|error| damaged(&error))?;
    let families: Result<Vec<_>> = entry.families.into_iter().map(read_family).collect();
    let mut table = TableDescriptor::new(name);
    table.families = Cow::Owned(families?);
    table.splits = read_splits(entry.splits);
    read(
        &entry.attributes,
        TableDescriptor::ATTRIBUTES,
        |name, value| table.set_attribute(name, value),
    )?;
    table.metadata = Cow::Owned(texts(entry.metadata));
    Ok((table, entry.keyspaces))
}

/// Rejects newer entries by their number, also those whose other members this version cannot read.
fn check_version(entry: &[u8]) -> Result<()> {
    let found: Versioned = serde_json::from_slice(entry).map_err(|error| damaged(&error))?;
    if found.version <= VERSION {
        return Ok(());
    }
    Err(Error::NewerFormat {
        path: format!("table {}:{}", found.namespace, found.name),
        found: found.version,
        known: VERSION,
    })
}

fn damaged(error: &dyn std::error::Error) -> Error {
    Error::Corrupt {
        what: format!("a table's entry in the catalog: {error}"),
    }
}

fn read_family(stored: Family) -> Result<FamilyDescriptor> {
    let mut family = FamilyDescriptor::with_name(Cow::Owned(stored.name));
    read(
        &stored.attributes,
        FamilyDescriptor::ATTRIBUTES,
        |name, value| family.set_attribute(name, value),
    )?;
    family.metadata = Cow::Owned(texts(stored.metadata));
    Ok(family)
}

/// The attributes by the descriptors' fields: numbers and booleans as such, others as text.
type Attributes = BTreeMap<String, Value>;

fn store(fields: impl Iterator<Item = (&'static AttributeSpec, String)>) -> Attributes {
    let stored = fields.filter_map(|(spec, value)| {
        let value = match spec.kind {
            AttributeKind::Word { .. } | AttributeKind::Text => Value::String(value),
            _ => value.parse().ok()?,
        };
        Some((member(spec)?.to_owned(), value))
    });
    stored.collect()
}

/// Sets the stored attributes; unknown members are ignored.
fn read(
    stored: &Attributes,
    specs: &'static [AttributeSpec],
    mut set: impl FnMut(&str, &str) -> std::result::Result<(), AttributeError>,
) -> Result<()> {
    for spec in specs {
        let value = match member(spec).and_then(|member| stored.get(member)) {
            None | Some(Value::Null) => continue,
            Some(Value::String(text)) => set(spec.name, text),
            Some(other) => set(spec.name, &other.to_string()),
        };
        value.map_err(|error| damaged(&error))?;
    }
    Ok(())
}

/// The attribute's member in the entry.
fn member(spec: &AttributeSpec) -> Option<&'static str> {
    match spec.field {
        Some("ttl") => Some("ttl_secs"),
        field => field,
    }
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
    use hbase_model::{BloomFilter, Compression, DataBlockEncoding, KeepDeletedCells, Ttl};

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

    /// The format of versions that had a member for each attribute, absent ones as `null`.
    #[test]
    fn an_entry_with_every_attribute_reads_back() {
        let entry = br#"{"version":1,"namespace":"NS","name":"T","spaces":[7],"families":[{"name":"D1",
            "versions":3,"min_versions":1,"ttl_secs":60,"compression":"SNAPPY","bloom":"ROWCOL",
            "block_size":4096,"block_cache":false,"in_memory":true,"data_block_encoding":"FAST_DIFF",
            "replication_scope":1,"keep_deleted_cells":"TTL","metadata":[["A","B"]]}],"splits":null,
            "max_filesize":10000000,"split_policy":"a.Policy","durability":"ASYNC_WAL",
            "memstore_flushsize":null,"normalization_enabled":false,"compaction_enabled":true,
            "owner":"me","metadata":[]}"#;
        let (table, keyspaces) = decode(entry).unwrap();
        let family = &table.families[0];
        assert_eq!(keyspaces, [7]);
        assert_eq!(table.memstore_flushsize, None);
        assert_eq!(table.fields().count(), 6);
        assert_eq!(
            (family.fields().count(), family.ttl),
            (11, Ttl::from_secs(60))
        );
        let written: Value = serde_json::from_slice(&encode(&table, &[7]).unwrap()).unwrap();
        let before: Value = serde_json::from_slice(entry).unwrap();
        assert_eq!(written["families"], before["families"]);
        assert_eq!(
            decode(&encode(&table, &[7]).unwrap()).unwrap(),
            (table, keyspaces)
        );
    }

    #[test]
    fn a_newer_entry_is_rejected() {
        let table = TableDescriptor::new(TableName::from_static("NS", "T"));
        let entry = String::from_utf8(encode(&table, &[]).unwrap()).unwrap();
        let newer = entry.replace("\"version\":1", "\"version\":2");
        assert!(matches!(
            decode(newer.as_bytes()),
            Err(Error::NewerFormat { found: 2, .. })
        ));
        let other = newer.replace("\"spaces\":[]", "\"spaces\":{}");
        assert_ne!(other, newer);
        assert!(matches!(
            decode(other.as_bytes()),
            Err(Error::NewerFormat { found: 2, .. })
        ));
    }
}
