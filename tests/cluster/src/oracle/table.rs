//! Tables and families by the names of their attributes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hbase_model::{
    BloomFilter, Compression, DataBlockEncoding, Error, FamilyDescriptor, KeepDeletedCells, Result,
    Splits, TableChange, TableDescriptor, TableName, Ttl,
};
use serde_json::{Value, json};

use super::bytes::{base64_list, decode, list, odd};

/// What an attribute is known as in `HBase`.
type Values = BTreeMap<String, String>;

fn add(values: &mut Values, name: &str, value: Option<impl ToString>) {
    if let Some(value) = value {
        values.insert(name.to_owned(), value.to_string());
    }
}

/// A table to be created.
pub(super) fn table(table: &TableDescriptor) -> Result<Value> {
    let splits = table.splits.keys();
    let splits =
        splits.map_err(|error| Error::invalid(format!("table {}: {error}", table.name)))?;
    Ok(json!({
        "table": table_name(&table.name),
        "values": table_values(table),
        "families": table.families.iter().map(family).collect::<Vec<_>>(),
        "splits": base64_list(&splits),
    }))
}

/// With its namespace, whichever that is.
pub(super) fn table_name(name: &TableName) -> String {
    format!("{}:{}", name.namespace(), name.qualifier())
}

fn table_values(table: &TableDescriptor) -> Values {
    let mut values = Values::new();
    add(&mut values, "MAX_FILESIZE", table.max_filesize);
    add(&mut values, "SPLIT_POLICY", table.split_policy.as_ref());
    add(&mut values, "DURABILITY", table.durability.as_ref());
    add(&mut values, "MEMSTORE_FLUSHSIZE", table.memstore_flushsize);
    add(
        &mut values,
        "NORMALIZATION_ENABLED",
        table.normalization_enabled,
    );
    add(&mut values, "COMPACTION_ENABLED", table.compaction_enabled);
    add(&mut values, "OWNER", table.owner.as_ref());
    add_pairs(&mut values, &table.metadata);
    values
}

fn add_pairs(values: &mut Values, pairs: &[(Cow<'static, str>, Cow<'static, str>)]) {
    for (name, value) in pairs {
        add(values, name, Some(value));
    }
}

fn family(family: &FamilyDescriptor) -> Value {
    let mut values = Values::new();
    let all = &mut values;
    add(all, "VERSIONS", family.versions);
    add(all, "MIN_VERSIONS", family.min_versions);
    add(all, "TTL", family.ttl.map(Ttl::as_secs));
    add(
        all,
        "COMPRESSION",
        family.compression.map(Compression::name),
    );
    add(all, "BLOOMFILTER", family.bloom.map(BloomFilter::name));
    add(all, "BLOCKSIZE", family.block_size);
    add(all, "BLOCKCACHE", family.block_cache);
    add(all, "IN_MEMORY", family.in_memory);
    let encoding = family.data_block_encoding.map(DataBlockEncoding::name);
    add(all, "DATA_BLOCK_ENCODING", encoding);
    add(all, "REPLICATION_SCOPE", family.replication_scope);
    let keep = family.keep_deleted_cells.map(KeepDeletedCells::name);
    add(all, "KEEP_DELETED_CELLS", keep);
    add_pairs(all, &family.metadata);
    json!({"name": family.name, "values": values})
}

/// Changes of a table.
pub(super) fn changes(changes: &[TableChange]) -> Result<Vec<Value>> {
    let change = |change: &TableChange| {
        Ok(match change {
            TableChange::AddFamily(added) => json!({"add_family": family(added)}),
            TableChange::AlterFamily(altered) => json!({"alter_family": family(altered)}),
            TableChange::DropFamily(name) => json!({"drop_family": name}),
            TableChange::AlterTable(table) => {
                json!({"alter_table": {"values": table_values(table)}})
            }
            other => {
                return Err(Error::invalid(format!(
                    "the change {other:?} is not known to the oracle: add it to its Changes.java"
                )));
            }
        })
    };
    changes.iter().map(change).collect()
}

/// A table as it was described: every attribute that the server has, and the keys at which it is
/// split now. What has no field of its own is metadata.
pub(super) fn described(answer: &Value) -> Result<TableDescriptor> {
    let name = answer["name"]
        .as_str()
        .ok_or_else(|| odd("a name", answer))?;
    let name = TableName::parse(name).map_err(|error| Error::invalid(error.to_string()))?;
    let families: Result<Vec<_>> = list(&answer["families"])?
        .iter()
        .map(described_family)
        .collect();
    let splits: Result<Vec<_>> = list(&answer["splits"])?.iter().map(decode).collect();
    let mut attributes = Attributes::of(answer)?;
    // Every table says that it is not the catalog itself.
    attributes.take("IS_META");
    Ok(TableDescriptor {
        families: families?.into(),
        splits: described_splits(splits?),
        max_filesize: attributes.parse("MAX_FILESIZE")?,
        split_policy: attributes.take("SPLIT_POLICY").map(Cow::Owned),
        durability: attributes.take("DURABILITY").map(Cow::Owned),
        memstore_flushsize: attributes.parse("MEMSTORE_FLUSHSIZE")?,
        normalization_enabled: attributes.parse("NORMALIZATION_ENABLED")?,
        compaction_enabled: attributes.parse("COMPACTION_ENABLED")?,
        owner: attributes.take("OWNER").map(Cow::Owned),
        metadata: attributes.rest(),
        ..TableDescriptor::new(name)
    })
}

fn described_splits(keys: Vec<Vec<u8>>) -> Splits {
    if keys.is_empty() {
        return Splits::None;
    }
    Splits::Keys(keys.into_iter().map(Cow::Owned).collect())
}

fn described_family(answer: &Value) -> Result<FamilyDescriptor> {
    let name = answer["name"]
        .as_str()
        .ok_or_else(|| odd("a name", answer))?;
    let mut attributes = Attributes::of(answer)?;
    let all = &mut attributes;
    Ok(FamilyDescriptor {
        versions: all.parse("VERSIONS")?,
        min_versions: all.parse("MIN_VERSIONS")?,
        ttl: all.named("TTL", |text| Ttl::from_secs(text.parse().ok()?))?,
        compression: all.named("COMPRESSION", Compression::from_name)?,
        bloom: all.named("BLOOMFILTER", BloomFilter::from_name)?,
        block_size: all.parse("BLOCKSIZE")?,
        block_cache: all.parse("BLOCKCACHE")?,
        in_memory: all.parse("IN_MEMORY")?,
        data_block_encoding: all.named("DATA_BLOCK_ENCODING", DataBlockEncoding::from_name)?,
        replication_scope: all.parse("REPLICATION_SCOPE")?,
        keep_deleted_cells: all.named("KEEP_DELETED_CELLS", KeepDeletedCells::from_name)?,
        metadata: attributes.rest(),
        ..FamilyDescriptor::with_name(Cow::Owned(name.to_owned()))
    })
}

/// The attributes that were not looked at yet.
struct Attributes(Values);

impl Attributes {
    fn of(answer: &Value) -> Result<Self> {
        let values = serde_json::from_value(answer["values"].clone());
        Ok(Self(values.map_err(|_| odd("attributes", answer))?))
    }

    fn take(&mut self, name: &str) -> Option<String> {
        self.0.remove(name)
    }

    fn named<T>(&mut self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>> {
        let Some(text) = self.take(name) else {
            return Ok(None);
        };
        let value = read(&text).ok_or_else(|| Error::Corrupt {
            what: format!("the attribute {name} is {text:?}, which has no meaning here"),
        });
        value.map(Some)
    }

    fn parse<T: std::str::FromStr>(&mut self, name: &str) -> Result<Option<T>> {
        self.named(name, |text| text.parse().ok())
    }

    fn rest(self) -> Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]> {
        let owned = |(name, value)| (Cow::Owned(name), Cow::Owned(value));
        self.0.into_iter().map(owned).collect()
    }
}
