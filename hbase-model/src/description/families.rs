//! Families and attributes, by `HBase`'s names.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::DescriptionError;
use crate::descriptor::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, List,
    TableDescriptor, Text, Ttl,
};
use crate::name::{NamingRules, check_family};

/// Attributes by name, as `HBase` writes them.
pub type Attributes = BTreeMap<String, String>;

/// A family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Family {
    pub name: String,
    #[serde(default, skip_serializing_if = "Attributes::is_empty")]
    pub attributes: Attributes,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metadata: Vec<Metadatum>,
}

/// An attribute that `HBase` keeps and does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Metadatum {
    pub name: String,
    pub value: String,
}

const OF_FAMILY: [&str; 11] = [
    "VERSIONS",
    "MIN_VERSIONS",
    "TTL",
    "COMPRESSION",
    "BLOOMFILTER",
    "BLOCKSIZE",
    "BLOCKCACHE",
    "IN_MEMORY",
    "DATA_BLOCK_ENCODING",
    "REPLICATION_SCOPE",
    "KEEP_DELETED_CELLS",
];

const OF_TABLE: [&str; 7] = [
    "MAX_FILESIZE",
    "SPLIT_POLICY",
    "DURABILITY",
    "MEMSTORE_FLUSHSIZE",
    "NORMALIZATION_ENABLED",
    "COMPACTION_ENABLED",
    "OWNER",
];

impl Family {
    pub(super) fn of(family: &FamilyDescriptor) -> Self {
        let mut said = Attributes::new();
        put(&mut said, "VERSIONS", family.versions);
        put(&mut said, "MIN_VERSIONS", family.min_versions);
        put(&mut said, "TTL", family.ttl.map(Ttl::as_secs));
        put(
            &mut said,
            "COMPRESSION",
            family.compression.map(Compression::name),
        );
        put(
            &mut said,
            "BLOOMFILTER",
            family.bloom.map(BloomFilter::name),
        );
        put(&mut said, "BLOCKSIZE", family.block_size);
        put(&mut said, "BLOCKCACHE", family.block_cache);
        put(&mut said, "IN_MEMORY", family.in_memory);
        let encoding = family.data_block_encoding.map(DataBlockEncoding::name);
        put(&mut said, "DATA_BLOCK_ENCODING", encoding);
        put(&mut said, "REPLICATION_SCOPE", family.replication_scope);
        let keep = family.keep_deleted_cells.map(KeepDeletedCells::name);
        put(&mut said, "KEEP_DELETED_CELLS", keep);
        Self {
            name: family.name.to_string(),
            attributes: said,
            metadata: metadata(&family.metadata),
        }
    }

    pub(super) fn descriptor(&self, at: usize) -> Result<FamilyDescriptor, DescriptionError> {
        let path = format!("families[{at}]");
        check_family(&self.name, NamingRules::HBase, true)
            .map_err(|error| DescriptionError::at(format!("{path}.name"), error))?;
        let said = Said::new(format!("{path}.attributes"), &self.attributes, &OF_FAMILY)?;
        Ok(FamilyDescriptor {
            versions: said.parsed("VERSIONS")?,
            min_versions: said.parsed("MIN_VERSIONS")?,
            ttl: said.with("TTL", "1 to 2147483647 seconds", |text| {
                text.parse().ok().and_then(Ttl::from_secs)
            })?,
            compression: said.with("COMPRESSION", "a codec of HBase", Compression::from_name)?,
            bloom: said.with("BLOOMFILTER", "NONE, ROW or ROWCOL", BloomFilter::from_name)?,
            block_size: said.parsed("BLOCKSIZE")?,
            block_cache: said.parsed("BLOCKCACHE")?,
            in_memory: said.parsed("IN_MEMORY")?,
            data_block_encoding: said.with(
                "DATA_BLOCK_ENCODING",
                "NONE, PREFIX, DIFF, FAST_DIFF or ROW_INDEX_V1",
                DataBlockEncoding::from_name,
            )?,
            replication_scope: said.parsed("REPLICATION_SCOPE")?,
            keep_deleted_cells: said.with(
                "KEEP_DELETED_CELLS",
                "FALSE, TRUE or TTL",
                KeepDeletedCells::from_name,
            )?,
            metadata: pairs(&self.metadata),
            ..FamilyDescriptor::with_name(Cow::Owned(self.name.clone()))
        })
    }
}

pub(super) fn of_table(table: &TableDescriptor) -> Attributes {
    let mut said = Attributes::new();
    put(&mut said, "MAX_FILESIZE", table.max_filesize);
    put(&mut said, "SPLIT_POLICY", table.split_policy.as_ref());
    put(&mut said, "DURABILITY", table.durability.as_ref());
    put(&mut said, "MEMSTORE_FLUSHSIZE", table.memstore_flushsize);
    put(
        &mut said,
        "NORMALIZATION_ENABLED",
        table.normalization_enabled,
    );
    put(&mut said, "COMPACTION_ENABLED", table.compaction_enabled);
    put(&mut said, "OWNER", table.owner.as_ref());
    said
}

pub(super) fn fill_table(
    table: &mut TableDescriptor,
    attributes: &Attributes,
) -> Result<(), DescriptionError> {
    let said = Said::new("attributes".into(), attributes, &OF_TABLE)?;
    table.max_filesize = said.parsed("MAX_FILESIZE")?;
    table.split_policy = said.text("SPLIT_POLICY");
    table.durability = said.text("DURABILITY");
    table.memstore_flushsize = said.parsed("MEMSTORE_FLUSHSIZE")?;
    table.normalization_enabled = said.parsed("NORMALIZATION_ENABLED")?;
    table.compaction_enabled = said.parsed("COMPACTION_ENABLED")?;
    table.owner = said.text("OWNER");
    Ok(())
}

pub(super) fn metadata(pairs: &[(Text, Text)]) -> Vec<Metadatum> {
    let pairs = pairs.iter().map(|(name, value)| Metadatum {
        name: name.to_string(),
        value: value.to_string(),
    });
    pairs.collect()
}

pub(super) fn pairs(metadata: &[Metadatum]) -> List<(Text, Text)> {
    let pairs = metadata
        .iter()
        .map(|m| (Cow::Owned(m.name.clone()), Cow::Owned(m.value.clone())));
    Cow::Owned(pairs.collect())
}

fn put(attributes: &mut Attributes, name: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        attributes.insert(name.to_owned(), value.to_string());
    }
}

/// Attributes that were said, and where.
struct Said<'a> {
    path: String,
    attributes: &'a Attributes,
}

impl<'a> Said<'a> {
    fn new(
        path: String,
        attributes: &'a Attributes,
        known: &[&str],
    ) -> Result<Self, DescriptionError> {
        match attributes
            .keys()
            .find(|name| !known.contains(&name.as_str()))
        {
            None => Ok(Self { path, attributes }),
            Some(unknown) => {
                let known = known.join(", ");
                let message = format!(
                    "found `{unknown}`, expected one of {known}; anything else belongs into `metadata`"
                );
                Err(DescriptionError::at(path, message))
            }
        }
    }

    fn with<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, DescriptionError> {
        let Some(text) = self.attributes.get(name) else {
            return Ok(None);
        };
        read(text).map(Some).ok_or_else(|| {
            let message = format!("found {text:?}, expected {expected}");
            DescriptionError::at(format!("{}.{name}", self.path), message)
        })
    }

    fn parsed<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, DescriptionError> {
        let Some(text) = self.attributes.get(name) else {
            return Ok(None);
        };
        text.parse().map(Some).map_err(|error| {
            let message = format!("found {text:?}: {error}");
            DescriptionError::at(format!("{}.{name}", self.path), message)
        })
    }

    fn text(&self, name: &str) -> Option<Text> {
        self.attributes.get(name).cloned().map(Cow::Owned)
    }
}
